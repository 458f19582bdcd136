/** The list of keys, made from the table that the page listens by. */

import { KEYS } from "../keys.js";
import { element } from "./changes.js";

export class HelpDialog {
  /** @param {Document} root @param {Record<string, string>} texts  `keys.<action>` says what it does */
  constructor(root, texts) {
    this._dialog = root.querySelector('[data-role="help"]');
    this._list = root.querySelector('[data-role="keys"]');
    this._lines = lines(texts);
    this._dialog.addEventListener("click", (event) => {
      if (event.target === this._dialog) this._dialog.close();
    });
  }

  open() {
    if (this._dialog.open) return;
    this._list.prepend(...this._lines.splice(0));
    this._dialog.showModal();
  }

  close() {
    this._dialog.close();
  }
}

/** A line for each action, with all of its keys. */
function lines(texts) {
  const actions = [...new Set(KEYS.map(({ action }) => action))];
  return actions.map((action) => {
    const keys = KEYS.filter((binding) => binding.action === action && binding.shown !== "");
    const caps = keys.map((binding) => element("kbd", {}, capOf(binding)));
    return element("div", {}, element("dt", {}, ...caps), element("dd", {}, texts[`keys.${action}`]));
  });
}

/** What stands on the key. */
function capOf({ key, shown }) {
  return shown ?? (key.length === 1 ? key.toUpperCase() : key);
}
