/** What is open besides the steps: the gradient check, or filling in by hand. Each is fetched when it is first opened. */

import { setAttribute } from "./changes.js";
import { OnDemand } from "./on-demand.js";

export class Panels {
  /** @param {HTMLElement} root @param {(role: string) => HTMLElement} part @param {Record<string, string>} texts */
  constructor(root, part, texts) {
    Object.assign(this, { _root: root, _part: part, _texts: texts, _panels: new Map() });
  }

  /**
   * @param {(action: object) => void} dispatch
   * @param {{ask: Function, puzzles: import("../predict.js").Puzzles, repaint: () => void}} tools
   */
  connect(dispatch, { ask, puzzles, repaint }) {
    const check = async () => {
      const { CheckPanel } = await import("./check.js");
      return new CheckPanel(this._part("check"), this._texts, ask, dispatch);
    };
    const predict = async () => {
      const { PredictPanel } = await import("./predict.js");
      return new PredictPanel(this._root, this._texts, puzzles, dispatch, repaint);
    };
    const tell = (isMissing) => {
      this._part("panel-failure").hidden = !isMissing;
      if (isMissing) dispatch({ type: "panel", panel: null });
    };
    const sheets = ["/static/css/check.css", "/static/vendor/uplot/uplot.css"];
    this._panels.set("check", new OnDemand("check", sheets, check, tell));
    this._panels.set("predict", new OnDemand("predict", ["/static/css/predict.css"], predict, tell));
  }

  /** @param {import("../state.js").State} state */
  paint(state) {
    const { ownerDocument } = this._root;
    for (const [name, panel] of this._panels) {
      panel.paint(state);
      const control = ownerDocument.querySelector(`[data-action="panel-${name}"]`);
      setAttribute(control, "aria-pressed", state.panel === name);
    }
    setAttribute(this._root, "data-panel", state.panel ?? "");
  }
}
