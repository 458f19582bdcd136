/** The sweep: the errors of both differences over h, as a table and as a drawing on logarithmic axes. */

import { bestOf, curves, errorText, pointsOf, shapeOf, stepText } from "../check.js";
import { detailed, whole } from "../numbers.js";
import { element, filled, setAttribute, setText } from "./changes.js";

const COLUMNS = ["forward", "forward_error", "central", "central_error"];

export class SweepView {
  /** @param {(role: string) => HTMLElement} part @param {(label: string | null) => void} choose */
  constructor(part, texts, choose) {
    Object.assign(this, { _part: part, _texts: texts, _points: null });
    const of = part("sweep-of");
    of.addEventListener("change", () => choose(of.value || null));
    const heads = ["h", ...COLUMNS.map((name) => texts[`sweep_${name}`])];
    const cells = heads.map((text) => element("th", { scope: "col", class: "number" }, text));
    part("sweep-head").replaceChildren(element("tr", {}, ...cells));
    setAttribute(part("sweep-plot"), "aria-label", texts.sweep_drawing);
  }

  /** The Values to choose among, and the one chosen. */
  choose(trace, node, sweep) {
    const of = this._part("sweep-of");
    if (this._trace !== trace) {
      this._trace = trace;
      const labels = (trace?.nodes ?? []).map(({ label }) => label).filter(Boolean);
      const options = labels.map((label) => element("option", { value: label }, label));
      of.replaceChildren(element("option", { value: "" }, this._texts.sweep_choose), ...options);
    }
    const label = node === null ? "" : trace.nodes[node].label;
    if (of.value !== label) of.value = label;
    const isUnknown = trace && sweep !== null && node === null;
    setText(this._part("sweep-note"), isUnknown ? filled(this._texts.sweep_unknown, { name: sweep }) : "");
    if (node === null) this.show(null);
  }

  /** @param {object | null} sweep  as the API answers it */
  show(sweep) {
    this._part("sweep").hidden = this._part("sweep-why").hidden = sweep === null;
    this._points = sweep && pointsOf(sweep);
    setText(this._part("sweep-best"), "");
    if (sweep === null) return;
    const shape = shapeOf(this._points);
    setText(this._part("sweep-why"), this._texts[`sweep_why_${shape}`]);
    for (const end of this._part("sweep").querySelectorAll("[data-end]")) end.hidden = shape !== "valley";
    const isFound = shape === "valley" || shape === "slope";
    const best = {
      forward: isFound ? bestOf(this._points, "forwardError") : null,
      central: isFound ? bestOf(this._points, "centralError") : null,
    };
    this._part("sweep-rows").replaceChildren(...this._points.map((point) => this._row(point, best)));
    const found = curves(this._points);
    if (best.forward && best.central) this._sayBest(best);
    const notes = [found.isEmpty && "none", found.hasZero && "zero", !found.isWhole && !found.isEmpty && "left_out"];
    setText(this._part("sweep-note"), notes.filter(Boolean).map((each) => this._texts[`sweep_${each}`]).join(" "));
    this._draw(found, best);
  }

  _sayBest({ forward, central }) {
    const text = filled(this._texts.sweep_best, {
      forward: errorText(forward.forwardError),
      forward_h: stepText(forward.h),
      central: errorText(central.centralError),
      central_h: stepText(central.h),
    });
    setText(this._part("sweep-best"), text);
  }

  _row(point, best) {
    const number = (value) => element("td", { class: "number", title: whole(value) }, detailed(value));
    const error = (value, scheme) => {
      const isBest = best[scheme] === point;
      const cell = element("td", { class: "number", title: whole(value), ...(isBest ? { "data-best": scheme } : {}) });
      if (isBest) cell.append(element("small", {}, this._texts.sweep_best_mark), " ");
      cell.append(errorText(value));
      return cell;
    };
    const head = element("th", { scope: "row", class: "number" }, stepText(point.h));
    const { forward, central, forwardError, centralError } = point;
    const cells = [number(forward), error(forwardError, "forward"), number(central), error(centralError, "central")];
    return element("tr", {}, head, ...cells);
  }

  /** Drawn when the library has come, unless another sweep is on show by then. */
  async _draw(found, best) {
    const place = this._part("sweep-plot");
    this._plot?.remove();
    this._plot = null;
    place.hidden = found.isEmpty;
    if (found.isEmpty) return;
    const points = this._points;
    try {
      const { Plot } = await import("./plot.js");
      if (points !== this._points) return;
      this._plot = new Plot(place, found, best);
    } catch {
      setText(this._part("sweep-note"), this._texts.sweep_not_drawn);
    }
  }
}
