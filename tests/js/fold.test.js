import assert from "node:assert/strict";
import { test } from "node:test";

import { Player, frame, nearestPlace } from "../../static/js/fold.js";
import { TRACE } from "./traces.js";

const states = (step, event) => frame(TRACE, step, event).nodes.map(({ state }) => state);
const grads = (step, event) => frame(TRACE, step, event).nodes.map(({ grad }) => grad);

/** Every place of the trace, in order. */
function places() {
  const all = TRACE.steps.flatMap(({ events }, step) =>
    Array.from({ length: Math.max(events.length, 1) }, (_, event) => ({ step, event })),
  );
  return [...all, { step: TRACE.steps.length, event: 0 }];
}

test("before the first step no node is there", () => {
  assert.deepEqual(states(0), ["absent", "absent", "absent"]);
  assert.equal(frame(TRACE, 0).active, null);
});

test("a build step brings its leaf operands and lights the new node", () => {
  assert.deepEqual(states(1), ["built", "built", "absent"]);
  assert.equal(frame(TRACE, 1).active, 1);
});

test("the sort leaves an order with every operand before its users", () => {
  assert.deepEqual(frame(TRACE, 3).order, [0, 1, 2]);
  assert.deepEqual(frame(TRACE, 2, 5).order, [0, 1]);
});

test("the root is final at its seed, an operand once every user has contributed", () => {
  assert.deepEqual(states(4), ["partial", "final", "final"]);
  assert.deepEqual(grads(4), [6, 3, 1]);
  assert.deepEqual(states(5), ["final", "final", "final"]);
  assert.deepEqual(grads(5), [12, 3, 1]);
});

test("two uses of one value are two written edges", () => {
  assert.deepEqual(frame(TRACE, 5).written, [[0, 1, 0], [0, 1, 1]]);
  assert.deepEqual(frame(TRACE, 5).changed, [0]);
});

test("between events a frame shows what happened so far, and lights the node whose call runs", () => {
  assert.deepEqual(grads(4, 1), [9, 3, 1]);
  assert.deepEqual(states(4, 1), ["partial", "final", "final"]);
  assert.equal(frame(TRACE, 4, 1).active, 1);
  assert.equal(frame(TRACE, 2, 2).active, 0);
});

test("zero_grad puts every node back to not reached, and a later sort begins a new round", () => {
  assert.deepEqual(states(7), ["built", "built", "built"]);
  assert.deepEqual(grads(7), [0, 0, 0]);
  assert.equal(frame(TRACE, 7).active, null);
  assert.deepEqual(states(11), ["final", "final", "final"]);
  assert.deepEqual(grads(11), [12, 3, 1]);
});

test("folding back gives exactly the frames that folding forwards gave", () => {
  const player = new Player(TRACE);
  const forwards = places().map(({ step, event }) => {
    player.go(step, event);
    return player.frame();
  });
  const back = places()
    .reverse()
    .map(({ step, event }) => {
      player.go(step, event);
      return player.frame();
    })
    .reverse();
  assert.deepEqual(back, forwards);
  assert.deepEqual(forwards[0], frame(TRACE, 0));
});

test("jumps over many steps arrive where single steps do", () => {
  const player = new Player(TRACE);
  for (const step of [11, 0, 7, 3, 10, 5]) {
    player.go(step);
    assert.deepEqual(player.frame(), frame(TRACE, step));
  }
});

test("a place that does not exist is taken to the nearest that does", () => {
  assert.deepEqual(nearestPlace(TRACE, 99, 0), { step: 11, event: 0 });
  assert.deepEqual(nearestPlace(TRACE, -1, 0), { step: 0, event: 0 });
  assert.deepEqual(nearestPlace(TRACE, 0, 2), { step: 1, event: 0 });
  assert.deepEqual(nearestPlace(TRACE, 5, 1), { step: 5, event: 0 });
});

test("numbers that travel as strings arrive as numbers", () => {
  const events = [{ kind: "seed", node: 0, before: 0, after: "Infinity" }];
  const trace = { ...TRACE, steps: [{ phase: "backward", node: 0, events }] };
  assert.equal(frame(trace, 1).nodes[0].grad, Infinity);
});
