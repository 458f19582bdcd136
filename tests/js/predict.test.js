import assert from "node:assert/strict";
import { test } from "node:test";

import { frame } from "../../static/js/fold.js";
import { HIDDEN, shown, whole } from "../../static/js/numbers.js";
import { MOST, Puzzle, Puzzles, agrees, hintFor, numberTyped, questionsOf, ruleOf } from "../../static/js/predict.js";
import { TRACE } from "./traces.js";

const [A, B, C] = [0, 1, 2];
const at = (step, event = 0) => ({ step, event });

/** A trace of one call with these writes. */
function called(op, writes, options = {}, operands = writes.map((_, index) => index)) {
  const out = { id: 9, label: "out", text: "", op, operands };
  const nodes = [...Array(9).keys()].map((id) => ({ id, label: `n${id}`, text: "", op: "", operands: [] }));
  const events = writes.map((write, slot) => ({ kind: "write", target: 0, slot, before: 0, ...write }));
  return { nodes: [...nodes, out], options, steps: [{ phase: "backward", node: 9, events }] };
}

test("each grad that a step writes is asked for once, in the order of the writes, the seed before them", () => {
  const questions = questionsOf(TRACE).filter(({ step }) => step < 6);
  assert.deepEqual(questions.map(({ step, node, before, answer }) => [step, node, before, answer]), [
    [3, C, 0, 1],
    [3, B, 0, 3],
    [3, A, 0, 6],
    [4, A, 6, 12],
  ]);
  assert.deepEqual(questions.map(({ writes }) => writes.length), [0, 1, 1, 2]);
});

test("a second backward() is asked for as well", () => {
  assert.equal(questionsOf(TRACE).length, 8);
});

test("where nothing is passed on there is nothing to ask, though backward() seeds its root", () => {
  const seed = { kind: "seed", node: 0, before: 0, after: 1 };
  assert.deepEqual(questionsOf({ nodes: [], steps: [{ phase: "backward", node: 0, events: [seed] }] }), []);
});

test("of a long trace a bounded number is asked", () => {
  const step = { phase: "backward", node: 1, events: [{ kind: "write", target: 0, slot: 0, before: 0, after: 1 }] };
  assert.equal(questionsOf({ nodes: [], steps: Array(5 * MOST).fill(step) }).length, MOST);
});

test("decimals, fractions, inf and nan are numbers, however they are typed", () => {
  const typed = { "0.5": 0.5, " -1.5 ": -1.5, "1/2": 0.5, "-3/6": -0.5, "−2": -2, "1e-3": 0.001, ".25": 0.25, "1.5/3": 0.5 };
  for (const [text, number] of Object.entries(typed)) assert.equal(numberTyped(text), number, text);
  assert.equal(numberTyped("１．５"), 1.5);
  assert.ok(Number.isNaN(numberTyped("NaN")));
  assert.equal(numberTyped("-inf"), -Infinity);
  assert.equal(numberTyped("∞"), Infinity);
});

test("what is no number is refused, and so is a division by 0 and a very long text", () => {
  for (const text of ["", "x", "1/0", "1/2/3", "0x10", "1,5", "--1", "e5", "constructor", "1".repeat(200)]) {
    assert.equal(numberTyped(text), null, text);
  }
});

test("an answer is right as far as a card shows it", () => {
  assert.ok(agrees(0.5, 0.4999999999999998));
  assert.ok(agrees(-0.1036, -0.10355339059327374));
  assert.ok(agrees(22026.47, 22026.465794806718));
  assert.ok(agrees(8.2446e-9, 8.24461e-9));
  assert.ok(!agrees(0, 8.2446e-9));
  assert.ok(!agrees(0.5002, 0.5));
  assert.ok(!agrees(0.5, -0.5));
});

test("nan and inf are right for themselves alone", () => {
  assert.ok(agrees(NaN, NaN));
  assert.ok(agrees(-Infinity, -Infinity));
  assert.ok(!agrees(Infinity, -Infinity));
  assert.ok(!agrees(1, NaN));
  assert.ok(!agrees(NaN, 1));
  assert.ok(!agrees(Infinity, 1));
});

test("each operator has its rule, and the two sides of a power have two", () => {
  const write = { local: 1, upstream: 1, contribution: 1, after: 1 };
  const rule = (op, slot = 0) => ruleOf(called(op, []), { out: 9, writes: [{ ...write, slot }] });
  assert.deepEqual(["+", "*", "**2", "**-1", "tanh", "relu"].map((op) => rule(op)), [
    "add", "multiply", "power", "power", "tanh", "relu",
  ]);
  assert.deepEqual([rule("**", 0), rule("**", 1)], ["base", "exponent"]);
  assert.equal(ruleOf(called("*", []), { out: 9, writes: [] }), "seed");
});

