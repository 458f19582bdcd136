/** What is wrong with the program, or worth knowing: each where it is, with what to do, and its edits as buttons. */

import { element, filled } from "./changes.js";

export class ProblemList {
  /**
   * @param {HTMLElement} list
   * @param {string} placeText `line {line}, column {column}`
   */
  constructor(list, placeText) {
    this._list = list;
    this._placeText = placeText;
    this._shown = null;
  }

  /** @param {(problem: object) => void} show  puts the caret where it is  @param {(fix: object) => void} mend */
  connect(show, mend) {
    this._show = show;
    this._mend = mend;
  }

  /** @param {import("../api.js").Problem[]} problems */
  paint(problems) {
    if (this._shown === problems) return;
    this._shown = problems;
    this._list.replaceChildren(...problems.map((problem) => this._item(problem)));
  }

  _item(problem) {
    const item = element("li");
    if (problem.line) {
      item.dataset.line = problem.line;
      item.dataset.column = problem.column;
      const place = element("button", { type: "button", class: "place" }, filled(this._placeText, problem));
      place.addEventListener("click", () => this._show(problem));
      item.append(place, " ");
    }
    item.append(problem.message);
    if (problem.hint) item.append(" ", element("span", { class: "hint" }, problem.hint));
    for (const fix of problem.fixes ?? []) {
      const button = element("button", { type: "button", class: "button small fix" }, fix.title);
      button.addEventListener("click", () => this._mend(fix));
      item.append(" ", button);
    }
    return item;
  }
}
