/**
 * Filling in gradients by hand: what is asked at which step, whether an answer is right, and what to say of a wrong
 * one. No DOM. What is asked comes from the events that happened, so it holds for every way to run the engine.
 *
 * @typedef {object} Question  what a Value's grad is after a step
 * @property {number} step  its index in the trace
 * @property {number} node  whose grad it is
 * @property {number} out  the node whose `_backward` runs
 * @property {number} before
 * @property {number} answer
 * @property {object[]} writes  the events that led there; none where backward() seeds it
 * @property {boolean} adds  whether contributions are added, as they should be
 * @property {"open" | "right" | "revealed" | "skipped" | "given"} state  given: on show before it was asked
 * @property {boolean} isAsked
 * @property {number} tries
 * @property {Reply | null} reply  to the latest answer
 *
 * @typedef {object} Reply
 * @property {"unreadable" | "right" | "hint" | "rule" | "revealed"} kind
 * @property {string} [hint]  what the answer looks like, where that can be told
 * @property {string} [rule]  of the operator
 * @property {string[]} [more]  what else counts
 */

import { HIDDEN, toNumber } from "./numbers.js";

/** As many are asked of one program; the gradients after them are on show. */
export const MOST = 200;

const LONGEST = 60; // characters of an answer
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;
const WORDS = { nan: NaN, inf: Infinity, infinity: Infinity, "∞": Infinity };
const SHOWN = 5e-5; // half of the last decimal that a card shows
const RELATIVE = 1e-4;
const RULES = { "+": "add", "*": "multiply", "**": ["base", "exponent"] };

/**
 * A question for each grad that a `_backward` writes to, in the order of the writes; none where nothing is passed on.
 * @returns {Question[]}
 */
export function questionsOf(trace) {
  const found = [];
  for (const [step, { phase, node, events }] of trace.steps.entries()) {
    if (found.length >= MOST) break;
    if (phase === "backward") found.push(...asked(trace, step, node, events));
  }
  return found.some(({ writes }) => writes.length > 0) ? found.slice(0, MOST) : [];
}

function asked(trace, step, out, events) {
  const byNode = new Map();
  const adds = trace.options?.accumulate !== "=";
  for (const event of events) {
    const isWrite = event.kind === "write";
    if (!isWrite && event.kind !== "seed") continue;
    const node = isWrite ? event.target : event.node;
    const fresh = { state: "open", isAsked: false, tries: 0, reply: null };
    if (!byNode.has(node)) {
      byNode.set(node, { step, node, out, before: toNumber(event.before), writes: [], adds, ...fresh });
    }
    const question = byNode.get(node);
    question.answer = toNumber(event.after);
    if (isWrite) question.writes.push(event);
  }
  return [...byNode.values()];
}

/** The number that was typed, as a decimal, a fraction, inf or nan; null where it is none. @param {string} text */
export function numberTyped(text) {
  const typed = text.normalize("NFKC").replaceAll("−", "-").replace(/\s+/g, "").toLowerCase();
  if (typed.length > LONGEST) return null;
  const [, sign, word] = /^([+-]?)(.*)$/.exec(typed);
  if (Object.hasOwn(WORDS, word)) return sign === "-" ? -WORDS[word] : WORDS[word];
  const parts = typed.split("/");
  if (parts.length > 2 || !parts.every((part) => DECIMAL.test(part))) return null;
  const [above, below = 1] = parts.map(Number);
  return below === 0 ? null : above / below;
}

/** Whether two numbers agree as far as a card shows them. */
export function agrees(typed, answer) {
  if (Number.isNaN(answer) || !Number.isFinite(answer)) return Object.is(typed, answer);
  const size = Math.abs(answer);
  const close = size !== 0 && size < 1e-3 ? RELATIVE * size : Math.max(SHOWN, RELATIVE * size);
  return Math.abs(typed - answer) <= close * (1 + 1e-9);
}

/** The rule by which a node passes its gradient on, as the key of its text. @param {Question} question */
export function ruleOf(trace, { out, writes }) {
  if (writes.length === 0) return "seed";
  const { op } = trace.nodes[out];
  const rule = RULES[op] ?? (op.startsWith("**") ? "power" : op);
  return Array.isArray(rule) ? rule[writes[0].slot] : rule;
}