test("a hint names the mistake that a wrong answer shows", () => {
  const one = { local: 3, upstream: 0.5, contribution: 1.5 };
  const hint = (typed, more = {}) => hintFor({ answer: 1.5, before: 0, writes: [one], adds: true, ...more }, typed);
  assert.equal(hint(-1.5), "sign");
  assert.equal(hint(3), "local");
  assert.equal(hint(0.5), "upstream");
  assert.equal(hint(7), null);
  assert.equal(hint(1.5, { before: 1, answer: 2.5 }), "before");
  assert.equal(hint(1.5, { writes: [one, one], answer: 3 }), "uses");
  assert.equal(hint(3, { writes: [one, one], adds: false }), "replace");
  assert.equal(hint(2, { writes: [] }), null);
});

test("the rule is told at once, what else counts at the next try, and the score counts first tries", () => {
  const puzzle = new Puzzle(TRACE);
  puzzle.visit(at(5));
  const [question] = puzzle.at(at(5));
  assert.equal(question.node, A);
  assert.deepEqual(puzzle.answer(question, "6"), { kind: "hint", hint: "before", rule: "add" });
  assert.deepEqual(puzzle.answer(question, "twelve"), { kind: "unreadable" });
  assert.deepEqual(puzzle.answer(question, "7"), { kind: "rule", rule: "add", more: ["uses", "before"] });
  assert.deepEqual(puzzle.answer(question, "12.0"), { kind: "right" });
  assert.equal(question.tries, 3);
  assert.deepEqual(puzzle.score, { right: 0, asked: 1 });
});

test("with = what is written last is the answer", () => {
  const write = { local: 1, upstream: 2, contribution: 2, after: 2 };
  const [question] = questionsOf(called("+", [write, { ...write, before: 2 }], { accumulate: "=" }));
  assert.equal(question.answer, 2);
  const puzzle = new Puzzle(called("+", [write, { ...write, before: 2 }], { accumulate: "=" }));
  const [again] = puzzle.at(at(1));
  puzzle.answer(again, "5");
  assert.deepEqual(puzzle.answer(again, "4"), { kind: "rule", rule: "add", more: ["replace"] });
});

test("what was passed by is no longer asked: it counts where it was on show", () => {
  const puzzle = new Puzzle(TRACE);
  puzzle.visit(at(4));
  puzzle.visit(at(5));
  assert.deepEqual(puzzle.at(at(4)).map(({ state }) => state), ["skipped", "skipped", "skipped"]);
  assert.deepEqual(puzzle.score, { right: 0, asked: 3 });
  const later = new Puzzle(TRACE);
  later.visit(at(5));
  assert.deepEqual(later.at(at(4)).map(({ state }) => state), ["given", "given", "given"]);
  assert.deepEqual(later.score, { right: 0, asked: 0 });
});

test("a frame hides what is still asked for, until it is answered or revealed", () => {
  const puzzles = new Puzzles();
  const state = { panel: "predict", trace: TRACE };
  const veiled = () => puzzles.veil(frame(TRACE, 4), state);
  assert.deepEqual(veiled().nodes.map(({ grad }) => grad === HIDDEN), [true, true, true]);
  const [seed, b] = puzzles.of(state).at(at(4));
  puzzles.of(state).answer(seed, "1");
  puzzles.of(state).reveal(b);
  assert.deepEqual(veiled().nodes.map(({ grad }) => grad), [HIDDEN, 3, 1]);
  assert.equal(veiled().isAsking, true);
});

test("in the middle of a step only what is written already is hidden", () => {
  const veiled = new Puzzles().veil(frame(TRACE, 3, 1), { panel: "predict", trace: TRACE });
  assert.deepEqual(veiled.nodes.map(({ grad }) => grad), [0, 0, HIDDEN]);
});

test("with its panel closed nothing is hidden", () => {
  const plain = frame(TRACE, 4);
  assert.equal(new Puzzles().veil(plain, { panel: null, trace: TRACE }), plain);
});

test("a hidden number reads as a question mark, whole too", () => {
  assert.equal(shown(HIDDEN), "?");
  assert.equal(whole(HIDDEN), "?");
});
