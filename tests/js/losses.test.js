import assert from "node:assert/strict";
import { test } from "node:test";

import { lossesOf, lostEdges } from "../../static/js/losses.js";
import { TRACE } from "./traces.js";

const [A, B, C] = [0, 1, 2];
const WITH_EQUALS = { ...TRACE, options: { accumulate: "=" } };
const FIRST = TRACE.steps.findIndex(({ phase }) => phase === "backward");
const END = TRACE.steps.length;
const lostAt = (...place) => [...lostEdges(WITH_EQUALS, ...place)].sort();

test("nothing is lost where += adds", () => {
  assert.equal(lossesOf(TRACE).size, 0);
  assert.equal(lostEdges(TRACE, END, 0).size, 0);
});

test("a write to a grad that is not 0 loses what stood there, and knows whose it was", () => {
  const [first, second] = TRACE.steps[FIRST + 1].events;
  const losses = lossesOf(WITH_EQUALS);
  assert.deepEqual(losses.get(first), { target: A, user: C, slot: 1 });
  assert.deepEqual(losses.get(second), { target: A, user: B, slot: 0 });
  assert.equal(losses.get(TRACE.steps[FIRST].events[1]), undefined);
});

test("an edge is lost from the write that does away with its contribution on", () => {
  assert.deepEqual(lostAt(FIRST + 1, 0), []);
  assert.deepEqual(lostAt(FIRST + 1, 1), [`${A}-${C}-1`]);
  assert.deepEqual(lostAt(FIRST + 2, 0), [`${A}-${B}-0`, `${A}-${C}-1`]);
});

test("zero_grad() and another backward() begin anew", () => {
  const cleared = TRACE.steps.findIndex(({ phase }) => phase === "zero_grad");
  assert.deepEqual(lostAt(cleared + 1, 0), []);
  assert.deepEqual(lostAt(cleared + 2, 0), []);
  assert.equal(lostAt(END, 0).length, 2);
});

test("what an earlier backward() left is nobody's contribution of this one", () => {
  const steps = TRACE.steps.filter(({ phase }) => phase !== "zero_grad").map((step) => structuredClone(step));
  const twice = { ...WITH_EQUALS, steps };
  const again = steps.findLastIndex(({ phase }) => phase === "topo") + 1;
  const write = steps[again].events.find(({ kind, target }) => kind === "write" && target === A);
  write.before = 12;
  assert.equal(lossesOf(twice).get(write).user, null);
  assert.equal(lostEdges(twice, again + 1, 0).size, 0);
});
