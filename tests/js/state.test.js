import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, atEnd, atStart, isEdited, isStale, reduce } from "../../static/js/state.js";
import { TRACE } from "./traces.js";

const START = reduce({ ...EMPTY, source: TRACE.source }, { type: "traced", trace: TRACE });
const does = (state, ...types) => types.reduce((now, type) => reduce(now, { type }), state);
const place = ({ step, event }) => [step, event];

test("a traced program opens before its first step", () => {
  assert.deepEqual(place(START), [0, 0]);
  assert.ok(atStart(START));
});

test("next and previous go a step at a time and stop at the ends", () => {
  assert.deepEqual(place(does(START, "next", "next")), [2, 0]);
  assert.deepEqual(place(does(START, "next", "next", "prev")), [1, 0]);
  assert.deepEqual(place(does(START, "prev")), [0, 0]);
  assert.deepEqual(place(does(START, "last", "next")), [11, 0]);
  assert.ok(atEnd(does(START, "last")));
});

test("into goes an event at a time, and passes a step without events in one go", () => {
  assert.deepEqual(place(does(START, "into")), [0, 1]);
  assert.deepEqual(place(does(START, "into", "into")), [1, 0]);
  const leaf = reduce(START, { type: "go", step: 5 });
  assert.deepEqual(place(does(leaf, "into")), [6, 0]);
  assert.deepEqual(place(does(leaf, "into", "into-back")), [5, 0]);
});

test("into-back undoes into, everywhere", () => {
  const seen = [];
  let state = START;
  for (; !atEnd(state); state = does(state, "into")) seen.push(place(state));
  for (const before of seen.reverse()) {
    state = does(state, "into-back");
    assert.deepEqual(place(state), before);
  }
  assert.deepEqual(place(does(state, "into-back")), [0, 0]);
});

test("between events, next finishes the step and previous goes back to its start", () => {
  const inside = reduce(START, { type: "go", step: 3, event: 1 });
  assert.deepEqual(place(does(inside, "next")), [4, 0]);
  assert.deepEqual(place(does(inside, "prev")), [3, 0]);
});

test("a play ends at the last step, and begins anew from there", () => {
  let state = does(reduce(START, { type: "go", step: 9 }), "play", "tick");
  assert.ok(state.playing);
  state = does(state, "tick");
  assert.ok(atEnd(state) && !state.playing);
  assert.deepEqual(place(does(state, "play")), [0, 0]);
});

test("any other move ends a play", () => {
  assert.equal(does(START, "play", "next").playing, false);
});

test("text that was changed since the last run is edited", () => {
  const typed = reduce(START, { type: "typed", source: "a = 4.0" });
  assert.ok(isEdited(typed));
  assert.ok(!isEdited(reduce(typed, { type: "typed", source: TRACE.source })));
});

test("a refused program keeps the last good picture, as stale", () => {
  const typed = reduce(START, { type: "typed", source: "a = " });
  const refused = reduce(does(typed, "run"), { type: "refused", problems: [{ line: 1, column: 5 }] });
  assert.equal(refused.trace, TRACE);
  assert.ok(isStale(refused) && !isEdited(refused) && !refused.busy);
  assert.ok(!isStale(reduce(refused, { type: "traced", trace: TRACE })));
});

test("moves made while a program is traced are meant for that program", () => {
  const busy = does(reduce(START, { type: "go", step: 5 }), "run", "next", "next");
  assert.deepEqual(place(busy), [5, 0]);
  assert.deepEqual(place(reduce(busy, { type: "traced", trace: TRACE })), [2, 0]);
});

test("moves without a trace change nothing", () => {
  assert.equal(does(EMPTY, "next"), EMPTY);
  assert.equal(does(EMPTY, "play"), EMPTY);
});
