import assert from "node:assert/strict";
import { test } from "node:test";

import { hasMoved, jointSteps, placesOf, reduce } from "../../static/js/joint.js";

test("places count what each side has done", () => {
  assert.deepEqual(placesOf("=ab"), [{ a: 0, b: 0 }, { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 2, b: 2 }]);
});

test("a joint step is the first side's, or of the second where that goes on alone", () => {
  const [a, b] = [{ steps: ["a1", "a2"] }, { steps: ["b1", "b2"] }];
  assert.deepEqual(jointSteps("=ab", placesOf("=ab"), a, b), ["a1", "a2", "b2"]);
});

test("a side waits while the other goes on alone", () => {
  assert.deepEqual([0, 1, 2, 3].map((step) => hasMoved("=ab", step, "a")), [true, true, true, false]);
});

test("moves stay within the steps and end a play", () => {
  const state = { step: 1, steps: 2, playing: true };
  assert.deepEqual(reduce(state, { type: "go", step: 9 }), { step: 2, steps: 2, playing: false });
  assert.deepEqual(reduce(state, { type: "first" }), { step: 0, steps: 2, playing: false });
  assert.deepEqual(reduce(state, { type: "tick" }), { step: 2, steps: 2, playing: false });
  assert.equal(reduce({ ...state, playing: false, step: 2 }, { type: "play" }).step, 0);
});
