import assert from "node:assert/strict";
import { test } from "node:test";

import { carriedAt, noteColumns } from "../../static/js/carried.js";
import { TRACE } from "./traces.js";

const [A, B, C] = [0, 1, 2];
const BACKWARD = TRACE.steps.findIndex(({ phase }) => phase === "backward");
const edge = (...ids) => ids.join("-");

test("nothing is carried before backward() writes", () => {
  for (let step = 0; step <= BACKWARD; step += 1) assert.equal(carriedAt(TRACE, step, 0).size, 0);
});

test("an edge carries its contribution, with what stood there before and after", () => {
  const found = carriedAt(TRACE, BACKWARD + 1, 0);
  assert.deepEqual([...found.keys()], [edge(B, C, 0), edge(A, C, 1)]);
  assert.deepEqual(found.get(edge(B, C, 0)), { before: "0.0000", contribution: "+3.0000", after: "→ 3.0000", state: "now" });
});

test("inside a step only what has happened is carried", () => {
  assert.equal(carriedAt(TRACE, BACKWARD, 1).size, 0); // the seed
  assert.deepEqual([...carriedAt(TRACE, BACKWARD, 2).keys()], [edge(B, C, 0)]);
});

test("an earlier contribution to the same grad stays beside the one written now", () => {
  const found = carriedAt(TRACE, BACKWARD + 2, 0);
  assert.deepEqual([...found].map(([key, { state }]) => [key, state]), [
    [edge(A, B, 0), "now"],
    [edge(A, B, 1), "now"],
    [edge(A, C, 1), "earlier"],
  ]);
});

test("a contribution from before zero_grad() does not stay", () => {
  const second = TRACE.steps.findLastIndex(({ phase }) => phase === "topo");
  const found = carriedAt(TRACE, second + 2, 0);
  assert.deepEqual([...found.values()].map(({ state }) => state), ["now", "now"]);
});

test("what an equals sign writes over is lost, and says so", () => {
  const found = carriedAt({ ...TRACE, options: { accumulate: "=" } }, BACKWARD + 2, 0);
  assert.equal(found.get(edge(A, C, 1)).state, "lost");
  assert.equal(found.get(edge(A, B, 1)).contribution, "= 3.0000");
});

test("a note has room for the longest text that it ever shows", () => {
  const wide = noteColumns(TRACE);
  for (let step = 0; step <= TRACE.steps.length; step += 1) {
    for (const [key, each] of carriedAt(TRACE, step, 0)) {
      const lengths = [each.before, each.contribution, each.after].map(({ length }) => length);
      assert.ok(lengths.every((length, index) => length <= wide.get(key)[index]), key);
    }
  }
});
