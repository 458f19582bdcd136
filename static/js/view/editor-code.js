/**
 * The code editor: CodeMirror in a shadow root, where its style sheets need no exception from the content policy.
 * It types nothing by itself: no brackets are closed and no lines indented, so the text is what was typed or pasted.
 */

import * as commands from "../../vendor/codemirror/codemirror.js";
import { difference } from "../edits.js";
import { Bubble } from "./editor-bubble.js";
import { LOOK } from "./editor-look.js";
import * as marks from "./editor-marks.js";

const { EditorState, EditorView, history, keymap, lineNumbers } = commands;
const LINE = 22; // px, as editor-look.js has it

/** Tab is not among them: it leaves the editor, as it leaves any field. */
const KEYS = [
  key("ArrowLeft", "cursorCharLeft", "selectCharLeft"),
  key("ArrowRight", "cursorCharRight", "selectCharRight"),
  key("ArrowUp", "cursorLineUp", "selectLineUp"),
  key("ArrowDown", "cursorLineDown", "selectLineDown"),
  { ...key("Mod-ArrowLeft", "cursorGroupLeft", "selectGroupLeft"), mac: "Alt-ArrowLeft" },
  { ...key("Mod-ArrowRight", "cursorGroupRight", "selectGroupRight"), mac: "Alt-ArrowRight" },
  { ...key(undefined, "cursorLineBoundaryBackward", "selectLineBoundaryBackward"), mac: "Cmd-ArrowLeft" },
  { ...key(undefined, "cursorLineBoundaryForward", "selectLineBoundaryForward"), mac: "Cmd-ArrowRight" },
  { ...key("Mod-Home", "cursorDocStart", "selectDocStart"), mac: "Cmd-ArrowUp" },
  { ...key("Mod-End", "cursorDocEnd", "selectDocEnd"), mac: "Cmd-ArrowDown" },
  key("Home", "cursorLineBoundaryBackward", "selectLineBoundaryBackward"),
  key("End", "cursorLineBoundaryForward", "selectLineBoundaryForward"),
  key("PageUp", "cursorPageUp", "selectPageUp"),
  key("PageDown", "cursorPageDown", "selectPageDown"),
  key("Enter", "insertNewline", "insertNewline"),
  key("Backspace", "deleteCharBackwardStrict", "deleteCharBackwardStrict"),
  key("Delete", "deleteCharForward"),
  { ...key("Mod-Backspace", "deleteGroupBackward"), mac: "Alt-Backspace" },
  { ...key("Mod-Delete", "deleteGroupForward"), mac: "Alt-Delete" },
  { ...key(undefined, "deleteToLineStart"), mac: "Cmd-Backspace" },
  { ...key(undefined, "deleteToLineEnd"), mac: "Ctrl-k" },
  key("Mod-a", "selectAll"),
  key("Mod-z", "undo", "redo"),
  key("Mod-y", "redo"),
];

function key(name, run, shift) {
  return { key: name, run: commands[run], shift: commands[shift], preventDefault: true };
}

/**
 * Text that is typed over several lines, or has several, is put in here: the browser would join the lines by itself,
 * with style attributes, which the content policy forbids.
 */
function replaceLines(event, view) {
  if (event.inputType !== "insertText" || !event.data || view.composing) return false;
  const { from, to } = chosen(view);
  if (!/\n/.test(event.data + view.state.sliceDoc(from, to))) return false;
  event.preventDefault();
  const insert = view.state.toText(event.data);
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.type" });
  return true;
}

/** What is selected in the document by now, which CodeMirror hears of a little later. */
function chosen(view) {
  const selection = selectionOf(view);
  const { main } = view.state.selection;
  const { length } = view.state.doc;
  const isAll = main.from === 0 && main.to === length && !selection.isCollapsed;
  if (isAll || isWhole(selection, view.contentDOM)) return { from: 0, to: length };
  if (!view.contentDOM.contains(selection.anchorNode)) return view.state.selection.main;
  const anchor = view.posAtDOM(selection.anchorNode, selection.anchorOffset);
  const head = view.posAtDOM(selection.focusNode, selection.focusOffset);
  return { from: Math.min(anchor, head), to: Math.max(anchor, head) };
}

function selectionOf(view) {
  return view.root.getSelection?.() ?? view.dom.ownerDocument.getSelection();
}

/** Whether everything that is on show is selected as one: by the browser's menu, say, or by a script. */
function isWhole({ anchorNode, anchorOffset, focusNode, focusOffset }, content) {
  const isEnd = focusOffset === content.childNodes.length && focusOffset > 0;
  return anchorNode === content && focusNode === content && anchorOffset === 0 && isEnd;
}

/** Only the lines near the window are in the document: who selects them all means the others too. */
function selectWhole(view) {
  const { main } = view.state.selection;
  const { length } = view.state.doc;
  if (!isWhole(selectionOf(view), view.contentDOM) || (main.from === 0 && main.to === length)) return;
  view.dispatch({ selection: { anchor: 0, head: length } });
}

