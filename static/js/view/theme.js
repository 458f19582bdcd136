/** Light or dark: the system's choice until the person makes another. */

import { choose } from "../choices.js";
import { setAttribute, setIcon } from "./changes.js";

export class ThemeSwitch {
  constructor(button, texts) {
    this._button = button;
    this._texts = texts;
    this._system = matchMedia("(prefers-color-scheme: dark)");
    this._system.addEventListener("change", () => this._label());
    this._label();
  }

  toggle() {
    const theme = this._isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    choose("theme", theme);
    this._label();
  }

  _isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : this._system.matches;
  }

  /** The button says where it leads. */
  _label() {
    const next = this._isDark() ? "light" : "dark";
    setAttribute(this._button, "aria-label", this._texts[next]);
    setAttribute(this._button, "title", this._texts[next]);
    setIcon(this._button.querySelector("svg"), next === "dark" ? "moon" : "sun");
  }
}
