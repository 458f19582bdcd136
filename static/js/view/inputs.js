/**
 * A field for each number of the program. Typing, arrow keys and dragging its name rewrite the number in the text,
 * and the program is traced again at once.
 */

import { carried } from "../edits.js";
import { literalsOf, readNumber, rewritten, stepped, written } from "../literals.js";
import { element, filled, setAttribute, setText } from "./changes.js";
import { listenToDrags } from "./dragging.js";

const STEP = { plain: 0.1, shift: 1, alt: 0.01 };

/** @typedef {import("../literals.js").Literal} Literal */

export class Inputs {
  /** @param {Element} root @param {Record<string, string>} texts */
  constructor(root, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._section = part("inputs");
    this._named = part("named-inputs");
    this._more = part("more-inputs");
    this._unnamed = part("unnamed-inputs");
    this._complaint = part("inputs-complaint");
    this._texts = texts;
    this._trace = null;
    this._text = null; // the text in which the literals are where they say
    /** @type {(Literal | null)[]} null for one that an edit of the text has done away with */
    this._literals = [];
    this._rows = [];
  }

  /**
   * @param {object} ways
   * @param {(edit: import("../literals.js").Edit) => void} ways.write  edits the program
   * @param {() => void} ways.undo  @param {() => void} ways.redo  take edits of the program back, and make them again
   * @param {() => void} ways.tune  traces the program as it is now
   */
  connect(ways) {
    this._ways = ways;
    this._section.addEventListener("input", ({ target }) => this._typed(this._indexOf(target), target));
    this._section.addEventListener("focusin", ({ target }) => this._keep(this._indexOf(target)));
    this._section.addEventListener("focusout", ({ target }) => this._show(this._indexOf(target), true));
    this._section.addEventListener("keydown", (press) => this._pressed(press));
    listenToDrags(this._section, "label", {
      begin: (label) => {
        const index = this._indexOf(label);
        return this._literals[index] && { index, text: this._literals[index].text };
      },
      drag: ({ index, text }, count, event) => this._turn(index, stepped(text, count * stepOf(event))),
    });
  }

  /** @param {import("../state.js").State} state */
  paint({ trace, source }) {
    const isAhead = source === this._text; // the last edit came from here, and its trace may be on its way
    if (trace !== this._trace && !(isAhead && trace?.source !== source)) this._take(trace);
    if (trace && source !== this._text) this._follow(source);
  }

  /** The fields of another trace. */
  _take(trace) {
    this._trace = trace;
    this._text = trace?.source ?? null;
    this._literals = trace ? literalsOf(trace) : [];
    const names = this._literals.map(({ node, name }) => `${node} ${name}`).join("\n");
    if (names !== this._names) this._build();
    this._names = names;
    this._rows.forEach((_, index) => this._show(index));
  }

  /** The text was edited elsewhere: the literals go along with it. */
  _follow(source) {
    this._literals = this._literals.map((literal) => {
      const range = literal && carried(literal.range, this._text, source);
      if (!range) return null;
      const text = source.slice(...range);
      if (literal.isFree) return text === this._text.slice(...literal.range) ? { ...literal, range } : null;
      return readNumber(text) === null ? null : { ...literal, range, text };
    });
    this._text = source;
    this._rows.forEach((_, index) => this._show(index));
  }

  _build() {
    this._rows = this._literals.map(({ node, name, text }, index) => {
      const id = `input-${index}`;
      const label = element("label", { for: id }, element("bdi"));
      const field = element("input", { id, role: "spinbutton", autocomplete: "off", spellcheck: "false" });
      field.setAttribute("data-input", name || node);
      const isLong = text.length > 10;
      return { row: element("div", { class: isLong ? "input long" : "input", "data-ref": node }, label, field), label: label.firstChild, field };
    });
    const rowsOf = (isNamed) => this._rows.filter((_, index) => Boolean(this._literals[index].name) === isNamed);
    this._named.replaceChildren(...rowsOf(true).map(({ row }) => row));
    this._unnamed.replaceChildren(...rowsOf(false).map(({ row }) => row));
    this._more.hidden = rowsOf(false).length === 0;
    this._section.hidden = this._rows.length === 0;
  }

  /** What a field and its name read. A field that is typed in keeps what was typed, as long as it means the same. */
  _show(index, isLeft = false) {
    if (!this._rows[index]) return;
    const { field, label } = this._rows[index];
    const literal = this._literals[index];
    field.readOnly = literal === null;
    if (literal === null) return;
    const text = written(literal.text).replaceAll(" ", "");
    const value = readNumber(text);
    const isTyped = !isLeft && field.getRootNode().activeElement === field;
    if (!(isTyped && Object.is(readNumber(field.value), value)) && field.value !== text) field.value = text;
    field.removeAttribute("aria-invalid");
    if (isLeft) setText(this._complaint, "");
    setAttribute(field, "aria-valuenow", value);
    setAttribute(field, "aria-valuetext", text);
    setAttribute(field, "title", text); // a long one doesn't fit
    const name = literal.name || this._whereabouts(literal);
    setText(label, name);
    setAttribute(label, "title", name);
  }

  /** A number without a name is known by the first expression that it is in. */
  _whereabouts({ node, place }) {
    const user = this._trace.nodes.find(({ operands }) => operands.includes(node));
    return user ? filled(this._texts.in_expression, { expression: user.text }) : filled(this._texts.at_line, place);
  }

  /** Escape brings back what a field read when it was entered. */
  _keep(index) {
    if (index >= 0) this._kept = this._literals[index]?.text;
  }

  _typed(index, field) {
    const isNumber = readNumber(field.value) !== null;
    setAttribute(field, "aria-invalid", !isNumber);
    setText(this._complaint, isNumber ? "" : this._texts.one_number);
    // Python takes 007 for a mistake.
    if (isNumber) this._turn(index, written(field.value).replace(/^([-+]?)0+(?=\d)/, "$1"));
  }

  _pressed(press) {
    const index = this._indexOf(press.target);
    if (index < 0) return;
    const { key, ctrlKey, metaKey, shiftKey } = press;
    if ((ctrlKey || metaKey) && /^[zy]$/i.test(key)) {
      press.preventDefault();
      if (shiftKey || key.toLowerCase() === "y") this._ways.redo();
      else this._ways.undo();
      this._ways.tune();
      return;
    }
    if (key === "Escape" && this._kept) {
      this._turn(index, this._kept);
      this._show(index, true);
    }
    const direction = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (!direction || ctrlKey || metaKey || !this._literals[index]) return;
    press.preventDefault();
    this._turn(index, stepped(this._literals[index].text, direction * stepOf(press)));
  }

  /** Give a number another value, in the text too. */
  _turn(index, text) {
    if (!this._literals[index] || this._literals[index].text === text) return;
    const present = this._literals.filter(Boolean);
    const { edit, literals } = rewritten(this._text, present, present.indexOf(this._literals[index]), text);
    this._literals = this._literals.map((literal) => literal && literals[present.indexOf(literal)]);
    this._text = this._text.slice(0, edit.from) + edit.insert + this._text.slice(edit.to);
    this._rows.forEach((_, at) => this._show(at));
    this._ways.write(edit);
    this._ways.tune();
  }

  _indexOf(target) {
    return this._rows.findIndex(({ row }) => row.contains(target));
  }
}

function stepOf({ shiftKey, altKey }) {
  return shiftKey ? STEP.shift : altKey ? STEP.alt : STEP.plain;
}
