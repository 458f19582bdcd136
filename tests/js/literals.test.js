import assert from "node:assert/strict";
import { test } from "node:test";

import { carried, changedLines, difference } from "../../static/js/edits.js";
import { isSameGraph, needs } from "../../static/js/fitting.js";
import { bracketPair, tokens } from "../../static/js/highlight.js";
import { literalsOf, readNumber, rewritten, stepped } from "../../static/js/literals.js";
import { TRACE } from "./traces.js";

/** A trace as the server makes it, as far as its leaves go: `[label, data, its text in the program, which of them]`. */
function traceOf(source, ...leaves) {
  const nodes = leaves.map(([label, data, text, nth = 0], id) => {
    let start = source.indexOf(text);
    for (let left = nth; left > 0; left -= 1) start = source.indexOf(text, start + 1);
    const [before, within] = [source.slice(0, start).split("\n"), [...text].length];
    const [line, column] = [before.length, [...before.at(-1)].length + 1];
    const span = { line, column, end_line: line, end_column: column + within };
    return { id, label, text, data, span, op: "", operands: [], reachable: true };
  });
  return { source, nodes, steps: [] };
}

const textOf = (source, { range }) => source.slice(...range);
const numbers = (trace) => literalsOf(trace).map((literal) => textOf(trace.source, literal));

function turned(trace, index, text) {
  const { edit, literals } = rewritten(trace.source, literalsOf(trace), index, text);
  const result = trace.source.slice(0, edit.from) + edit.insert + trace.source.slice(edit.to);
  assert.equal(textOf(result, literals[index]), text, "the literal is where it says after the edit");
  return result;
}

// The server's spans leave out a sign before the number.
test("a number is found with its sign, however it is written", () => {
  assert.deepEqual(numbers(traceOf("a = 2; b = -3.0", ["a", 2, "2"], ["b", -3, "3.0"])), ["2", "-3.0"]);
  assert.deepEqual(numbers(traceOf("c = 1_000; d = 1e-3", ["c", 1000, "1_000"], ["d", 1e-3, "1e-3"])), ["1_000", "1e-3"]);
  assert.deepEqual(numbers(traceOf("e = - 4.5\nf = +6", ["e", -4.5, "4.5"], ["f", 6, "6"])), ["- 4.5", "6"]);
  assert.deepEqual(numbers(traceOf("x = ２．５; z = －３", ["x", 2.5, "２．５"], ["z", -3, "３"])), ["２．５", "－３"]);
  assert.deepEqual(numbers(traceOf("x = −3.0", ["x", -3, "3.0"])), ["−3.0"]);
  assert.deepEqual(numbers(traceOf("x = -0.0", ["x", -0, "0.0"])), ["-0.0"]);
  assert.deepEqual(numbers(traceOf("x = 1e999", ["x", "Infinity", "1e999"])), ["1e999"]);
});

test("equal numbers on one line are told apart by their place", () => {
  const trace = traceOf("a = 1.0; b = 1.0; c = a*b", ["a", 1, "1.0"], ["b", 1, "1.0", 1]);
  assert.deepEqual(literalsOf(trace).map(({ range }) => range), [[4, 7], [13, 16]]);
  assert.equal(turned(trace, 1, "2.5"), "a = 1.0; b = 2.5; c = a*b");
});

test("ranges are right after characters of two halves and wide ones", () => {
  const trace = traceOf("𝐱 = 1.0; 权 = 2.0; y = 𝐱*权 # 😀", ["x", 1, "1.0"], ["权", 2, "2.0"]);
  assert.equal(turned(trace, 1, "7"), "𝐱 = 1.0; 权 = 7; y = 𝐱*权 # 😀");
});

test("a leaf that was worked out has no number to turn", () => {
  assert.deepEqual(numbers(traceOf("x = 2*3", ["x", 6, "2*3"])), []);
  assert.deepEqual(numbers(traceOf("x = pi", ["x", Math.PI, "pi"])), []);
  assert.deepEqual(numbers(traceOf("y = x/2", ["", 0.5, "x/2"])), []);
  assert.deepEqual(numbers(traceOf("y = -(3.0)", ["y", -3, "3.0"])), []);
});

test("listings in micrograd style and brackets hold numbers too", () => {
  const trace = traceOf("a = Value(-2.0, label='q'); b = (3.0)", ["q", -2, "2.0"], ["b", 3, "3.0"]);
  assert.equal(turned(trace, 0, "1.5"), "a = Value(1.5, label='q'); b = (3.0)");
  assert.equal(turned(trace, 1, "-1"), "a = Value(-2.0, label='q'); b = (-1)");
});

test("numbers inside expressions keep what the text means", () => {
  assert.equal(turned(traceOf("y = 2**a", ["", 2, "2"]), 0, "-3"), "y = (-3)**a");
  assert.equal(turned(traceOf("y = a*-2", ["", -2, "2"]), 0, "3"), "y = a*3");
  assert.equal(turned(traceOf("y = a - 1", ["", -1, "1"]), 0, "4"), "y = a - 4");
  assert.equal(turned(traceOf("y = a - 1", ["", -1, "1"]), 0, "-4"), "y = a - -4");
});

