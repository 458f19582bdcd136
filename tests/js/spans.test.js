import assert from "node:assert/strict";
import { test } from "node:test";

import { Places } from "../../static/js/spans.js";

/** A trace of one program: each node as [label, aliases, operands, "line:column-line:column"]. */
function trace(source, ...nodes) {
  return {
    source,
    nodes: nodes.map(([label, aliases, operands, place], id) => {
      const [line, column, end_line, end_column] = (place ?? "").split(/[:-]/).map(Number);
      return { id, label, aliases, operands, span: place ? { line, column, end_line, end_column } : null };
    }),
  };
}

/** The Value under the caret, which is written into the program as `|`. */
function under(marked, { source, nodes }) {
  const offset = marked.indexOf("|");
  assert.equal(marked.replace("|", ""), source, "the marked program is the traced one");
  return new Places({ source, nodes }).nodeAt(offset);
}

const NEURON = trace(
  "x1 = 2.0; w1 = -3.0\nn = x1*w1 + 2*x1\no = tanh(n)",
  ["x1", [], [], "1:6-1:9"],
  ["w1", [], [], "1:16-1:20"],
  ["", [], [0, 1], "2:5-2:10"],
  ["", [], [], "2:13-2:14"],
  ["", [], [0, 3], "2:13-2:17"],
  ["n", [], [2, 4], "2:5-2:17"],
  ["o", [], [5], "3:5-3:12"],
);

test("a name points at its Value, where it is given and where it is used", () => {
  assert.equal(under("|x1 = 2.0; w1 = -3.0\nn = x1*w1 + 2*x1\no = tanh(n)", NEURON), 0);
  assert.equal(under("x1 = 2.0; w1 = -3.0\nn = x|1*w1 + 2*x1\no = tanh(n)", NEURON), 0);
  assert.equal(under("x1 = 2.0; w1 = -3.0\nn = x1*w1 + 2*x|1\no = tanh(n)", NEURON), 0);
  assert.equal(under("x1 = 2.0; w1 = -3.0\nn = x1*w1 + 2*x1\no = tanh(|n)", NEURON), 5);
  assert.equal(under("x1 = 2.0; w1 = -3.0\nn = x1*w1 + 2*x1\n|o = tanh(n)", NEURON), 6);
});

test("elsewhere it is the innermost expression", () => {
  assert.equal(under("x1 = 2|.0; w1 = -3.0\nn = x1*w1 + 2*x1\no = tanh(n)", NEURON), 0);
  assert.equal(under("x1 = 2.0; w1 = -3.0\nn = x1*w1 |+ 2*x1\no = tanh(n)", NEURON), 5);
  assert.equal(under("x1 = 2.0; w1 = -3.0\nn = x1*w1 + |2*x1\no = tanh(n)", NEURON), 3);
  assert.equal(under("x1 = 2.0; w1 = -3.0\nn = x1*w1 + 2|*x1\no = tanh(n)", NEURON), 4);
  assert.equal(under("x1 = 2.0; w1 = -3.0\nn = x1*w1 + 2*x1\no = ta|nh(n)", NEURON), 6);
});

test("between statements there is nothing", () => {
  assert.equal(under("x1 = 2.0; |w1 = -3.0\nn = x1*w1 + 2*x1\no = tanh(n)", NEURON), 1);
  assert.equal(under("x1 |= 2.0; w1 = -3.0\nn = x1*w1 + 2*x1\no = tanh(n)", NEURON), null);
  assert.equal(under("x1 = 2.0;| w1 = -3.0\nn = x1*w1 + 2*x1\no = tanh(n)", NEURON), null);
});

const REBOUND = trace(
  "a = b = 3\nc = a - b\nc += a*2\nd = c\nc = d/2 + (a)\nb = d\nb*2",
  ["a", ["b"], [], "1:9-1:10"],
  ["", [], [], "2:5-2:10"],
  ["", [], [0, 1], "2:5-2:10"],
  ["c", [], [0, 2], "2:5-2:10"],
  ["", [], [], "3:8-3:9"],
  ["", [], [0, 4], "3:6-3:9"],
  ["c (line 3)", ["d", "b"], [3, 5], "3:6-3:9"],
  ["", [], [], "5:5-5:8"],
  ["", [], [6, 7], "5:5-5:8"],
  ["c (line 5)", [], [8, 0], "5:5-5:14"],
  ["", [], [], "7:3-7:4"],
  ["", [], [6, 10], "7:1-7:4"],
);

test("a name assigned again is told apart by where it stands", () => {
  const at = (line, column) => {
    const lines = REBOUND.source.split("\n");
    const offset = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    return new Places(REBOUND).nodeAt(offset);
  };
  assert.equal(at(2, 1), 3, "c = …");
  assert.equal(at(3, 1), 6, "c += …");
  assert.equal(at(4, 5), 6, "d = c");
  assert.equal(at(5, 1), 9, "c = …, again");
});

