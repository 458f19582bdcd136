/** The code editor's style sheet, for its shadow root; colours and type are the page's own. */

import { EditorView } from "../../vendor/codemirror/codemirror.js";

export const LOOK = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "transparent", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    minHeight: "118px", // five lines
    maxHeight: "360px", // sixteen
    overflow: "auto",
    fontFamily: "var(--mono)",
    lineHeight: "22px",
  },
  ".cm-content": { padding: "4px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 8px 0 6px" },
  ".cm-line.changed": { boxShadow: "inset 3px 0 var(--muted)" },
  ".cm-gutters": { border: "0", backgroundColor: "var(--ground)", color: "var(--faint)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "calc(2.4ch + 6px)", padding: "0 6px 0 4px" },
  ".cm-content ::selection, .cm-content::selection": { backgroundColor: "var(--chosen)" },
  ".number": { color: "var(--build)" },
  ".function": { fontWeight: "650" },
  ".keyword, .operator": { color: "var(--muted)" },
  ".string": { color: "var(--final)" },
  ".comment": { color: "var(--faint)", fontStyle: "italic" },
  ".paired": { borderRadius: "2px", outline: "1px solid var(--faint)", outlineOffset: "-1px" },
  ".lit": {
    borderRadius: "3px",
    backgroundColor: "var(--now-tint)",
    color: "inherit",
    boxShadow: "0 0 0 2px var(--now-tint)",
  },
  ".pointed": { textDecoration: "underline 2px var(--ink)", textUnderlineOffset: "4px" },
  ".problem": { textDecoration: "underline wavy var(--error) 1.4px", textUnderlineOffset: "3px" },
  ".notice": { textDecoration: "underline dotted var(--muted) 1.4px", textUnderlineOffset: "3px" },
  ".bubble": {
    position: "fixed",
    zIndex: "20",
    maxWidth: "min(44ch, 90vw)",
    padding: "8px 12px",
    border: "1px solid var(--control-line)",
    borderRadius: "var(--corner)",
    backgroundColor: "var(--ground)",
    boxShadow: "0 2px 8px rgb(0 0 0 / 12%)",
    color: "var(--ink)",
    font: "13px / 20px var(--sans)",
    pointerEvents: "none",
  },
  ".bubble p": { margin: "0", overflowWrap: "anywhere" },
  ".bubble p + p": { color: "var(--muted)" },
});
