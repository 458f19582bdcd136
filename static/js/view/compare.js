/** The compare page as the person sees it. */

import { setAttribute, setIcon, setText } from "./changes.js";
import { CompareHalf } from "./compare-half.js";
import { listen } from "./controls.js";
import { Scrubber } from "./scrubber.js";
import { ThemeSwitch } from "./theme.js";
import { upgradeLinks } from "./upgrading.js";

export class ComparePage {
  /** @param {Document} document  @param {object} parts  both traces, the leaves' ids and the joint steps */
  constructor(document, { a, b, leaves, joint }, texts) {
    this._document = document;
    this._texts = texts;
    this._joint = joint;
    this._leaves = leaves;
    this._root = document.querySelector("[data-steps]");
    this._halves = new Map();
    for (const [side, trace] of Object.entries({ a, b })) {
      const root = document.querySelector(`[data-side="${side}"]`);
      if (trace) this._halves.set(side, new CompareHalf(root, trace, texts));
    }
    this._rows = [...document.querySelectorAll("[data-leaf]")].map((row) => ({
      a: row.querySelector('[data-now="a"]'),
      b: row.querySelector('[data-now="b"]'),
    }));
    upgradeLinks(document);
    this._scrubber = new Scrubber(this._root, texts);
    this.theme = new ThemeSwitch(document.querySelector('[data-action="theme"]'), texts);
  }

  /**
   * @param {object} listener
   * @param {(action: string, side?: string) => void} listener.act
   * @param {(action: string) => boolean} listener.knows  which actions this page has
   * @param {(step: number) => void} listener.go
   */
  connect({ act, knows, go }) {
    listen(this._document, (action, control) => act(action, control?.closest("[data-side]")?.dataset.side), knows);
    this._scrubber.onMove(go);
  }

  /** Of one side, or of both. */
  zoom(factor, side) {
    for (const half of this._chosen(side)) half.stage.zoom(factor);
  }

  fit(side) {
    for (const half of this._chosen(side)) half.stage.fit();
  }

  /** Run the text that is being typed. */
  run() {
    this._document.activeElement.form?.requestSubmit();
  }

  _chosen(side) {
    return side ? [this._halves.get(side)] : [...this._halves.values()];
  }

  /** @param {{step: number, steps: number, playing: boolean}} state */
  render({ step, steps, playing }, place, moved) {
    const phase = this._joint.steps[step - 1]?.phase ?? "";
    setAttribute(this._root, "data-step", step);
    setAttribute(this._root, "data-phase", phase);
    for (const [side, half] of this._halves) half.paint(place[side], moved[side]);
    this._rows.forEach((cells, index) => {
      this._leaves[index].forEach((node, at) => {
        const side = "ab"[at];
        setText(cells[side], node === null ? "" : this._halves.get(side).grad(node));
      });
    });
    this._scrubber.paint({ step, event: 0, phase }, this._joint);
    for (const name of ["first", "prev"]) setAttribute(this._control(name), "aria-disabled", step === 0);
    for (const name of ["next", "last"]) setAttribute(this._control(name), "aria-disabled", step === steps);
    const play = this._control("play");
    const name = playing ? "pause" : "play";
    setAttribute(play, "aria-disabled", steps === 0);
    setAttribute(play, "aria-label", this._texts[name]);
    setIcon(play.querySelector("svg"), name);
  }

  _control(action) {
    return this._root.querySelector(`[data-action="${action}"]`);
  }
}