test("a second name leads to the same Value, until it is given to another", () => {
  const before = "a = b = 3\nc = a - |b\nc += a*2\nd = c\nc = d/2 + (a)\nb = d\nb*2";
  const after = "a = b = 3\nc = a - b\nc += a*2\nd = c\nc = d/2 + (a)\nb = d\n|b*2";
  const given = "a = b = 3\nc = a - b\nc += a*2\nd = c\nc = d/2 + (a)\n|b = d\nb*2";
  assert.equal(under("a = |b = 3\nc = a - b\nc += a*2\nd = c\nc = d/2 + (a)\nb = d\nb*2", REBOUND), 0);
  assert.equal(under(before, REBOUND), 0);
  assert.equal(under(given, REBOUND), 6);
  assert.equal(under(after, REBOUND), 6);
});

test("of several Values of one expression it is the result", () => {
  assert.equal(under("a = b = 3\nc = a |- b\nc += a*2\nd = c\nc = d/2 + (a)\nb = d\nb*2", REBOUND), 3);
});

const PASTED = trace(
  "# x = 9\nx = Value(2.0, label='first')  # label = x\ny = x.tanh()",
  ["first", ["x"], [], "2:11-2:14"],
  ["y", [], [0], "3:5-3:13"],
);

test("comments, texts, attributes and keywords are no names", () => {
  assert.equal(under("# |x = 9\nx = Value(2.0, label='first')  # label = x\ny = x.tanh()", PASTED), null);
  assert.equal(under("# x = 9\nx = Value(2.0, |label='first')  # label = x\ny = x.tanh()", PASTED), null);
  assert.equal(under("# x = 9\nx = Value(2.0, label='first')  # label = x\ny = |x.tanh()", PASTED), 0);
  assert.equal(under("# x = 9\nx = Value(2.0, label='first')  # label = x\ny = x.ta|nh()", PASTED), 1);
});

test("an input left open is a name from its first place on", () => {
  const open = trace(
    "tanh(x*w + x)",
    ["x", [], [], "1:6-1:7"],
    ["w", [], [], "1:8-1:9"],
    ["", [], [0, 1], "1:6-1:9"],
    ["", [], [2, 0], "1:6-1:13"],
    ["", [], [3], "1:1-1:14"],
  );
  assert.equal(under("tanh(|x*w + x)", open), 0);
  assert.equal(under("tanh(x*w + |x)", open), 0);
  assert.equal(under("tanh(x*|w + x)", open), 1);
});

test("full-width characters and letters outside the first plane are read as the server reads them", () => {
  const wide = trace(
    "权重 = 2.0；𝐱＝3\ny = 权重×𝐱",
    ["权重", [], [], "1:6-1:9"],
    ["x", [], [], "1:12-1:13"],
    ["y", [], [0, 1], "2:5-2:9"],
  );
  assert.equal(under("权重 = 2.0；|𝐱＝3\ny = 权重×𝐱", wide), 1);
  assert.equal(under("权重 = 2.0；𝐱＝|3\ny = 权重×𝐱", wide), 1);
  assert.equal(under("权重 = 2.0；𝐱＝3\ny = 权|重×𝐱", wide), 0);
  assert.equal(under("权重 = 2.0；𝐱＝3\ny = 权重×|𝐱", wide), 1);
  assert.deepEqual(new Places(wide).spanOfEdge(1, 2, 1), { line: 2, column: 8, end_line: 2, end_column: 9 });
});

test("a bracket that goes on over lines is one statement", () => {
  const long = trace(
    "x = 2\ny = (x +\n  3)",
    ["x", [], [], "1:5-1:6"],
    ["", [], [], "3:3-3:4"],
    ["y", [], [0, 1], "2:6-3:4"],
  );
  assert.equal(under("x = 2\n|y = (x +\n  3)", long), 2);
  assert.equal(under("x = 2\ny = (|x +\n  3)", long), 0);
  assert.equal(under("x = 2\ny = (x +\n | 3)", long), 2);
});

test("an edge is the use of its operand inside the user's expression", () => {
  const places = new Places(NEURON);
  const at = (...edge) => places.spanOfEdge(...edge);
  assert.deepEqual(at(0, 2, 0), { line: 2, column: 5, end_line: 2, end_column: 7 });
  assert.deepEqual(at(2, 5, 0), NEURON.nodes[2].span);
  assert.deepEqual(at(5, 6, 0), { line: 3, column: 10, end_line: 3, end_column: 11 });
  const doubled = trace("a = 3.5\nb = a + a", ["a", [], [], "1:5-1:8"], ["b", [], [0, 0], "2:5-2:10"]);
  assert.equal(new Places(doubled).spanOfEdge(0, 1, 0).column, 5);
  assert.equal(new Places(doubled).spanOfEdge(0, 1, 1).column, 9);
});

test("an operand used deeper in the same expression is not taken for the direct use", () => {
  const nested = trace(
    "a = 3\nb = a*a + a",
    ["a", [], [], "1:5-1:6"],
    ["", [], [0, 0], "2:5-2:8"],
    ["b", [], [1, 0], "2:5-2:12"],
  );
  assert.equal(new Places(nested).spanOfEdge(0, 2, 1).column, 11);
});

test("what a recorded program without places holds has no span", () => {
  const bare = trace("", ["a", [], [], null], ["b", [], [0, 0], null]);
  assert.equal(new Places(bare).spanOf(0), null);
  assert.equal(new Places(bare).spanOfEdge(0, 1, 0), null);
  assert.equal(new Places(bare).nodeAt(0), null);
});
