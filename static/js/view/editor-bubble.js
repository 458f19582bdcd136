/** What is wrong at the place under the pointer. The list below the editor says the same to everybody. */

import { element } from "./changes.js";

const GAP = 6; // px between the words and the bubble

export class Bubble {
  /** @param {HTMLElement} editor  the part that holds the marks; the bubble is put into it */
  constructor(editor) {
    this._editor = editor;
    this._problems = [];
    this._box = element("div", { class: "bubble", role: "tooltip", "aria-hidden": "true" });
    this._box.hidden = true;
    editor.append(this._box);
    editor.addEventListener("mouseover", ({ target }) => this._over(target.closest("[data-mark]")));
    editor.addEventListener("mouseleave", () => this.hide());
    editor.addEventListener("keydown", () => this.hide());
    editor.addEventListener("scroll", () => this.hide(), true);
  }

  /** @param {{message: string, hint: string}[]} problems by the number in their mark */
  listen(problems) {
    this._problems = problems;
  }

  hide() {
    this._box.hidden = true;
  }

  _over(mark) {
    const problem = mark && this._problems[Number(mark.dataset.mark)];
    if (!problem) {
      this.hide();
      return;
    }
    const texts = [problem.message, problem.hint].filter(Boolean);
    this._box.replaceChildren(...texts.map((text) => element("p", {}, text)));
    this._box.hidden = false;
    this._put(mark.getBoundingClientRect());
  }

  /** Below the words, or above them where there is no room. */
  _put({ left, top, bottom }) {
    const { offsetWidth: width, offsetHeight: height } = this._box;
    const { clientWidth, clientHeight } = this._editor.ownerDocument.documentElement;
    const fits = bottom + GAP + height <= clientHeight;
    this._box.style.left = `${Math.max(Math.min(left, clientWidth - width - 8), 8)}px`;
    this._box.style.top = `${fits ? bottom + GAP : top - GAP - height}px`;
  }
}
