/** The table of values: one row for each, lit with the graph. */

import { earlyAt } from "../early.js";
import { faultsOf } from "../faults.js";
import { shown, whole } from "../numbers.js";
import { element, mark, nameOf, setAttribute, setText } from "./changes.js";

export class ValueTable {
  /** @param {HTMLElement} section holds the table */
  constructor(section) {
    this.section = section;
    this._body = section.querySelector('[data-role="rows"]');
    this._trace = null;
    this._rows = [];
  }

  /** @param {import("../fold.js").Frame} frame */
  paint(frame, trace) {
    if (this._trace !== trace) this._fill(trace);
    const changed = new Set(frame.changed);
    const early = earlyAt(trace, frame.step, frame.event).nodes;
    for (const part of this._rows) {
      const { state, grad } = frame.nodes[part.id];
      const isAbsent = state === "absent";
      mark(part, "state", state);
      mark(part, "active", part.id === frame.active);
      mark(part, "changed", changed.has(part.id));
      mark(part, "early", early.has(part.id));
      const faults = this._faults(part.id, frame.nodes[part.id], frame);
      write(part, "data", isAbsent ? null : trace.nodes[part.id].data, faults.data);
      write(part, "grad", isAbsent ? null : grad, faults.grad);
    }
    this._lit = this._rows.find(({ id }) => id === frame.active);
  }

  /** @returns {Element | undefined} the row of a Value */
  node(id) {
    return this._rows.find((row) => row.id === id)?.group;
  }

  /** Bring the lit row into view, inside its own box only: the page stays where it is. */
  follow() {
    const row = this._lit?.group;
    const box = this.section;
    if (!row || box.scrollHeight <= box.clientHeight) return;
    const [place, view] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
    if (place.top < view.top + 40) box.scrollTop += place.top - view.top - 40;
    else if (place.bottom > view.bottom) box.scrollTop += place.bottom - view.bottom + 8;
  }

  _fill(trace) {
    this._trace = trace;
    this._faults = faultsOf(trace);
    const order = tableOrder(trace);
    const isKept = ({ id, name, reachable }, index) =>
      id === order[index] && name === nameOf(trace.nodes[id]) && reachable === trace.nodes[id].reachable;
    if (this._rows.length === order.length && this._rows.every(isKept)) return;
    this._rows = order.map((id) => {
      const name = nameOf(trace.nodes[id]);
      const data = element("td", { role: "cell", class: "number", "data-cell": "data" });
      const grad = element("button", { type: "button", class: "why-cell", "data-why": id, tabindex: -1 });
      const cell = element("td", { role: "cell", class: "number", "data-cell": "grad" }, grad);
      const head = element("th", { role: "rowheader", scope: "row" }, element("bdi", { title: name }, name));
      const { reachable } = trace.nodes[id];
      // Of the rows one at a time can be reached by Tab.
      const about = { role: "row", "data-row": id, "data-reachable": reachable, tabindex: id === order[0] ? 0 : -1 };
      const group = element("tr", about, head, data, cell);
      return { id, name, reachable, group, data, grad, seen: {} };
    });
    this._body.replaceChildren(...this._rows.map(({ group }) => group));
  }
}

/** The ids in the order of the last `backward()`: its topo reversed, then what is in no topo, latest first. */
function tableOrder(trace) {
  const topo = trace.topos.at(-1) ?? [];
  const sorted = new Set(topo);
  const others = trace.nodes.map((node) => node.id).filter((id) => !sorted.has(id));
  return [...topo].reverse().concat(others.reverse());
}

/** A number in its cell, with all of its digits on hover, and why it is inf or nan. */
function write(part, name, number, fault) {
  const [key, faultKey] = [`${name} number`, `${name} fault`];
  if (Object.is(part.seen[key], number) && part.seen[faultKey] === fault) return;
  Object.assign(part.seen, { [key]: number, [faultKey]: fault });
  const cell = part[name];
  setText(cell, number === null ? "" : shown(number));
  setAttribute(cell, "title", number === null ? "" : [whole(number), ...(fault ? [fault.reason] : [])].join("\n"));
  if (fault) setAttribute(cell, "data-fault", fault.origin ? "origin" : "follows");
  else cell.removeAttribute("data-fault");
}