export class CodeEditor {
  /**
   * @param {HTMLElement} place
   * @param {{text: string, range: [number, number], hasFocus: boolean, label: string}} state of the editor before
   */
  constructor(place, { text, range, hasFocus, label }) {
    const host = place.ownerDocument.createElement("div");
    host.className = "code-editor";
    const root = host.attachShadow({ mode: "open", delegatesFocus: true });
    place.prepend(host);
    this._inputs = [];
    this._points = [];
    this._isQuiet = false;
    const extensions = [
      lineNumbers(),
      history(),
      keymap.of(KEYS),
      [marks.colours, marks.brackets, marks.underlines, marks.baseline, marks.pointed, marks.lit],
      LOOK,
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.updateListener.of((update) => this._heard(update)),
      EditorView.domEventHandlers({
        mousemove: (event, view) => this._point(characterAt(view, event.clientX, event.clientY)),
        mouseleave: () => this._point(null),
        beforeinput: replaceLines,
      }),
    ];
    const doc = text.replace(/\r\n?/g, "\n");
    const selection = { anchor: Math.min(range[0], doc.length), head: Math.min(range[1], doc.length) };
    // Before CodeMirror listens itself, so that it finds its selection right.
    place.ownerDocument.addEventListener("selectionchange", () => this._view && selectWhole(this._view));
    this._view = new EditorView({ state: EditorState.create({ doc, selection, extensions }), parent: root, root });
    // A script that focuses and selects in one go is done by then, and CodeMirror has not put its own selection back.
    this._view.contentDOM.addEventListener("focus", () => queueMicrotask(() => selectWhole(this._view)));
    this._bubble = new Bubble(this._view.dom);
    if (hasFocus) this._view.focus();
  }

  get text() {
    return this._view.state.doc.toString();
  }

  onInput(typed) {
    this._inputs.push(typed);
  }

  /** @param {(offset: number | null) => void} point hears the character under the pointer, or at the caret */
  onPoint(point) {
    this._points.push(point);
  }

  /**
   * The text area stays, out of sight and out of the way of keyboards and screen readers: what password managers,
   * extensions and scripts put into it is put into the editor.
   * @param {HTMLTextAreaElement} area
   */
  keepTwin(area) {
    area.removeAttribute("aria-labelledby");
    area.setAttribute("aria-hidden", "true");
    area.tabIndex = -1;
    area.addEventListener("input", () => {
      const change = difference(this.text, area.value);
      if (change) this.change(change, true);
    });
    this._twin = area;
    area.value = this.text;
  }

  /**
   * @param {boolean} isTyped whether those who listen hear of it
   * @param {boolean} isSeries whether undoing takes it back together with those just before it, as it does with typing
   */
  change(changes, isTyped, isSeries = false) {
    this._isQuiet = !isTyped;
    this._view.dispatch({ changes, userEvent: isSeries ? "input.type" : "input" });
    this._isQuiet = false;
  }

  /** @param {[number, number] | null} range */
  light(range) {
    this._view.dispatch({ effects: marks.setLit.of(range) });
    if (range) this._reveal(range[0]);
  }

  /** @param {[number, number] | null} range */
  point(range) {
    this._view.dispatch({ effects: marks.setPointed.of(range) });
  }

  /** @param {import("./editor-marks.js").Underline[]} underlines */
  underline(underlines) {
    this._bubble.hide();
    this._view.dispatch({ effects: marks.setUnderlines.of(underlines) });
    this._bubble.listen(underlines.map(({ problem }) => problem));
  }

  /** @param {string | null} source */
  compare(source) {
    this._view.dispatch({ effects: marks.setBaseline.of(source) });
  }

  select([anchor, head]) {
    this._view.focus();
    this._view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
  }

  undo() {
    commands.undo(this._view);
  }

  redo() {
    commands.redo(this._view);
  }

  _heard(update) {
    if (update.docChanged) {
      const text = this.text;
      if (this._twin && this._twin.value !== text) this._twin.value = text;
      if (!this._isQuiet) this._inputs.forEach((typed) => typed(text));
    }
    const isMoved = update.selectionSet || update.focusChanged;
    if (isMoved && update.view.hasFocus) this._point(update.state.selection.main.head);
    else if (update.focusChanged) this._point(null);
  }

  _point(offset) {
    if (this._pointed === offset) return;
    this._pointed = offset;
    this._points.forEach((point) => point(offset));
  }

  /** Scroll a place into view inside the editor alone: the page stays where it is. */
  _reveal(offset) {
    const box = this._view.scrollDOM;
    if (this._view.state.doc.lines * LINE <= box.clientHeight) return;
    const { top, bottom } = this._view.lineBlockAt(offset);
    if (top < box.scrollTop) box.scrollTop = top - LINE;
    else if (bottom > box.scrollTop + box.clientHeight - LINE) box.scrollTop = bottom - box.clientHeight + 2 * LINE;
  }
}

/** The offset of the character at a point of the screen: the editor tells the nearest gap between two. */
function characterAt(view, x, y) {
  const gap = view.posAtCoords({ x, y });
  const box = gap === null ? null : view.coordsAtPos(gap, 1);
  if (!box) return null;
  if (x < box.left) return gap - 1;
  return gap === view.state.doc.lineAt(gap).to && x > box.left + 2 ? null : gap;
}
