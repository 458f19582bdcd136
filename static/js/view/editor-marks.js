/** What is marked in the code: the lit span, problems, lines not traced yet, the colours of words, paired brackets. */

import { Decoration, EditorView, StateEffect, StateField, ViewPlugin } from "../../vendor/codemirror/codemirror.js";
import { changedLines } from "../edits.js";
import { bracketPair, tokens } from "../highlight.js";

/** @typedef {{kind: "problem" | "notice", problem: object, range: [number, number]}} Underline */

export const setLit = StateEffect.define();
export const setPointed = StateEffect.define();
export const setUnderlines = StateEffect.define();
export const setBaseline = StateEffect.define();

/** A field of decorations that an effect sets and edits move along. */
function marksSetBy(effect, draw) {
  return StateField.define({
    create: () => Decoration.none,
    update(marks, transaction) {
      const moved = transaction.docChanged ? marks.map(transaction.changes) : marks;
      const set = transaction.effects.findLast((each) => each.is(effect));
      return set ? draw(set.value, transaction.state.doc) : moved;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const around = (mark) => (range) =>
  range && range[0] < range[1] ? Decoration.set(mark.range(...range)) : Decoration.none;

// An element of its own kind, around the colours: scripts find what is lit by it.
export const lit = marksSetBy(setLit, around(Decoration.mark({ tagName: "mark", class: "lit" })));
export const pointed = marksSetBy(setPointed, around(Decoration.mark({ class: "pointed" })));

export const underlines = marksSetBy(setUnderlines, (marks, doc) => {
  const placed = marks.map(({ kind, range }, index) => {
    const [from, to] = visible(range, doc);
    return from < to && Decoration.mark({ class: kind, attributes: { "data-mark": String(index) } }).range(from, to);
  });
  return Decoration.set(placed.filter(Boolean), true);
});

/** A place between characters has no width to underline: the character beside it has. */
function visible([from, to], doc) {
  if (from < to) return [from, to];
  const line = doc.lineAt(Math.min(from, doc.length));
  const at = from - line.from;
  const before = [...line.text.slice(0, at)].at(-1);
  const after = [...line.text.slice(at)].at(0);
  return after && after !== " " ? [from, from + after.length] : [from - (before?.length ?? 0), from];
}

const CHANGED = Decoration.line({ class: "changed" });

/** The text last run, and the lines that differ from it. */
export const baseline = StateField.define({
  create: () => ({ source: null, marks: Decoration.none }),
  update(last, transaction) {
    const set = transaction.effects.findLast((each) => each.is(setBaseline));
    if (!set && !transaction.docChanged) return last;
    const source = set ? set.value : last.source;
    const { doc } = transaction.state;
    const lines = source === null ? [] : changedLines(source, doc.toString());
    return { source, marks: Decoration.set(lines.map((line) => CHANGED.range(doc.line(line).from))) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

const COLOURS = new Map(
  ["number", "function", "comment", "string", "keyword", "operator"].map((kind) => [
    kind,
    Decoration.mark({ class: kind }),
  ]),
);

/** A plugin whose decorations are drawn anew when the text, or what `isDue` asks about, has changed. */
function drawnBy(draw, isDue) {
  return ViewPlugin.define(
    (view) => ({
      decorations: draw(view),
      update(update) {
        if (update.docChanged || isDue(update)) this.decorations = draw(update.view);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );
}

/** Only of the lines in view. */
export const colours = drawnBy(
  (view) => {
    const found = view.visibleRanges.flatMap(({ from, to }) => {
      const start = view.state.doc.lineAt(from).from;
      const pieces = tokens(view.state.sliceDoc(start, to)).filter(({ kind }) => COLOURS.has(kind));
      return pieces.map((piece) => COLOURS.get(piece.kind).range(start + piece.from, start + piece.to));
    });
    return Decoration.set(found, true);
  },
  (update) => update.viewportChanged,
);

const PAIRED = Decoration.mark({ class: "paired" });

export const brackets = drawnBy(
  (view) => {
    const { main } = view.state.selection;
    const pair = view.hasFocus && main.empty ? bracketPair(view.state.doc.toString(), main.head) : null;
    return pair ? Decoration.set(pair.map((at) => PAIRED.range(at, at + 1))) : Decoration.none;
  },
  (update) => update.selectionSet || update.focusChanged,
);
