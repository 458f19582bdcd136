/** The topo strip: the order as it fills, the walk's stack while it does, and how far backward() has come through it. */

import { earlyAt } from "../early.js";
import { ranAt, walkAt } from "../walk.js";
import { drawn, element, filled, mark, nameOf, setAttribute, setText } from "./changes.js";

export class TopoStrip {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} texts
   */
  constructor(root, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._strip = part("strip");
    this._skipped = part("skipped");
    this._order = new Chips(part("chips"), "data-chip");
    this._stack = new Chips(part("stack"), "data-ref");
    this._texts = texts;
    part("chips").removeAttribute("tabindex"); // its chips can be reached now, which scrolls it too
  }

  /** @param {import("../fold.js").Frame} frame  @param {import("./graph.js").Graph} graph */
  paint(frame, trace, graph) {
    const walk = walkAt(trace, frame.step, frame.event);
    this._order.fill(frame.order, trace);
    this._order.paint(frame, ranAt(trace, frame.step, frame.event), earlyAt(trace, frame.step, frame.event).nodes);
    this._stack.fill(walk?.stack ?? [], trace);
    this._stack.paint(frame, NONE, NONE);
    const isSkip = walk?.last.kind === "skip";
    this._skipped.hidden = !isSkip;
    if (isSkip) {
      setAttribute(this._skipped, "data-ref", walk.last.node);
      setText(this._skipped, filled(this._texts.already_visited, { name: nameOf(trace.nodes[walk.last.node]) }));
    }
    setAttribute(this._strip, "data-shows", this._shows(frame, walk));
    setAttribute(this._strip, "data-schedule", trace.options?.schedule ?? "topo");
    this._markVisited(walk, graph);
  }

  /** @returns {Element | undefined} the chip of a Value in the order */
  node(id) {
    return this._order.chip(id);
  }

  /** Bring what is lit into view, inside the strip. */
  follow() {
    this._order.follow();
    this._stack.follow();
  }

  _shows(frame, walk) {
    if (walk) return "walk";
    if (frame.order.length === 0) return "nothing";
    return frame.phase === "backward" ? "backward" : "order";
  }

  /** The walk's marks in the drawing, where they changed: visited, and then in the order. */
  _markVisited(walk, graph) {
    const isAnother = this._markedIn !== graph.svg;
    const before = isAnother ? NO_WALK : this._walked;
    const now = { visited: walk?.visited ?? NONE, appended: new Set(walk?.order) };
    this._markedIn = graph.svg;
    this._walked = now;
    for (const [name, is] of Object.entries(now)) {
      const was = before[name];
      for (const id of was) if (!is.has(id)) graph.node(id)?.removeAttribute(`data-${name}`);
      for (const id of is) if (!was.has(id)) markVisit(graph.node(id), name);
    }
  }
}

const NONE = new Set();
const NO_WALK = { visited: NONE, appended: NONE };

function markVisit(node, name) {
  if (!node) return;
  if (!node.querySelector(".visit")) node.append(tick(node));
  setAttribute(node, `data-${name}`, "true");
}

/** A row of chips that grows and shrinks at its end: those that stay are not made again. */
class Chips {
  /** @param {HTMLElement} list  @param {string} attribute  that names a chip's Value */
  constructor(list, attribute) {
    this._list = list;
    this._attribute = attribute;
    this._chips = [];
    list.replaceChildren();
  }

  chip(id) {
    return this._chips.find((chip) => chip.id === id)?.group;
  }

  fill(ids, trace) {
    const isKept = (chip, index) => chip.id === ids[index] && chip.name === nameOf(trace.nodes[chip.id]);
    const from = this._chips.findIndex((chip, index) => !isKept(chip, index));
    const kept = from < 0 ? this._chips.length : from;
    for (const { group } of this._chips.splice(kept)) group.remove();
    const added = ids.slice(kept).map((id) => {
      const name = nameOf(trace.nodes[id]);
      const about = { [this._attribute]: id, title: name, tabindex: -1 };
      return { id, name, group: element("li", about, element("bdi", {}, name)), seen: {} };
    });
    this._list.append(...added.map(({ group }) => group));
    this._chips.push(...added);
    if (this._chips.length > 0 && !this._chips.some(({ group }) => group.tabIndex === 0)) {
      this._chips[0].group.tabIndex = 0;
    }
  }

  paint(frame, ran, early) {
    const changed = new Set(frame.changed);
    for (const part of this._chips) {
      mark(part, "state", frame.nodes[part.id].state);
      mark(part, "active", part.id === frame.active);
      mark(part, "changed", changed.has(part.id));
      mark(part, "early", early.has(part.id));
      mark(part, "ran", ran.has(part.id));
    }
    this._lit = this._chips.findLast(({ id }) => id === frame.active)?.group;
  }

  /** Bring the lit chip into view, or the end where none is. */
  follow() {
    const lit = this._lit ?? this._chips.at(-1)?.group;
    if (!lit || this._list.scrollWidth <= this._list.clientWidth) return;
    const [place, view] = [lit.getBoundingClientRect(), this._list.getBoundingClientRect()];
    if (place.left < view.left + EDGE) this._list.scrollLeft += place.left - view.left - EDGE;
    else if (place.right > view.right - EDGE) this._list.scrollLeft += place.right - view.right + EDGE;
  }
}

const EDGE = 24; // px of the neighbours that stay in view

/** The walk's tick on the left upper corner of a node's card; CSS shows it where the node has `data-visited`. */
function tick(node) {
  const card = node.querySelector(".card");
  const [x, y] = ["x", "y"].map((name) => Number(card.getAttribute(name)) - 3);
  const group = drawn("g", { class: "visit" });
  group.append(drawn("circle", { cx: x, cy: y, r: 7.5 }), drawn("path", { d: `M${x - 3.5} ${y}l2.5 3 4.5-5.5` }));
  return group;
}
