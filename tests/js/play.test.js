import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { SPEEDS, clock, nextSpeed } from "../../static/js/play.js";

function playing(t, speed = 1) {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  let ticks = 0;
  const play = clock(() => (ticks += 1), speed, 1000);
  return { play, ticks: () => ticks };
}

/** One millisecond after the other, so that timers set on the way count from where they were set. */
function pass(time) {
  for (let each = 0; each < time; each += 1) mock.timers.tick(1);
}

test("a play answers at once and then keeps its pace", (t) => {
  const { play, ticks } = playing(t);
  play.run(true);
  pass(300);
  assert.equal(ticks(), 1);
  pass(999);
  assert.equal(ticks(), 1);
  pass(1);
  assert.equal(ticks(), 2);
});

test("saying it twice makes one play, and no tick comes after its end", (t) => {
  const { play, ticks } = playing(t);
  play.run(true);
  play.run(true);
  pass(2300);
  assert.equal(ticks(), 3);
  play.run(false);
  play.run(false);
  pass(5000);
  assert.equal(ticks(), 3);
});

test("another speed counts from the next tick on", (t) => {
  const { play, ticks } = playing(t);
  play.run(true);
  pass(300);
  play.speed = 4;
  pass(1000);
  assert.equal(ticks(), 5);
  play.speed = 0.5;
  pass(1999);
  assert.equal(ticks(), 5);
  pass(1);
  assert.equal(ticks(), 6);
});

test("a tick may end the play", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  let ticks = 0;
  const play = clock(() => {
    ticks += 1;
    play.run(false);
  }, 1, 1000);
  play.run(true);
  pass(9000);
  assert.equal(ticks, 1);
});

test("the speeds go around", () => {
  const around = [1];
  while (around.length < 5) around.push(nextSpeed(around.at(-1)));
  assert.deepEqual(around, [1, 2, 4, 0.5, 1]);
  assert.deepEqual(SPEEDS, [0.5, 1, 2, 4]);
});
