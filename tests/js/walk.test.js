import assert from "node:assert/strict";
import { test } from "node:test";

import { ranAt, walkAt } from "../../static/js/walk.js";
import { TRACE } from "./traces.js";

/** A trace that only sorts: operands by id, events as "enter 2". */
function sort(operands, ...events) {
  const marks = events.map((each) => each.split(" ")).map(([kind, node]) => ({ kind, node: Number(node) }));
  const nodes = operands.map((each, id) => ({ id, operands: each }));
  return { nodes, steps: [{ phase: "topo", node: operands.length - 1, events: marks }] };
}

const stacks = (trace) => trace.steps[0].events.map((_, index) => walkAt(trace, 0, index + 1).stack);

test("a + a enters its operand once and skips it the second time", () => {
  const doubled = sort([[], [0, 0]], "enter 1", "enter 0", "append 0", "skip 0", "append 1");
  assert.deepEqual(stacks(doubled), [[1], [1, 0], [1], [1], []]);
  const walk = walkAt(doubled, 0, 4);
  assert.deepEqual([...walk.visited], [1, 0]);
  assert.deepEqual(walk.order, [0]);
  assert.deepEqual(walk.last, { kind: "skip", node: 0 });
});

test("in a diamond the shared Value is left once, and both its users stay on the stack until they are done", () => {
  const diamond = sort(
    [[], [0], [0], [1, 2]],
    ...["enter 3", "enter 1", "enter 0", "append 0", "append 1", "enter 2", "skip 0", "append 2", "append 3"],
  );
  assert.deepEqual(stacks(diamond), [[3], [3, 1], [3, 1, 0], [3, 1], [3], [3, 2], [3, 2], [3], []]);
  assert.deepEqual(walkAt(diamond, 0, 9).order, [0, 1, 2, 3]);
});

test("a leaf alone is the whole walk", () => {
  const leaf = sort([[]], "leaf 0", "enter 0", "append 0");
  assert.deepEqual(stacks(leaf), [[], [0], []]);
  assert.deepEqual(walkAt(leaf, 0, 1).last, { kind: "leaf", node: 0 });
  assert.deepEqual(walkAt(leaf, 0, 3).order, [0]);
});

test("where appending comes before the operands, a Value stays on the stack until they were seen", () => {
  const preorder = sort([[], [0, 0]], "enter 1", "append 1", "enter 0", "append 0", "skip 0");
  assert.deepEqual(stacks(preorder), [[1], [1], [1, 0], [1], []]);
  assert.deepEqual(walkAt(preorder, 0, 5).order, [1, 0]);
});

test("there is a walk inside a sort alone", () => {
  assert.equal(walkAt(TRACE, 2, 0), null, "before its first event");
  assert.deepEqual(walkAt(TRACE, 2, 3).stack, [1]);
  assert.equal(walkAt(TRACE, 3, 0), null, "once it is done");
  assert.equal(walkAt(TRACE, 3, 1), null, "in a _backward");
  assert.equal(walkAt(TRACE, 11, 0), null, "at the end");
});

test("what has run are the calls before the one on show, since the last sort", () => {
  const ran = (...place) => [...ranAt(TRACE, ...place)];
  assert.deepEqual(ran(0, 0), []);
  assert.deepEqual(ran(3, 0), []);
  assert.deepEqual(ran(3, 1), []);
  assert.deepEqual(ran(4, 0), []);
  assert.deepEqual(ran(4, 1), [2]);
  assert.deepEqual(ran(5, 0), [2]);
  assert.deepEqual(ran(6, 0), [1, 2]);
  assert.deepEqual(ran(7, 0), [], "after zero_grad()");
  assert.deepEqual(ran(8, 0), []);
  assert.deepEqual(ran(11, 0), [1, 2]);
});
