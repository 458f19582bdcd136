/** The step in words and numbers: which it is, one sentence, a line for each write, the code that ran. */

import { stepShown } from "../fold.js";
import { shown } from "../numbers.js";
import { element, filled, setText } from "./changes.js";

export class Words {
  constructor(root, texts) {
    this._kicker = root.querySelector('[data-role="kicker"]');
    this._explanation = root.querySelector('[data-role="explanation"]');
    this._more = root.querySelector('[data-role="more"]');
    this._writes = root.querySelector('[data-role="writes"]');
    this._card = root.querySelector('[data-role="code-card"]');
    this._code = root.querySelector('[data-role="code"]');
    this._texts = texts;
  }

  /** @param {import("../fold.js").Frame} frame */
  paint(frame, trace) {
    const now = stepShown(trace, frame.step, frame.event);
    if (!now) {
      this._say(this._texts.start_kicker, this._texts.start, [], "");
      if (trace.steps.length > 0) setText(this._more, this._texts.start_more);
      return;
    }
    const { step, events } = now;
    const place = filled(this._texts.event_of, { event: frame.event, events: step.events.length });
    const kicker = frame.event > 0 ? `${step.title} · ${place}` : step.title;
    const lines = events.filter(({ kind }) => kind === "write").map((write) => writeLine(write, step, trace));
    this._say(kicker, step.explanation, lines, step.code);
  }

  /** There is no trace to speak of, as the program is wrong or there is none. */
  clear(isEmpty) {
    this._say(this._texts.empty_kicker, isEmpty ? this._texts.nothing : this._texts.empty, [], "");
  }

  _say(kicker, explanation, lines, code) {
    setText(this._kicker, kicker);
    setText(this._explanation, explanation);
    setText(this._more, "");
    this._writes.replaceChildren(...lines);
    setText(this._code, code);
    this._card.hidden = code === "";
  }
}

/** `x1.grad += w1.data × out.grad → 0.0000 + (-3.0000) × 0.5000 = -1.5000` */
function writeLine(write, step, trace) {
  const target = element("b", {}, `${spoken(trace.nodes[write.target])}.grad`);
  const local = bound(write.local_text, trace.nodes[step.node], trace);
  const factor = /[+-] /.test(write.local_text) ? `(${local})` : local;
  const sum = element("span", { class: "sum" });
  sum.append(`→ ${shown(write.before)} + ${operand(write.local)} × ${operand(write.upstream)} = `);
  sum.append(element("b", {}, shown(write.after)));
  return element("li", {}, target, ` += ${factor} × out.grad `, sum);
}

/** What a local derivative says of `self` and `other`, with the operands' own names. */
function bound(text, node, trace) {
  const names = { self: spoken(trace.nodes[node.operands[0]]), other: spoken(trace.nodes[node.operands.at(-1)]) };
  return text.replace(/\b(self|other)\./g, (_, name) => `${names[name]}.`);
}

/** A name that stands before a dot: what has no name of its own goes in brackets. */
function spoken(node) {
  return node.label || `(${node.text})`;
}

/** A number inside a sum or a product: a negative one in brackets. */
function operand(number) {
  const text = shown(number);
  return text.startsWith("-") ? `(${text})` : text;
}
