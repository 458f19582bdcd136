/** The stepper on the whole screen, for a room that looks on; where the browser has no full screen, on its whole page. */

import { setAttribute, setIcon } from "./changes.js";

export class FullScreen {
  /**
   * @param {HTMLElement} root  what fills the screen
   * @param {HTMLElement} button
   * @param {Record<string, string>} texts
   * @param {(isFull: boolean) => void} changed
   */
  constructor(root, button, texts, changed) {
    this._root = root;
    this._button = button;
    this._texts = texts;
    this._changed = changed;
    this._isFull = false;
    root.ownerDocument.addEventListener("fullscreenchange", () => this._set(this._browserIsFull()));
    root.ownerDocument.addEventListener("keydown", (press) => {
      if (press.key === "Escape" && this._isFull && !root.ownerDocument.querySelector("dialog[open]")) this._leave();
    });
  }

  async toggle() {
    if (this._isFull) return this._leave();
    try {
      await this._root.requestFullscreen({ navigationUI: "hide" });
    } catch {
      this._set(true); // refused, or unknown to this browser
    }
  }

  async _leave() {
    if (this._browserIsFull()) await this._root.ownerDocument.exitFullscreen();
    this._set(false);
  }

  _browserIsFull() {
    return this._root.ownerDocument.fullscreenElement === this._root;
  }

  _set(isFull) {
    if (this._isFull === isFull) return;
    this._isFull = isFull;
    setAttribute(this._root, "data-full", isFull);
    setAttribute(this._root.ownerDocument.documentElement, "data-full", isFull);
    const text = isFull ? this._texts.leave_full : this._texts.full;
    setAttribute(this._button, "aria-label", text);
    setAttribute(this._button, "title", `${text} (F)`);
    setIcon(this._button.querySelector("svg"), isFull ? "shrink" : "expand");
    this._changed(isFull);
  }
}
