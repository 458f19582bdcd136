/**
 * The program's text: a plain text area over a layer that lights the active span, with line numbers beside it.
 * Another editor can take its place: it has a text, lights a span, puts the caret somewhere, makes an edit.
 */

import { rangeOf } from "../positions.js";
import { element, setText } from "./changes.js";

const MOST_ROWS = 16;
const LINE = 22; // px, as program.css has it

export class Editor {
  constructor(root) {
    this._area = root.querySelector('[data-role="source"]');
    this._underlay = root.querySelector('[data-role="underlay"]');
    this._gutter = root.querySelector('[data-role="gutter"]');
    this._lit = null;
    this._area.addEventListener("scroll", () => this._align());
    this._area.addEventListener("input", () => this._draw());
    this._draw();
  }

  get text() {
    return this._area.value;
  }

  /** @param {(text: string) => void} typed */
  onInput(typed) {
    this._area.addEventListener("input", () => typed(this.text));
  }

  /** Another text, unless it is this one already. */
  setText(text) {
    if (this._area.value === text) return;
    this._area.value = text;
    this._draw();
  }

  /** Light a span of the text, or none. @param {object | null} span */
  light(span) {
    if (this._lit === span) return;
    this._lit = span;
    this._drawLit(this.text);
  }

  /** Put the caret at a span, selecting it. */
  select(span) {
    this._area.focus();
    this._area.setSelectionRange(...rangeOf(this.text, span));
  }

  /** Make an edit that the person can undo. @param {{replacement: string}} fix a span and what to put there */
  apply(fix) {
    this.select(fix);
    const isDone = document.execCommand(fix.replacement ? "insertText" : "delete", false, fix.replacement);
    if (isDone) return;
    this._area.setRangeText(fix.replacement, ...rangeOf(this.text, fix), "end");
    this._area.dispatchEvent(new Event("input"));
  }

  _draw() {
    const text = this.text;
    const lines = text.replace(/\n$/, "").split("\n").length;
    this._area.rows = Math.min(Math.max(lines + 1, 5), MOST_ROWS);
    setText(this._gutter, Array.from({ length: lines }, (_, index) => index + 1).join("\n"));
    this._drawLit(text);
  }

  /** Only the lines of the lit span, where they are: a long text is not laid out twice. */
  _drawLit(text) {
    const [start, end] = this._lit ? rangeOf(text, this._lit) : [0, 0];
    if (start >= end) {
      this._underlay.replaceChildren();
      return;
    }
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const above = text.slice(0, lineStart).split("\n").length - 1;
    this._underlay.replaceChildren(text.slice(lineStart, start), element("mark", {}, text.slice(start, end)));
    this._underlay.style.top = `${above * LINE}px`;
  }

  /** The layers under and beside the text move with it. */
  _align() {
    this._underlay.style.transform = `translate(${-this._area.scrollLeft}px, ${-this._area.scrollTop}px)`;
    this._gutter.style.transform = `translateY(${-this._area.scrollTop}px)`;
  }
}
