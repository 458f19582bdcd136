/** The table of the gradient check: a row for each Value, with the numbers behind its verdict. */

import { errorText, rowStepText } from "../check.js";
import { detailed, whole } from "../numbers.js";
import { drawn, element, filled, setAttribute, setText } from "./changes.js";
import { reference } from "./pieces.js";

const MOST_ROWS = 200;
const COLUMNS = ["name", "autodiff", "forward", "central", "h", "error", "verdict"];

export class CheckTable {
  /** @param {HTMLElement} section  of the panel @param {Record<string, string>} texts */
  constructor(section, texts) {
    Object.assign(this, { _section: section, _texts: texts, _node: null });
    this._part = (role) => section.querySelector(`[data-role="${role}"]`);
    this._head();
  }

  _head() {
    const cells = COLUMNS.map((name) => {
      const kind = ["name", "verdict"].includes(name) ? "" : "number";
      return element("th", { role: "columnheader", scope: "col", class: kind }, this._texts[`check_${name}`]);
    });
    cells.push(element("td", { role: "cell" }));
    this._part("check-head").replaceChildren(element("tr", { role: "row" }, ...cells));
  }

  /** @param {import("../check.js").Row[]} rows */
  fill(rows) {
    const focused = this._section.ownerDocument.activeElement?.dataset.sweepOf;
    this._part("check-rows").replaceChildren(...rows.slice(0, MOST_ROWS).map((row) => this._row(row)));
    const more = rows.length - MOST_ROWS;
    setText(this._part("check-more"), more > 0 ? filled(this._texts.check_more, { count: more }) : "");
    this.mark(this._node);
    if (focused) this._section.querySelector(`[data-sweep-of="${focused}"]`)?.focus({ preventScroll: true });
  }

  _row({ node, label, autodiff, forward, central, h, error, verdict, reason }) {
    const cell = (name, text, title = "") => {
      const about = { role: "cell", class: "number", "data-cell": name, "data-label": this._texts[`check_${name}`] };
      return element("td", { ...about, ...(title ? { title } : {}) }, text);
    };
    const number = (name, value) => (value === null ? cell(name, "…") : cell(name, detailed(value), whole(value)));
    const judged = element("td", { role: "cell", "data-cell": "verdict", "data-verdict": verdict ?? "" });
    if (verdict) judged.append(symbol(verdict), element("b", {}, this._texts[`verdict_${verdict}`]));
    if (reason) judged.append(element("span", { class: "check-reason" }, reason));
    const named = { type: "button", class: "button small", "data-sweep-of": node, "aria-pressed": false };
    const sweep = element("button", named, this._texts.check_sweep);
    setAttribute(sweep, "aria-label", filled(this._texts.check_sweep_of, { name: label }));
    return element(
      "tr",
      { role: "row", "data-check": label, "data-verdict": verdict ?? "" },
      element("th", { role: "rowheader", scope: "row" }, reference(node, label, label)),
      number("autodiff", autodiff),
      number("forward", forward),
      number("central", central),
      cell("h", verdict ? rowStepText(h) : "…", h === null ? "" : whole(h)),
      cell("error", verdict ? errorText(error) : "…"),
      judged,
      element("td", { role: "cell", "data-cell": "sweep" }, sweep),
    );
  }

  /** The button of the Value that is swept is the one that is pressed. */
  mark(node) {
    this._node = node;
    for (const each of this._section.querySelectorAll("[data-sweep-of]")) {
      setAttribute(each, "aria-pressed", each.dataset.sweepOf === String(node));
    }
  }
}

/** The sign of a verdict. */
export function symbol(verdict) {
  const icon = drawn("svg", { class: "icon", width: 16, height: 16, "aria-hidden": "true" });
  icon.append(drawn("use", { href: `#icon-${verdict}` }));
  return icon;
}
