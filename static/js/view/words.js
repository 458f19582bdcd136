/** The step in words and numbers: which it is, one sentence, a line for each change, the closure card. */

import { stepShown } from "../fold.js";
import { linesOf, uncut } from "../lines.js";
import { element, filled, setAttribute, setText } from "./changes.js";
import { ClosureCard } from "./closure.js";
import { meaning, piece, reference, term, upstream, woven } from "./pieces.js";

const SIGNS = { "+=": "accumulate", "=": "overwrite" }; // and what explains them

export class Words {
  constructor(root, texts) {
    this._kicker = root.querySelector('[data-role="kicker"]');
    this._legends = [...root.querySelectorAll("[data-legend]")];
    this._explanation = root.querySelector('[data-role="explanation"]');
    this._more = root.querySelector('[data-role="more"]');
    this._sign = root.querySelector('[data-role="sign"]');
    this._writes = root.querySelector('[data-role="writes"]');
    this._sentence = this._writes.parentElement;
    this._card = new ClosureCard(root, texts);
    this._texts = texts;
  }

  /** @param {import("../fold.js").Frame} frame */
  paint(frame, trace) {
    const now = stepShown(trace, frame.step, frame.event);
    if (!now) {
      this._say(this._texts.start_kicker, this._texts.start);
      if (trace.steps.length > 0) setText(this._more, this._texts.start_more);
      return;
    }
    const { step, events } = now;
    const isWhole = frame.event === 0;
    const place = filled(this._texts.event_in_step, {
      step: frame.step + 1,
      event: frame.event,
      events: step.events.length,
    });
    const lines = linesOf(trace, step, events, isWhole);
    this._signs(trace.options?.accumulate ?? "+=");
    this._say(isWhole ? step.title : `${step.title} · ${place}`, step.explanation, lines, legendOf(step, lines, trace));
    if (frame.step === trace.steps.length) setText(this._more, this._texts.finished);
    const names = step.node === null ? "" : wholeNames(trace, trace.nodes[step.node]);
    if (names) this._explanation.title = names;
    this._card.paint(trace, step, events, isWhole);
  }

  /** The legend's sign is the one that the closures have. */
  _signs(sign) {
    setText(this._sign, sign);
    setAttribute(this._sign, "data-term", SIGNS[sign]);
  }

  /** What the step did is asked for, so it is not told yet. @param {import("../fold.js").Frame} frame */
  ask(frame, trace) {
    this._say(stepShown(trace, frame.step, frame.event).step.title, this._texts.predict_words);
  }

  /** There is no trace to speak of, as the program is wrong or there is none. */
  clear(isEmpty) {
    this._say(this._texts.empty_kicker, isEmpty ? this._texts.nothing : this._texts.empty);
  }

  _say(kicker, explanation, lines = [], legend = "") {
    setText(this._kicker, kicker);
    setText(this._explanation, explanation);
    this._explanation.removeAttribute("title");
    setText(this._more, "");
    for (const each of this._legends) each.hidden = each.dataset.legend !== legend;
    this._writes.replaceChildren(...lines.map((line) => this._line(line)));
    // What is latest stands last: it is brought into view inside its own box only.
    this._sentence.scrollTop = lines.at(-1)?.isLatest ? this._sentence.scrollHeight : 0;
    this._card.hide();
  }

  /** @param {import("../lines.js").ChangeLine} line */
  _line(line) {
    const item = element("li", { "data-kind": line.kind });
    if (line.isLatest) item.dataset.latest = "true";
    switch (line.kind) {
      case "write":
        item.append(...writeLine(line), ...this._lost(line));
        break;
      case "seed":
        item.append(gradOf(line), " ", term("seed", "= 1"), ...this._was(line));
        break;
      case "clear":
        item.append(gradOf(line), " = 0", ...this._was(line));
        break;
      case "more":
        item.append(filled(this._texts.more_cleared, line));
        break;
      default:
        item.append(...about(this._texts[`event_${line.sentence}`], line));
    }
    return item;
  }

  /** What `=` wrote over. */
  _lost({ lost, before, lostNode, lostName, lostFull }) {
    if (!lost) return [];
    const said = { before: () => [before], name: () => [reference(lostNode, lostName, lostFull)] };
    return [" ", element("span", { class: "lost" }, ...woven(this._texts[`lost_${lost}`], said))];
  }

  _was({ before }) {
    return before ? [" ", element("span", { class: "sum" }, filled(this._texts.was, { number: before }))] : [];
  }
}

/** Which words explain a step: those of its phase. */
function legendOf(step, lines, trace) {
  if (lines.some(({ kind }) => kind === "write")) return "write";
  const isLeaf = step.phase === "backward" && trace.nodes[step.node].operands.length === 0;
  return isLeaf ? "leaf" : step.phase;
}

/** `x1.grad += w1.data × out.grad → 0.0000 + (-3.0000) × 0.5000 = -1.5000` */
function writeLine(line) {
  const before = line.sign === "=" ? "→ " : `→ ${line.before} + `;
  const sum = element("span", { class: "sum" }, before, meaning("local", line.local), " × ");
  sum.append(meaning("upstream", line.upstream), " = ", element("b", {}, line.after));
  const local = meaning("local", ...line.localParts.map(piece));
  const parts = [gradOf(line), " ", meaning(SIGNS[line.sign], line.sign), " ", local, " × ", upstream(line.out), " ", sum];
  return line.reason ? [...parts, " ", element("span", { class: "reason" }, line.reason)] : parts;
}

/** The names that a step's sentence may have cut, whole. */
function wholeNames(trace, node) {
  const ids = new Set([node.id, ...node.operands]);
  return [...ids].map((id) => uncut(trace.nodes[id])).filter(Boolean).join("\n");
}

function gradOf({ node, name, full }) {
  return element("b", {}, reference(node, name, full), ".grad");
}

/** A sentence with the name of a node in it, maybe more than once. */
function about(template, { node, name, full, number, method, typed, asked }) {
  return woven(template, {
    name: () => [reference(node, name, full)],
    number: () => [number],
    data: () => [number],
    method: () => [method],
    typed: () => [typed],
    asked: () => [asked],
  });
}