/** What a wrong answer looks like: the key of the hint for it, or null. */
export function hintFor({ answer, before, writes, adds }, typed) {
  if (writes.length === 0) return null;
  const contributions = writes.map(({ contribution }) => toNumber(contribution));
  const total = contributions.reduce((sum, each) => sum + each, 0);
  const is = (number) => agrees(typed, number);
  if (adds && before !== 0 && is(total)) return "before";
  if (writes.length > 1 && contributions.some(is)) return adds ? "uses" : "replace";
  if (!adds && is(before + total)) return "replace";
  if (answer !== 0 && is(-answer)) return "sign";
  if (writes.some(({ local }) => is(toNumber(local)))) return "local";
  return is(toNumber(writes[0].upstream)) ? "upstream" : null;
}

/** What else counts in a question, besides the rule of its operator: keys of texts. */
function circumstances({ before, writes, adds }) {
  const isMany = writes.length > 1;
  if (!adds) return isMany || before !== 0 ? ["replace"] : [];
  return [...(isMany ? ["uses"] : []), ...(before !== 0 && writes.length > 0 ? ["before"] : [])];
}

/** One round of questions about a trace. */
export class Puzzle {
  constructor(trace) {
    this.trace = trace;
    this.questions = questionsOf(trace);
  }

  /** Those of the step on show at a place. */
  at({ step, event }) {
    const shown = event > 0 ? step : step - 1;
    return this.questions.filter((question) => question.step === shown);
  }

  /** The first one after a place. */
  after({ step, event }) {
    const shown = event > 0 ? step : step - 1;
    return this.questions.find((question) => question.step > shown);
  }

  /** The person is at this place: what lies behind is not asked any more. */
  visit({ step, event }) {
    const shown = event > 0 ? step : step - 1;
    for (const question of this.questions) {
      if (question.step > shown) break;
      if (question.step === shown) question.isAsked ||= question.state === "open";
      else if (question.state === "open") question.state = question.isAsked ? "skipped" : "given";
    }
  }

  /** @param {Question} question @param {string} text @returns {Reply} */
  answer(question, text) {
    const typed = numberTyped(text);
    if (typed === null) return (question.reply = { kind: "unreadable" });
    question.tries += 1;
    if (agrees(typed, question.answer)) {
      question.state = "right";
      return (question.reply = { kind: "right" });
    }
    // The rule at once, its numbers only at the next try: whoever works them out has learnt more.
    const rule = ruleOf(this.trace, question);
    const isFirst = question.tries === 1;
    question.reply = isFirst
      ? { kind: "hint", hint: hintFor(question, typed), rule }
      : { kind: "rule", rule, more: circumstances(question) };
    return question.reply;
  }

  reveal(question) {
    question.state = "revealed";
    question.reply = { kind: "revealed", rule: ruleOf(this.trace, question), more: circumstances(question) };
  }

  /** Right at the first try, of those that were asked and are over. */
  get score() {
    const over = this.questions.filter(({ state, isAsked }) => isAsked && state !== "open" && state !== "given");
    return { right: over.filter(({ state, tries }) => state === "right" && tries === 1).length, asked: over.length };
  }
}

/** The puzzle of a page: there while its panel is open, and new with each program. */
export class Puzzles {
  /** @param {import("./state.js").State} state @returns {Puzzle | null} */
  of({ panel, trace }) {
    if (panel !== "predict" || trace === null) return null;
    if (this._puzzle?.trace !== trace) this._puzzle = new Puzzle(trace);
    return this._puzzle;
  }

  /** All is asked again. */
  restart() {
    this._puzzle = null;
  }

  /** The person is at this place. */
  visit(place, state) {
    this.of(state)?.visit(place);
  }

  /**
   * The frame as it may be shown: grads that are still asked for are hidden, and `isAsking` says that some are.
   * @param {import("./fold.js").Frame} frame
   */
  veil(frame, state) {
    const puzzle = this.of(state);
    if (!puzzle) return frame;
    const open = puzzle.at(frame).filter((question) => question.state === "open");
    const hidden = new Set(open.map(({ node }) => node).filter((node) => frame.changed.includes(node)));
    const nodes = frame.nodes.map((node, id) => (hidden.has(id) ? { ...node, grad: HIDDEN } : node));
    return { ...frame, nodes, isAsking: open.length > 0 };
  }
}
