/** The panel "Gradient check": autodiff beside numeric derivatives, a verdict for each Value, and the sweep below. */

import { Outdated, Refused } from "../api.js";
import { cures, nextStep, passesOf, request, rowsBefore, rowsOf, stepText, stepTyped, summary, sweptNode } from "../check.js";
import { element, filled, setAttribute, setText } from "./changes.js";
import { CheckTable, symbol } from "./check-table.js";
import { SweepView } from "./sweep.js";

const PAUSE = 150; // ms that a changed program must rest before it is checked

export class CheckPanel {
  /**
   * @param {HTMLElement} section @param {Record<string, string>} texts
   * @param {(body: object) => Promise<object>} ask
   * @param {(action: object) => void} dispatch
   */
  constructor(section, texts, ask, dispatch) {
    Object.assign(this, { _section: section, _texts: texts, _ask: ask, _dispatch: dispatch });
    this._part = (role) => section.querySelector(`[data-role="${role}"]`);
    this._sweep = new SweepView(this._part, texts, (sweep) => dispatch({ type: "panel", panel: "check", sweep }));
    this._table = new CheckTable(section, texts);
    this._key = null;
    this._listen();
  }

  /** @param {import("../state.js").State} state */
  paint({ panel, trace, sweep, why }) {
    Object.assign(this, { _trace: trace, _isAsked: why !== null });
    if (panel !== "check") {
      this._close();
      return;
    }
    if (this._section.hidden) this._open();
    const node = trace && sweptNode(trace, sweep);
    if (this._shown !== trace) this._start(trace);
    const key = trace && JSON.stringify([trace.source, trace.options, node]);
    this._node = node;
    this._sweep.choose(trace, node, sweep);
    this._table.mark(node);
    if (key !== this._key) this._check(this._key === null ? 0 : PAUSE);
    this._key = key;
  }

  _open() {
    const { activeElement, body } = this._section.ownerDocument;
    this._opener = activeElement === body ? null : activeElement;
    this._section.hidden = false;
    this._section.scrollIntoView({ block: "nearest" });
    if (this._opener) this._part("check-title").focus({ preventScroll: true });
  }

  _close() {
    if (this._section.hidden) return;
    const hadFocus = this._section.contains(this._section.ownerDocument.activeElement);
    this._section.hidden = true;
    this._key = this._shown = null;
    clearTimeout(this._timer);
    this._asked = null;
    if (hadFocus && this._opener?.isConnected) this._opener.focus();
  }

  /** Another program: its names at once, and what is known of it, so that little moves when the answer is here. */
  _start(trace) {
    this._shown = trace;
    this._part("check-cures").replaceChildren();
    this._part("check-summary").replaceChildren(this._texts[trace ? "check_busy" : "check_no_program"]);
    this._table.fill(trace ? rowsBefore(trace) : []);
  }

  _check(pause) {
    clearTimeout(this._timer);
    if (!this._trace) return;
    setAttribute(this._section, "aria-busy", true);
    this._timer = setTimeout(() => this._send(), pause);
  }

  async _send() {
    const isGiven = this._part("check-given").checked;
    const h = isGiven ? stepTyped(this._part("check-step").value) : null;
    this._complain(isGiven && h === null ? this._texts.check_bad_h : "");
    if (isGiven && h === null) {
      setAttribute(this._section, "aria-busy", false);
      return;
    }
    const mine = (this._asked = {});
    const body = request(this._trace, { h, scheme: this._part("check-scheme").value }, this._node);
    try {
      const answer = await this._ask(body);
      if (mine === this._asked) this._answered(answer);
    } catch (error) {
      if (mine === this._asked && !(error instanceof Outdated)) this._failed(error);
    }
  }

  _answered(answer) {
    const rows = rowsOf(answer);
    setAttribute(this._section, "aria-busy", false);
    this._part("check-failure").hidden = true;
    const lines = summary(rows).map(({ text, verdict, number, count }) => {
      const words = filled(this._texts[text], { number, count });
      return element("p", { "data-verdict": verdict }, symbol(verdict), words);
    });
    this._part("check-summary").replaceChildren(...lines);
    const ways = cures(this._trace.options, rows);
    this._part("check-cures").replaceChildren(...ways.map((way) => this._cure(way)));
    const passes = passesOf(answer).toLocaleString("en");
    setText(this._part("check-passes"), filled(this._texts.check_passes, { passes }));
    const tolerance = stepText(answer.tolerance);
    setText(this._part("check-tolerance"), filled(this._texts.check_tolerance, { tolerance }));
    this._table.fill(rows);
    this._sweep.show(answer.sweep ?? null);
  }

  _failed(error) {
    setAttribute(this._section, "aria-busy", false);
    const failure = this._part("check-failure");
    const problem = error instanceof Refused ? [error.problems[0]?.message ?? error.message, error.problems[0]?.hint] : [];
    setText(failure, problem.filter(Boolean).join(" ") || this._texts.check_no_answer);
    failure.hidden = false;
    this._part("check-summary").replaceChildren();
    this._sweep.show(null);
  }

  _cure({ name, options }) {
    const button = element("button", { type: "button", class: "button small" }, this._texts[`check_use_${name}`]);
    button.addEventListener("click", () => {
      this._part("check-title").focus({ preventScroll: true });
      this._dispatch({ type: "option", options });
    });
    return element("p", {}, this._texts[`check_${name}`], " ", button);
  }

  _complain(text) {
    setText(this._part("check-complaint"), text);
    setAttribute(this._part("check-step"), "aria-invalid", text !== "");
  }

  _listen() {
    const close = () => this._dispatch({ type: "panel", panel: null });
    const [step, given] = [this._part("check-step"), this._part("check-given")];
    const again = () => this._check(0);
    this._part("check-close").addEventListener("click", close);
    this._part("check-auto").addEventListener("change", again);
    given.addEventListener("change", again);
    const useGiven = () => {
      given.checked = true;
      again();
    };
    step.addEventListener("change", useGiven);
    this._part("check-scheme").addEventListener("change", useGiven);
    step.addEventListener("keydown", (press) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[press.key];
      const h = stepTyped(step.value);
      if (press.key === "Enter") useGiven();
      if (!by || h === null) return;
      press.preventDefault();
      step.value = stepText(nextStep(h, by));
      useGiven();
    });
    this._part("check-rows").addEventListener("click", ({ target }) => {
      const asked = target.closest("[data-sweep-of]");
      if (!asked) return;
      const { label } = this._trace.nodes[Number(asked.dataset.sweepOf)];
      this._dispatch({ type: "panel", panel: "check", sweep: label });
    });
    this._listenForEscape(close);
  }

  /** Escape takes away one thing at a time: asked before others have answered it. */
  _listenForEscape(close) {
    const hear = (press) => {
      if (press.key !== "Escape" || press.defaultPrevented || this._section.hidden) return;
      const target = press.composedPath()[0];
      const isInside = this._section.contains(target);
      const isElsewhere = target.matches?.("input, textarea, select, [contenteditable]") || target.closest?.("dialog[open]");
      if (!isInside && (isElsewhere || this._isAsked)) return;
      if (isInside) press.stopPropagation();
      close();
    };
    this._section.ownerDocument.addEventListener("keydown", hear, { capture: true });
  }
}
