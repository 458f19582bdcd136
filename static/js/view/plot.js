/** The drawing of a sweep by uPlot, in the colours of the theme; the page's table says the same in numbers. */

import uPlot from "../../vendor/uplot/uplot.js";
import { stepText } from "../check.js";

const HEIGHT = 300;

export class Plot {
  /**
   * @param {HTMLElement} place
   * @param {ReturnType<import("../check.js").curves>} found
   * @param {{forward: import("../check.js").Point | null, central: import("../check.js").Point | null}} best
   */
  constructor(place, found, best) {
    Object.assign(this, { _place: place, _found: found, _best: best });
    this._make();
    this._sizes = new ResizeObserver(() => this._fit());
    this._sizes.observe(place);
    this._remake = () => this._make();
    this._themes = new MutationObserver(this._remake);
    this._themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this._system = matchMedia("(prefers-color-scheme: dark)");
    this._system.addEventListener("change", this._remake);
  }

  remove() {
    this._sizes.disconnect();
    this._themes.disconnect();
    this._system.removeEventListener("change", this._remake);
    this._chart.destroy();
  }

  _make() {
    this._chart?.destroy();
    const { h, forward, central } = this._found;
    this._chart = new uPlot(this._options(), [h, forward, central], this._place);
  }

  _fit() {
    const width = this._place.clientWidth;
    if (width > 0 && width !== this._chart.width) this._chart.setSize({ width, height: HEIGHT });
  }

  _options() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const [ink, muted, line, ground] = ["ink", "muted", "hairline", "ground"].map(colour);
    const font = `12px ${colour("sans")}`;
    const axis = { stroke: muted, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 } };
    const series = (stroke, fill, more) => ({ stroke, width: 2, points: { show: true, size: 7, width: 2, stroke, fill }, ...more });
    const { floor, top, hasZero, h } = this._found;
    const decades = (from, to, most) => every(Math.round(Math.log10(from)), Math.round(Math.log10(to)), most);
    const errorName = (value) => (hasZero && value === floor ? "0" : stepText(value));
    return {
      width: this._place.clientWidth || 320,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, distr: 3, range: () => [h[0] / 2, h.at(-1) * 2] },
        y: { distr: 3, range: () => [floor, top] },
      },
      axes: [
        { ...axis, splits: () => decades(h[0], h.at(-1), 7), filter: same, values: (_, all) => all.map(stepText), size: 32 },
        { ...axis, splits: () => decades(floor, top, 7), filter: same, values: (_, all) => all.map(errorName), size: 52 },
      ],
      series: [{}, series(muted, ground, { dash: [6, 4] }), series(ink, ink, {})],
      hooks: { draw: [(chart) => this._ring(chart, ink)] },
    };
  }

  /** A ring around the best point of each curve. */
  _ring(chart, colour) {
    const { ctx } = chart;
    const scale = devicePixelRatio || 1;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = 2 * scale;
    for (const [scheme, point] of Object.entries(this._best)) {
      if (!point) continue;
      const error = Math.max(point[`${scheme}Error`], this._found.floor);
      ctx.beginPath();
      ctx.arc(chart.valToPos(point.h, "x", true), chart.valToPos(error, "y", true), 8 * scale, 0, 2 * Math.PI);
      ctx.stroke();
    }
    ctx.restore();
  }
}

const same = (_, all) => all;

/** Powers of ten between two exponents, so many at most. */
function every(from, to, most) {
  const by = Math.max(Math.ceil((to - from) / most), 1);
  const found = [];
  for (let exponent = from; exponent <= to; exponent += by) found.push(Number(`1e${exponent}`));
  return found;
}
