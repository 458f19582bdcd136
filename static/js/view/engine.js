/** The panel "Engine": each way to run it is one press, and what is not as it should be is said. */

import { changesOf, chosenOptions } from "../engine.js";
import { DEFAULTS } from "../links.js";
import { element, filled, setAttribute, setText } from "./changes.js";

export class EnginePanel {
  /** @param {HTMLElement} root @param {Record<string, string>} texts */
  constructor(root, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._section = part("engine");
    this._details = part("engine-details");
    this._state = part("engine-state");
    this._order = part("engine-order");
    this._reset = part("engine-reset");
    this._texts = texts;
    this._options = null;
    for (const link of this._section.querySelectorAll("a[data-option]")) link.replaceWith(button(link));
  }

  /** @param {(action: object) => void} dispatch */
  connect(dispatch) {
    this._section.addEventListener("click", ({ target }) => {
      const choice = target.closest("[data-option]");
      if (!choice) return;
      const { option, value } = choice.dataset;
      if (option === "all") this._details.querySelector("summary").focus(); // the button goes away
      dispatch({ type: "option", options: chosenOptions(this._options, option, value) });
    });
  }

  /** @param {import("../state.js").State} state */
  paint({ options }) {
    if (options === this._options) return;
    const isFirst = this._options === null;
    this._options = options;
    const now = { ...DEFAULTS, ...options };
    const changes = changesOf(options).map((key) => this._texts[key]);
    const isChanged = changes.length > 0;
    setAttribute(this._section, "data-changed", isChanged);
    if (isChanged && !isFirst) this._details.open = true;
    const said = isChanged ? filled(this._texts.engine_changed, { changes: changes.join(", ") }) : this._texts.engine_normal;
    setText(this._state, said);
    const order = now.order === 0 ? this._texts.engine_order_written : filled(this._texts.engine_order_state, now);
    setText(this._order, order);
    this._reset.hidden = !isChanged;
    for (const choice of this._section.querySelectorAll("[data-option]:not([data-value=next], [data-option=all])")) {
      setAttribute(choice, "aria-pressed", String(now[choice.dataset.option]) === choice.dataset.value);
    }
  }
}

/** A link that the server wrote as a button, which Space presses too. */
function button(link) {
  const { option, value } = link.dataset;
  const made = element("button", { type: "button", class: link.className, "data-option": option, "data-value": value });
  made.append(...link.childNodes);
  return made;
}
