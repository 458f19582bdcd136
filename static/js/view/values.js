/** The table of values and the topo strip: one row and one chip for each Value, lit with the graph. */

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
    for (const part of this._rows) {
      const { state, grad } = frame.nodes[part.id];
      const isAbsent = state === "absent";
      mark(part, "state", state);
      mark(part, "active", part.id === frame.active);
      mark(part, "changed", changed.has(part.id));
      write(part, "data", isAbsent ? null : trace.nodes[part.id].data);
      write(part, "grad", isAbsent ? null : grad);
    }
    this._lit = this._rows.find(({ id }) => id === frame.active);
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
    this._rows = tableOrder(trace).map((id) => {
      const name = nameOf(trace.nodes[id]);
      const data = element("td", { role: "cell", class: "number", "data-cell": "data" });
      const grad = element("td", { role: "cell", class: "number", "data-cell": "grad" });
      const head = element("th", { role: "rowheader", scope: "row" }, element("bdi", { title: name }, name));
      const about = { role: "row", "data-row": id, "data-reachable": trace.nodes[id].reachable };
      const group = element("tr", about, head, data, grad);
      return { id, group, data, grad, seen: {} };
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

function write(part, name, number) {
  const key = `${name} number`;
  if (Object.is(part.seen[key], number)) return;
  part.seen[key] = number;
  setText(part[name], number === null ? "" : shown(number));
  setAttribute(part[name], "title", number === null ? "" : whole(number));
}

export class TopoStrip {
  /** @param {HTMLElement} list @param {HTMLElement} note shown while there is no order */
  constructor(list, note) {
    this._list = list;
    this._note = note;
    this._chips = [];
  }

  /** @param {import("../fold.js").Frame} frame */
  paint(frame, trace) {
    this._fill(frame.order, trace);
    this._note.hidden = frame.order.length > 0;
    const changed = new Set(frame.changed);
    for (const part of this._chips) {
      mark(part, "state", frame.nodes[part.id].state);
      mark(part, "active", part.id === frame.active);
      mark(part, "changed", changed.has(part.id));
    }
    this._lit = this._chips.find(({ id }) => id === frame.active)?.group;
  }

  /** Bring the lit chip into view. */
  follow() {
    if (!this._lit) return;
    const [place, view] = [this._lit.getBoundingClientRect(), this._list.getBoundingClientRect()];
    if (place.left < view.left) this._list.scrollLeft += place.left - view.left - 16;
    else if (place.right > view.right) this._list.scrollLeft += place.right - view.right + 16;
  }

  _fill(order, trace) {
    const isSame = this._trace === trace && this._chips.length === order.length;
    if (isSame && this._chips.every(({ id }, index) => id === order[index])) return;
    this._trace = trace;
    this._chips = order.map((id) => {
      const group = element("li", { "data-chip": id }, element("bdi", {}, nameOf(trace.nodes[id])));
      return { id, group, seen: {} };
    });
    this._list.replaceChildren(...this._chips.map(({ group }) => group));
  }
}
