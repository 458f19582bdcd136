import assert from "node:assert/strict";
import { test } from "node:test";

import { firstOf, namePlaces, nextRun, previousRun, runsOf } from "../../static/js/phases.js";

const step = (phase, ...kinds) => ({ phase, events: kinds.map((kind) => ({ kind })) });
const STEPS = [
  step("build", "leaf", "node"),
  step("build", "node"),
  step("topo", "enter"),
  step("backward", "seed", "write"),
  step("backward"),
  step("zero_grad", "clear"),
  step("topo", "enter"),
  step("backward", "seed"),
];

test("neighbouring steps of one phase are a run", () => {
  assert.deepEqual(runsOf(STEPS).map(({ phase, start, count }) => [phase, start, count]), [
    ["build", 0, 2],
    ["topo", 2, 1],
    ["backward", 3, 2],
    ["zero_grad", 5, 1],
    ["topo", 6, 1],
    ["backward", 7, 1],
  ]);
  assert.deepEqual(runsOf([]), []);
});

test("a second backward() that nothing separates from the first is a run of its own", () => {
  const steps = [step("backward", "seed", "write"), step("backward"), step("backward", "seed")];
  assert.deepEqual(runsOf(steps).map(({ count }) => count), [2, 1]);
});

test("a phase is reached at its first step", () => {
  const runs = runsOf(STEPS);
  assert.equal(firstOf(runs, "build"), 1);
  assert.equal(firstOf(runs, "backward"), 4);
  assert.equal(firstOf(runs.slice(0, 1), "backward"), null);
});

test("the next run, and at the last one the end; the run before, and at the first one the beginning", () => {
  const runs = runsOf(STEPS);
  assert.deepEqual([0, 1, 2, 3, 4, 8].map((at) => nextRun(runs, at)), [1, 3, 3, 4, 6, 8]);
  assert.deepEqual([0, 1, 2, 3, 5, 8].map((at) => previousRun(runs, at)), [0, 0, 1, 1, 4, 7]);
  assert.equal(previousRun(runs, 4, 1), 4);
  assert.equal(nextRun([], 0), 0);
});

const NEURON = [
  { phase: "build", start: 0, count: 5 },
  { phase: "topo", start: 5, count: 1 },
  { phase: "backward", start: 6, count: 10 },
];
const WIDTHS = [28, 24, 56];

test("a name begins with its run where there is room", () => {
  assert.deepEqual(namePlaces(NEURON, WIDTHS, 640), [0, 200, 240]);
});

test("a name makes way to the left as long as it stands at its run, else it is left out", () => {
  const [, sort] = namePlaces(NEURON, WIDTHS, 346);
  assert.ok(sort < (346 * 5) / 16 && sort + 24 + 8 <= (346 * 6) / 16);
  assert.deepEqual(namePlaces(NEURON, WIDTHS, 240), [0, null, 90]);
});

test("no name stands where something else does", () => {
  assert.deepEqual(namePlaces(NEURON, WIDTHS, 160, 100), [0, null, 44]);
  assert.deepEqual(namePlaces(NEURON, WIDTHS, 160, 60), [0, 36, null]);
});
