/** The drawing: which nodes exist, their numbers, what is lit. Nothing in it ever moves. */

import { earlyAt } from "../early.js";
import { faultsOf, markedFault } from "../faults.js";
import { lostEdges } from "../losses.js";
import { shown, whole } from "../numbers.js";
import { mark, setAttribute, setText } from "./changes.js";
import { EdgeNotes } from "./edge-notes.js";

export class Graph {
  /** @param {Element} canvas holds the one <svg> */
  constructor(canvas) {
    this._canvas = canvas;
    this._markup = null;
    this._index();
  }

  /** @returns {SVGSVGElement | null} */
  get svg() {
    return this._svg;
  }

  /** The markup of a drawing that the page arrived with, so that it isn't made again. */
  adopted() {
    this._markup = this._svg ? this._svg.outerHTML : null;
    return this._markup;
  }

  /**
   * Show another drawing, or none. Returns whether it is another.
   * @param {string | null} markup as the server made it
   */
  mount(markup) {
    if (markup === this._markup) return false;
    this._markup = markup;
    this._canvas.replaceChildren();
    if (markup !== null) {
      const parsed = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
      if (parsed.localName === "svg") this._canvas.append(document.importNode(parsed, true));
    }
    this._index();
    return true;
  }

  /** @returns {Element | undefined} the group of a node */
  node(id) {
    return this._nodes.get(id)?.group;
  }

  /** @returns {Element | undefined} the group of an edge, as "3-6-0" */
  edge(key) {
    return this._edges.get(key)?.group;
  }

  /** @param {import("../fold.js").Frame} frame */
  paint(frame, trace) {
    if (this._trace !== trace) {
      this._trace = trace;
      this._faults = faultsOf(trace);
    }
    const changed = new Set(frame.changed);
    const early = earlyAt(trace, frame.step, frame.event);
    const following = new Set();
    const written = new Set(frame.written.map((edge) => edge.join("-")));
    for (const [id, parts] of this._nodes) {
      const { state, grad } = frame.nodes[id];
      const marked = markedFault(this._faults(id, frame.nodes[id], frame));
      if (marked && !marked.fault.origin) following.add(id);
      mark(parts, "state", state);
      mark(parts, "active", id === frame.active);
      mark(parts, "changed", changed.has(id));
      mark(parts, "early", early.nodes.has(id));
      this._write(parts, trace.nodes[id], state === "absent" ? null : grad, marked);
    }
    const lost = lostEdges(trace, frame.step, frame.event);
    for (const [key, parts] of this._edges) {
      mark(parts, "lost", lost.has(key));
      mark(parts, "early", early.edges.has(key));
      mark(parts, "built", frame.nodes[parts.user].state !== "absent");
      mark(parts, "written", written.has(key));
      mark(parts, "follows", following.has(parts.user));
    }
    this._notes.paint(frame, trace);
  }

  /** The numbers of a node, none where grad is null; on hover all of their digits, and the fault it is marked with. */
  _write(parts, node, grad, marked) {
    const { seen } = parts;
    if (Object.is(seen.grad, grad) && seen.of === node && seen.fault === marked?.fault) return;
    Object.assign(seen, { grad, of: node, fault: marked?.fault });
    const tip = grad === null ? [] : [`data ${whole(node.data)}`, `grad ${whole(grad)}`];
    if (marked) tip.push(marked.fault.reason);
    setText(parts.title, [parts.name, ...tip].join("\n"));
    setText(parts.data, grad === null ? "" : shown(node.data));
    setText(parts.grad, grad === null ? "" : shown(grad));
    if (marked) {
      setAttribute(parts.group, "data-fault", marked.fault.origin ? "origin" : "follows");
      setAttribute(parts.group, "data-fault-in", marked.of);
    } else {
      parts.group.removeAttribute("data-fault");
      parts.group.removeAttribute("data-fault-in");
    }
  }

  _index() {
    this._svg = this._canvas.querySelector("svg");
    this._nodes = new Map();
    this._edges = new Map();
    this._notes = new EdgeNotes(this._canvas);
    for (const group of this._canvas.querySelectorAll("[data-node]")) {
      const title = group.querySelector("title");
      this._nodes.set(Number(group.dataset.node), {
        group,
        seen: {},
        title,
        name: title.textContent.split("\n")[0],
        data: group.querySelector('[data-field="data"]'),
        grad: group.querySelector('[data-field="grad"]'),
      });
    }
    for (const group of this._canvas.querySelectorAll("[data-edge]")) {
      const key = group.dataset.edge;
      this._edges.set(key, { group, seen: {}, user: Number(key.split("-")[1]) });
    }
  }
}
