/** A plain text area over a layer that lights the active span, with line numbers beside it. */

import { element, setText } from "./changes.js";

const MOST_ROWS = 16;
const FEWEST_ROWS = 5;
const LINE = 22; // px, as program.css has it

export class PlainEditor {
  constructor(place, area) {
    this._area = area;
    this._underlay = place.querySelector('[data-role="underlay"]');
    this._gutter = place.querySelector('[data-role="gutter"]');
    this._lit = null;
    this.isComposing = false;
    this._quiet = new AbortController();
    this._on("scroll", () => this._align());
    this._on("input", () => this._draw());
    this._on("compositionstart", () => (this.isComposing = true));
    this._on("compositionend", () => (this.isComposing = false));
    this._draw();
  }

  get text() {
    return this._area.value;
  }

  /** @returns {[number, number]} what is selected */
  get range() {
    return [this._area.selectionStart, this._area.selectionEnd];
  }

  get hasFocus() {
    return this._area.ownerDocument.activeElement === this._area;
  }

  onInput(typed) {
    this._on("input", () => typed(this.text));
  }

  /** @param {[number, number] | null} range */
  light(range) {
    this._lit = range;
    this._drawLit(this.text);
  }

  select([from, to]) {
    this._area.focus();
    this._area.setSelectionRange(from, to);
  }

  /** @param {boolean} isTyped whether those who listen hear of it */
  change({ from, to, insert }, isTyped) {
    this._area.setRangeText(insert, from, to, "preserve");
    if (isTyped) this._area.dispatchEvent(new Event("input"));
    else this._draw();
  }

  /** Leave the text area to another editor. */
  retire() {
    this._quiet.abort();
    this._underlay.remove();
    this._gutter.remove();
    this._area.parentElement.className = "twin";
  }

  _on(event, listener) {
    this._area.addEventListener(event, listener, { signal: this._quiet.signal });
  }

  _draw() {
    const text = this.text;
    const lines = text.replace(/\n$/, "").split("\n").length;
    this._area.rows = Math.min(Math.max(lines + 1, FEWEST_ROWS), MOST_ROWS);
    setText(this._gutter, Array.from({ length: lines }, (_, index) => index + 1).join("\n"));
    this._drawLit(text);
  }

  /** Only the lines of the lit span, where they are: a long text is not laid out twice. */
  _drawLit(text) {
    const [start, end] = this._lit ?? [0, 0];
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