test("the first edit of a free input writes a line for every one", () => {
  const trace = traceOf("o = tanh(x1*w1 + b)", ["x1", 1, "x1"], ["w1", 1, "w1"], ["b", 1, "b"]);
  assert.equal(turned(trace, 1, "-3"), "x1 = 1.0\nw1 = -3\nb = 1.0\no = tanh(x1*w1 + b)");
});

test("the literals that come later move along", () => {
  const trace = traceOf("a = 1.0; b = 2.0; y = a*b", ["a", 1, "1.0"], ["b", 2, "2.0"]);
  const { literals } = rewritten(trace.source, literalsOf(trace), 0, "-10.25");
  assert.deepEqual(literals.map((each) => textOf("a = -10.25; b = 2.0; y = a*b", each)), ["-10.25", "2.0"]);
});

test("only numbers of the language are numbers", () => {
  for (const text of ["1", "1.", ".5", "1e3", "-1_000.5", "－２", " 3 "]) assert.notEqual(readNumber(text), null, text);
  for (const text of ["", "-", "1__0", "0x10", "inf", "nan", "1e", "2x", "1,5"]) assert.equal(readNumber(text), null, text);
});

test("steps add no digits of binary fractions, and lead back", () => {
  assert.equal(stepped("0.1", 0.2), "0.3");
  assert.equal(stepped("2", 0.1), "2.1");
  assert.equal(stepped("-0.1", 0.1), "0.0");
  assert.equal(stepped(stepped("6.8813735870195432", 0.1), -0.1), "6.881373587019543");
  assert.equal(stepped("1e-3", 0.01), "0.011");
  assert.equal(stepped("1e20", 1), "1e+20");
});

test("a difference never cuts a character in halves", () => {
  assert.deepEqual(difference("a😀", "a😁"), { from: 1, to: 3, insert: "😁" });
  assert.deepEqual(difference("ab", "axb"), { from: 1, to: 1, insert: "x" });
  assert.equal(difference("same", "same"), null);
});

test("a range goes along with edits around and inside it", () => {
  assert.deepEqual(carried([4, 7], "a = 2.0", "# note\na = 2.0"), [11, 14]);
  assert.deepEqual(carried([4, 7], "a = 2.0", "a = 2.75"), [4, 8]);
  assert.deepEqual(carried([4, 7], "a = 2.0; b = 1", "a = 2.0; b = 2"), [4, 7]);
  assert.equal(carried([4, 7], "a = 2.0; b", "xyz; b"), null);
});

test("changed lines are those that the text last run doesn't have", () => {
  assert.deepEqual(changedLines("a\nb\nc", "a\nb\nc"), []);
  assert.deepEqual(changedLines("a\nb\nc", "a\nx\nc"), [2]);
  assert.deepEqual(changedLines("a\nb\nc", "a\nb\nnew\nc"), [3]);
  assert.deepEqual(changedLines("a\nb\nc\nd", "x\nb\nc\ny"), [1, 4]);
  assert.deepEqual(changedLines("a\nb\nc", "a\nc"), [2]);
  assert.deepEqual(changedLines("a\nb", "a"), [1]);
});

test("words get their kinds, in any script", () => {
  const kinds = (text) => tokens(text).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);
  assert.deepEqual(kinds("权重 = -1_0.5e-3*tanh(x2) # 2"), [
    "name 权重", "operator =", "operator -", "number 1_0.5e-3", "operator *", "function tanh", "bracket (", "name x2",
    "bracket )", "comment # 2",
  ]);
  assert.deepEqual(kinds("tanh2 = '#'"), ["name tanh2", "operator =", "string '#'"]);
});

test("a bracket finds its partner, full-width ones and those in comments minded", () => {
  assert.deepEqual(bracketPair("f(a)", 4), [1, 3]);
  assert.deepEqual(bracketPair("f（a)", 1), [1, 3]);
  assert.deepEqual(bracketPair("(a # )\n)", 0), [0, 7]);
  assert.equal(bracketPair("f(a", 2), null);
});

test("other numbers are the same graph, other operands are not", () => {
  const changed = (change) => ({ ...TRACE, nodes: TRACE.nodes.map((node) => ({ ...node, ...change(node) })) });
  assert.ok(isSameGraph(TRACE, changed(({ id }) => (id === 0 ? { data: 7, text: "7" } : {}))));
  assert.ok(!isSameGraph(TRACE, changed(({ id }) => (id === 2 ? { operands: [0, 1] } : {}))));
  assert.ok(!isSameGraph(TRACE, changed(({ id }) => (id === 0 ? { label: "", text: "7" } : {}))));
});

test("a card needs room for the widest number that it ever shows", () => {
  assert.deepEqual(needs(TRACE)[0], { data: "3.0000".length, grad: "12.0000".length, isMarked: false });
});
