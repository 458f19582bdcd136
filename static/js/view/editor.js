/**
 * The program's text. It starts as the text area that the page came with; the code editor takes its place as soon as
 * it has arrived. Spans are lines and columns in code points, ranges are offsets of the text.
 *
 * @typedef {{line: number, column: number, end_line: number, end_column: number}} Span
 */

import { carried, difference } from "../edits.js";
import { rangeOf } from "../positions.js";
import { PlainEditor } from "./editor-plain.js";

export class Editor {
  /** @param {Element} root holds the editor's place */
  constructor(root) {
    this._place = root.querySelector('[data-role="editor"]');
    this._area = root.querySelector('[data-role="source"]');
    this._inner = new PlainEditor(this._place, this._area);
    this._listeners = { input: [], point: [] };
    this._lit = { span: null, source: "" };
    this._marks = { problems: [], notices: [], source: "" };
    this._ran = null;
    this._listen();
    this._load().catch(() => {
      // It could not be had: the text area serves.
    });
  }

  get text() {
    return this._inner.text;
  }

  /** @param {(text: string) => void} typed hears of every change that the person makes */
  onInput(typed) {
    this._listeners.input.push(typed);
  }

  /** @param {(offset: number | null) => void} point hears which character is pointed at, by the pointer or the caret */
  onPoint(point) {
    this._listeners.point.push(point);
  }

  /** Whether an element is a part of the editor. */
  contains(target) {
    return this._place.contains(target);
  }

  /** Another text, unless it is this one already. */
  setText(text) {
    const lines = text.replace(/\r\n?/g, "\n");
    const change = difference(this.text, lines);
    if (change) this._inner.change(change, false);
  }

  /** Light a span of the text that was traced, wherever it is by now; or none. @param {Span | null} span */
  light(span, source = this.text) {
    if (this._lit.span === span && this._lit.source === source) return;
    this._lit = { span, source };
    this._drawLit();
  }

  /** Mark the span of what the person points at elsewhere, or none. @param {Span | null} span */
  point(span) {
    if (this._pointed === span) return;
    this._pointed = span;
    this._inner.point?.(span && rangeOf(this.text, span));
  }

  /** Underline what is wrong with the text that was run, and what is worth knowing about it. */
  underline(problems, notices, source) {
    const last = this._marks;
    if (last.problems === problems && last.notices === notices && last.source === source) return;
    this._marks = { problems, notices, source };
    this._drawMarks();
  }

  /** Mark the lines that differ from the text last run. @param {string | null} source */
  compare(source) {
    if (this._ran === source) return;
    this._ran = source;
    this._inner.compare?.(source);
  }

  /** Put the caret at a span of the text last run, selecting it. @param {Span} span */
  select(span) {
    const range = this._now(span, this._marks.source);
    if (range) this._inner.select(range);
  }

  /** Make an edit of the text last run, which the person can undo. @param {Span & {replacement: string}} fix */
  apply(fix) {
    const range = this._now(fix, this._marks.source);
    if (!range) return;
    this._inner.change({ from: range[0], to: range[1], insert: fix.replacement }, true);
    this._inner.select([range[0] + fix.replacement.length, range[0] + fix.replacement.length]);
  }

  /** Make an edit as if it were typed; the focus stays where it is. @param {import("../literals.js").Edit} edit */
  replace(edit) {
    this._inner.change(edit, true, true);
  }

  /** Take back the last edit, or do it again. */
  undo() {
    this._inner.undo?.();
  }

  redo() {
    this._inner.redo?.();
  }

  _now(span, source) {
    return carried(rangeOf(source, span), source, this.text);
  }

  _drawLit() {
    const { span, source } = this._lit;
    this._inner.light(span && this._now(span, source));
  }

  _drawMarks() {
    const { problems, notices, source } = this._marks;
    const placed = (list, kind) =>
      list
        .filter(({ line }) => line)
        .map((problem) => ({ kind, problem, range: this._now(problem, source) }))
        .filter(({ range }) => range);
    this._inner.underline?.([...placed(notices, "notice"), ...placed(problems, "problem")]);
  }

  _listen() {
    this._inner.onInput((text) => this._listeners.input.forEach((typed) => typed(text)));
    this._inner.onPoint?.((offset) => this._listeners.point.forEach((point) => point(offset)));
  }

  /** The code editor, and at the same time the library that it would ask for next. */
  async _load() {
    const library = import("../../vendor/codemirror/codemirror.js");
    const [{ CodeEditor }] = await Promise.all([import("./editor-code.js"), library]);
    this._whenIdle(() => this._upgrade(CodeEditor));
  }

  /** Not while an input method is composing: the text area must not go away under it. */
  _whenIdle(go) {
    if (this._inner.isComposing) this._area.addEventListener("compositionend", () => setTimeout(go), { once: true });
    else go();
  }

  _upgrade(CodeEditor) {
    const plain = this._inner;
    const state = { text: plain.text, range: plain.range, hasFocus: plain.hasFocus, label: this._label() };
    plain.retire();
    this._inner = new CodeEditor(this._place, state);
    this._inner.keepTwin(this._area);
    this._listen();
    this._inner.compare(this._ran);
    this._drawMarks();
    this._drawLit();
  }

  /** The heading names the editor; a label can't reach into its shadow root. */
  _label() {
    return this._place.ownerDocument.getElementById(this._area.getAttribute("aria-labelledby")).textContent;
  }
}
