/** The track: a tick for each step in the hue of its phase (a bar on long traces), and the slider on top of it. */

import { namePlaces, runsOf } from "../phases.js";
import { element, filled, setAttribute, setText } from "./changes.js";

const MOST_TICKS = 80; // on longer traces the runs are bars
const SMALLEST_TICK = 5; // px
const THUMB = 20; // px: its middle goes from half of it to the track's end less half of it
const NAME_GAP = 10; // px

export class Scrubber {
  constructor(root, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._runs = part("runs");
    this._names = part("phases");
    this._slider = part("scrubber");
    this._counter = part("counter");
    this._count = part("count");
    this._tip = part("tip");
    this._texts = texts;
    this._trace = null;
    this._parts = [];
    this._width = this._runs.clientWidth;
    new ResizeObserver(() => this._resized()).observe(this._runs);
    this._listen();
  }

  /** @param {(step: number) => void} go */
  onMove(go) {
    this._go = go;
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
    this._step = frame.step;
    this._paintRuns(frame.step, frame.event);
  }

  _paintRuns(step, event) {
    const shown = event > 0 ? step : step - 1; // the index of the step on show
    for (const { name, ticks, bar, start, count } of this._parts) {
      const isHere = shown >= start && shown < start + count;
      setAttribute(name, "aria-current", isHere ? "step" : "false");
      ticks.forEach((tick, index) => {
        setAttribute(tick, "data-done", start + index < step);
        setAttribute(tick, "data-begun", start + index === step && event > 0);
      });
      if (bar) bar.style.transform = `scaleX(${Math.min(Math.max(step - start, 0), count) / count})`;
    }
  }

  _fill(trace) {
    this._trace = trace;
    const steps = trace.steps.length;
    this._hasTicks = steps <= MOST_TICKS && this._width / steps >= SMALLEST_TICK;
    this._parts = runsOf(trace.steps).map((run) => {
      const ticks = this._hasTicks ? Array.from({ length: run.count }, () => element("i", { class: "tick" })) : [];
      const bar = this._hasTicks ? null : element("i", { class: "bar-done" });
      const line = element("span", { class: bar ? "run whole" : "run", "data-phase": run.phase }, ...(bar ? [bar] : ticks));
      line.dataset.small = String((this._width * run.count) / steps < 4);
      line.style.left = `${(100 * run.start) / steps}%`;
      line.style.width = `${(100 * run.count) / steps}%`;
      const about = { type: "button", class: "phase", "data-phase": run.phase, "data-to": run.start + 1 };
      const name = element("button", about, element("span", {}, this._texts[run.phase]));
      return { ...run, line, name, ticks, bar };
    });
    const tick = this._width / Math.max(steps, 1);
    this._runs.style.setProperty("--tick-gap", `${tick >= 14 ? 4 : tick >= 8 ? 2 : 1}px`);
    this._runs.replaceChildren(...this._parts.map(({ line }) => line));
    this._names.replaceChildren(...this._parts.map(({ name }) => name));
    this._nameRuns();
  }

  /** Names stand where they can be read, or not at all. */
  _nameRuns() {
    const widths = this._parts.map(({ name }) => name.firstChild.getBoundingClientRect().width);
    const places = namePlaces(this._parts, widths, this._width, this._names.clientWidth, NAME_GAP);
    this._parts.forEach(({ name }, index) => {
      name.style.left = `${places[index] ?? 0}px`;
      name.style.visibility = places[index] === null ? "hidden" : "";
    });
  }

  _resized() {
    const width = this._runs.clientWidth;
    if (width === this._width || width === 0) return;
    this._width = width;
    const trace = this._trace;
    if (trace === null) return;
    this._fill(trace);
    this._paintRuns(this._step, 0);
  }

  /** Pointers: a press on a tick goes to its step, a drag takes the thumb along; hovering says what a step does. */
  _listen() {
    this._names.addEventListener("click", ({ target }) => {
      const name = target.closest("[data-to]");
      if (name) this._go(Number(name.dataset.to));
    });
    const slider = this._slider;
    let offset = null; // from the pointer to the thumb's middle, while it is dragged
    // What the browser itself would do with a press differs from one to the other, and goes to the nearest edge.
    for (const name of ["mousedown", "touchstart"]) {
      slider.addEventListener(name, (event) => event.preventDefault(), { passive: false });
    }
    slider.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this._trace === null) return;
      slider.setPointerCapture(event.pointerId);
      slider.focus({ preventScroll: true });
      if (!this._isOnThumb(event)) this._slide(this._stepAt(event));
      offset = this._thumb() - event.clientX;
    });
    slider.addEventListener("pointermove", (event) => {
      if (offset === null) return this._tell(event.pointerType === "mouse" ? this._stepAt(event) : null);
      this._slide(Math.round(this._fraction(event.clientX + offset) * this._trace.steps.length));
      this._tell(slider.valueAsNumber);
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture", "pointerleave"]) {
      slider.addEventListener(name, () => {
        offset = null;
        this._tell(null);
      });
    }
  }

  _slide(step) {
    if (step !== this._slider.valueAsNumber) this._go(step);
  }

  /** The step under the pointer: a tick is its step, the thumb the one on show. */
  _stepAt(event) {
    if (this._isOnThumb(event)) return this._slider.valueAsNumber;
    return Math.ceil(this._fraction(event.clientX) * this._trace.steps.length);
  }

  _isOnThumb(event) {
    return Math.abs(event.clientX - this._thumb()) <= THUMB / 2;
  }

  _fraction(clientX) {
    const { left, width } = this._slider.getBoundingClientRect();
    return Math.min(Math.max((clientX - left - THUMB / 2) / (width - THUMB), 0), 1);
  }

  _thumb() {
    const { left, width } = this._slider.getBoundingClientRect();
    const fraction = this._slider.valueAsNumber / Math.max(this._slider.max, 1);
    return left + THUMB / 2 + fraction * (width - THUMB);
  }

  /** Name a step above the track, or with null none. */
  _tell(step) {
    const isTold = step !== null && this._trace !== null && this._trace.steps.length > 0;
    this._tip.hidden = !isTold;
    if (!isTold) return;
    const { steps } = this._trace;
    setText(this._tip, step === 0 ? this._texts.start_kicker : `${step} · ${steps[step - 1].title}`);
    const half = this._tip.offsetWidth / 2;
    const room = this._runs.clientWidth + THUMB;
    const middle = THUMB / 2 + (this._runs.clientWidth * Math.max(step - 0.5, 0)) / steps.length;
    this._tip.style.left = `${Math.min(Math.max(middle, half), Math.max(room - half, half))}px`;
  }
}
