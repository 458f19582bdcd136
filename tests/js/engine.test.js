import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf, chosenOptions } from "../../static/js/engine.js";
import { DEFAULTS } from "../../static/js/links.js";

test("a choice asks for its own option alone", () => {
  assert.deepEqual(chosenOptions({ order: 4 }, "accumulate", "="), { accumulate: "=" });
  assert.deepEqual(chosenOptions({}, "schedule", "preorder"), { schedule: "preorder" });
});

test("an order is a number, whatever it was written as", () => {
  assert.deepEqual(chosenOptions({ order: 4 }, "order", "0"), { order: 0 });
  assert.deepEqual(chosenOptions({}, "order", "7"), { order: 7 });
});

test("the next order is one that was not there, and is never the one as written", () => {
  assert.deepEqual(chosenOptions({}, "order", "next"), { order: 1 });
  assert.deepEqual(chosenOptions({ order: 4 }, "order", "next"), { order: 5 });
  assert.deepEqual(chosenOptions({ order: 2 ** 31 - 1 }, "order", "next"), { order: 1 });
});

test("back to normal is every default", () => {
  assert.deepEqual(chosenOptions({ accumulate: "=", order: 9 }, "all", "normal"), { ...DEFAULTS });
});

test("what is not as it should be is named in the order of the panel", () => {
  assert.deepEqual(changesOf({}), []);
  assert.deepEqual(changesOf({ ...DEFAULTS }), []);
  assert.deepEqual(changesOf({ order: 2, granularity: "composed", schedule: "recursive", accumulate: "=" }), [
    "engine_accumulate",
    "engine_recursive",
    "engine_composed",
    "engine_order",
  ]);
  assert.deepEqual(changesOf({ schedule: "preorder" }), ["engine_preorder"]);
});
