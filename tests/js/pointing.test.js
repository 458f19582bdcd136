import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, reduce } from "../../static/js/state.js";
import { TRACE } from "./traces.js";

const START = reduce({ ...EMPTY, source: TRACE.source }, { type: "traced", trace: TRACE });
const at = (state, thing) => reduce(state, { type: "point", ...thing });

test("one thing is pointed at, a node or an edge, or nothing", () => {
  assert.equal(START.pointed, null);
  assert.equal(at(START, { node: 0 }).pointed, 0);
  assert.equal(at(at(START, { node: 0 }), { edge: "0-1-1" }).pointed, "0-1-1");
  assert.equal(at(at(START, { node: 0 }), {}).pointed, null);
});

test("pointing at the same again is no change at all", () => {
  const pointing = at(START, { node: 0 });
  assert.equal(at(pointing, { node: 0 }), pointing);
  assert.equal(at(START, {}), START);
});

test("without a trace there is nothing to point at", () => {
  assert.equal(at(EMPTY, { node: 0 }), EMPTY);
});

test("pointing goes on while stepping and playing, and neither moves nor stops anything", () => {
  const playing = reduce(START, { type: "play" });
  const pointing = at(playing, { node: 1 });
  assert.equal(pointing.playing, true);
  assert.equal(pointing.step, 0);
  assert.equal(reduce(pointing, { type: "tick" }).pointed, 1);
});

test("other numbers in the same graph keep it, another graph clears it", () => {
  const pointing = at(START, { node: 1 });
  const numbers = { ...TRACE, nodes: TRACE.nodes.map((node) => ({ ...node, data: 9, text: "9.0" })) };
  assert.equal(reduce(pointing, { type: "traced", trace: numbers }).pointed, 1);
  const others = { ...TRACE, nodes: TRACE.nodes.map((node) => ({ ...node, op: node.op && "*" })) };
  assert.equal(reduce(pointing, { type: "traced", trace: others }).pointed, null);
});

test("it is not held back while a program is on its way", () => {
  const busy = reduce(START, { type: "run" });
  assert.equal(at(busy, { node: 2 }).pointed, 2);
  assert.deepEqual(at(busy, { node: 2 }).held, []);
});
