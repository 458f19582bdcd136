/** The track: a tick for each step in the hue of its phase (a bar on long traces), and the slider on top of it. */

import { element, filled, setAttribute, setText } from "./changes.js";

const MOST_TICKS = 64;

export class Scrubber {
  constructor(root, texts) {
    this._runs = root.querySelector('[data-role="runs"]');
    this._slider = root.querySelector('[data-role="scrubber"]');
    this._counter = root.querySelector('[data-role="counter"]');
    this._count = root.querySelector('[data-role="count"]');
    this._texts = texts;
    this._trace = null;
    this._parts = [];
    new ResizeObserver(() => this._hideNarrowNames()).observe(this._runs);
  }

  /** @param {(step: number) => void} go */
  onMove(go) {
    this._slider.addEventListener("input", () => go(this._slider.valueAsNumber));
  }

  paint(frame, trace) {
    if (this._trace !== trace) this._fill(trace);
    const steps = trace.steps.length;
    setAttribute(this._slider, "max", steps);
    if (this._slider.valueAsNumber !== frame.step) this._slider.value = String(frame.step);
    setAttribute(this._slider, "data-phase", frame.phase ?? "");
    const phase = frame.phase ? this._texts[frame.phase] : this._texts.start_kicker;
    setAttribute(this._slider, "aria-valuetext", filled(this._texts.scrubber, { step: frame.step, steps, phase }));
    setText(this._counter, String(frame.step));
    setText(this._count, String(steps));
    for (const { ticks, bar, start, count } of this._parts) {
      ticks.forEach((tick, index) => setAttribute(tick, "data-done", start + index < frame.step));
      if (bar) bar.style.width = `${(100 * Math.min(Math.max(frame.step - start, 0), count)) / count}%`;
    }
  }

  _fill(trace) {
    this._trace = trace;
    const hasTicks = trace.steps.length <= MOST_TICKS;
    this._parts = runsOf(trace.steps).map(({ phase, start, count }) => {
      const ticks = hasTicks ? Array.from({ length: count }, () => element("i", { class: "tick" })) : [];
      const bar = hasTicks ? null : element("i", { class: "bar-done" });
      const line = element("span", { class: hasTicks ? "ticks" : "ticks whole" }, ...ticks, ...(bar ? [bar] : []));
      const name = element("span", { class: "run-name" }, this._texts[phase]);
      const run = element("span", { class: "run", "data-phase": phase }, name, line);
      run.style.flexGrow = String(count);
      return { run, name, ticks, bar, start, count };
    });
    this._runs.replaceChildren(...this._parts.map(({ run }) => run));
    this._hideNarrowNames();
  }

  _hideNarrowNames() {
    for (const { run, name } of this._parts) {
      const isNarrow = name.scrollWidth > run.clientWidth;
      name.style.visibility = isNarrow ? "hidden" : "";
    }
  }
}

/** Neighbouring steps of one phase, together. */
function runsOf(steps) {
  const runs = [];
  steps.forEach(({ phase }, index) => {
    if (runs.at(-1)?.phase === phase) runs.at(-1).count += 1;
    else runs.push({ phase, start: index, count: 1 });
  });
  return runs;
}
