/** The notes of the drawing's edges: what each carries while it does. Where they stand is the server's doing. */

import { carriedAt } from "../carried.js";
import { setAttribute, setText } from "./changes.js";

const FIELDS = ["before", "contribution", "after"];

export class EdgeNotes {
  /** @param {Element} canvas holds the one <svg> */
  constructor(canvas) {
    const notes = [...canvas.querySelectorAll("[data-note]")];
    this._notes = new Map(notes.map((group) => [group.dataset.note, partsOf(group)]));
    this._shown = new Set(notes.filter(({ dataset }) => dataset.shown !== "false").map(({ dataset }) => dataset.note));
  }

  /** @param {import("../fold.js").Frame} frame */
  paint(frame, trace) {
    const said = frame.isAsking ? new Map() : this._apart(carriedAt(trace, frame.step, frame.event));
    for (const key of this._shown) if (!said.has(key)) hide(this._notes.get(key));
    for (const [key, each] of said) {
      const note = this._notes.get(key);
      for (const field of FIELDS) if (note[field]) setText(note[field], each[field]); // a short one has but one
      setAttribute(note.group, "data-shown", each.state);
    }
    this._shown = new Set(said.keys());
  }

  /** Those that have a place: the ones written now come first, and earlier ones have to make way. */
  _apart(said) {
    const kept = new Map();
    for (const [key, each] of said) {
      const box = this._notes.get(key)?.box;
      const isCovered = () => [...kept.keys()].some((other) => overlap(box, this._notes.get(other).box));
      if (box && (each.state === "now" || !isCovered())) kept.set(key, each);
    }
    return kept;
  }
}

function partsOf(group) {
  const plate = group.querySelector(".plate");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(plate.getAttribute(name)));
  const texts = FIELDS.map((field) => [field, group.querySelector(`.${field}`)]);
  return { group, box: { x, y, width, height }, ...Object.fromEntries(texts) };
}

/** Its numbers go too: a puzzle is not to be read off the page's text. */
function hide(note) {
  setAttribute(note.group, "data-shown", "false");
  for (const field of FIELDS) if (note[field]) setText(note[field], "");
}

function overlap(one, other) {
  const across = one.x < other.x + other.width && other.x < one.x + one.width;
  return across && one.y < other.y + other.height && other.y < one.y + one.height;
}
