/** What the stage says where it has no picture to show, or not the picture of the program last run. */

import { isStale } from "../state.js";
import { filled, setAttribute, setText } from "./changes.js";

export class StageNotes {
  constructor(root, texts) {
    this._note = root.querySelector('[data-role="stage-note"]');
    this._text = root.querySelector('[data-role="stage-note-text"]');
    this._stale = root.querySelector('[data-role="stale-note"]');
    this._truncated = root.querySelector('[data-role="truncated"]');
    this._texts = texts;
  }

  /** @param {import("../state.js").State} state */
  paint(state) {
    const [kind, text] = this._said(state);
    this._note.hidden = kind === "";
    setAttribute(this._note, "data-kind", kind);
    setText(this._text, text);
    const cut = state.trace?.truncated;
    this._truncated.hidden = !cut;
    setText(this._truncated, cut ? filled(this._texts.truncated, { limit: cut.limit.toLocaleString("en") }) : "");
    this._stale.hidden = !(isStale(state) && state.trace !== null);
  }

  /** Which state of the stage it is, and what to say of it; nothing where there is a picture. */
  _said({ trace, svg, noDrawing, ran }) {
    if (trace === null) return ["empty", (ran ?? "").trim() === "" ? this._texts.no_program : this._texts.no_graph];
    if (noDrawing !== null) return ["table", `${noDrawing}. ${this._texts.table_instead}`];
    return svg === null ? ["loading", this._texts.drawing] : ["", ""];
  }
}
