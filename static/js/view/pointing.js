/**
 * What the person points at, lit wherever it is: its node or edge, row, chip, every element that names it
 * (`data-ref`), and its place in the program. Hovering lights for as long as it lasts; focus and a click or tap, until
 * they go elsewhere.
 */

import { shown } from "../numbers.js";
import { Places } from "../spans.js";
import { filled, nameOf, setAttribute, setText } from "./changes.js";
import { Halo } from "./halo.js";

const THINGS = "[data-node], [data-edge], [data-row], [data-chip], [data-ref]";
const LISTS = "[data-row], [data-chip], .stack > [data-ref]";
// Where names of Values stand. Asking the whole page, with its drawing and its table, takes longer than all the rest.
const NAMING = '[data-role="words"], [data-role="strip"], [data-role="why"], [data-role="inputs"]';
const REACH = 6; // px around the pointer in which a line as thin as an edge is found

const NOTHING = { hovered: null, inText: null, held: null };

/** @typedef {{node: number} | {edge: string}} Thing */

export class Pointing {
  /**
   * @param {HTMLElement} root
   * @param {object} parts
   * @param {import("./graph.js").Graph} parts.graph
   * @param {import("./values.js").ValueTable} parts.table
   * @param {import("./topo.js").TopoStrip} parts.strip
   * @param {import("./editor.js").Editor} parts.editor
   * @param {(node: Element) => void} parts.reveal  brings a node of the drawing into view
   * @param {Record<string, string>} texts
   */
  constructor(root, { graph, table, strip, editor, reveal }, texts) {
    this._root = root;
    this._graph = graph;
    this._parts = [graph, table, strip];
    this._naming = [...root.querySelectorAll(NAMING)];
    this._editor = editor;
    this._reveal = reveal;
    this._texts = texts;
    this._canvas = root.querySelector('[data-role="canvas"]');
    this._stage = root.querySelector('[data-role="stage"]');
    this._said = root.querySelector('[data-role="pointed"]');
    this._halo = new Halo();
    this._lit = new Set();
    this._span = this._marked = null; // of the program: to be marked, and marked so far
    this._sources = { ...NOTHING };
    setAttribute(this._canvas, "tabindex", "0");
    setAttribute(this._canvas, "role", "group");
    setAttribute(this._canvas, "aria-label", texts.graph_keys);
  }

  /** @param {(action: object) => void} dispatch */
  connect(dispatch) {
    this._dispatch = dispatch;
    const root = this._root;
    const document = root.ownerDocument;
    document.addEventListener("pointerover", (event) => this._hover(event));
    this._canvas.addEventListener("pointermove", (event) => this._hoverNearEdges(event));
    document.documentElement.addEventListener("pointerleave", () => this._point({ hovered: null }));
    root.addEventListener("focusin", ({ target }) => this._focus(target));
    root.addEventListener("focusout", () => this._point({ held: null }));
    document.addEventListener("click", ({ target }) => this._click(target));
    document.addEventListener("keydown", (press) => this._press(press));
    this._editor.onPoint((offset) => this._point({ inText: this._inText(offset) }));
  }

  /** Light what the state points at, and nothing else. @param {import("../state.js").State} state */
  paint(state) {
    const { pointed, trace } = state;
    if (pointed === null && this._state?.trace !== trace) this._sources = { ...NOTHING };
    this._state = state;
    const isEdge = typeof pointed === "string";
    const ends = pointed === null ? [] : isEdge ? pointed.split("-").slice(0, 2).map(Number) : [pointed];
    const now = new Set(pointed === null ? [] : this._elements(ends, isEdge ? pointed : null));
    for (const each of this._lit) if (!now.has(each)) each.removeAttribute("data-pointed");
    for (const each of now) setAttribute(each, "data-pointed", "true");
    this._lit = now;
    const groups = ends.map((id) => this._graph.node(id)).filter(Boolean);
    this._halo.draw(this._graph.svg, groups, isEdge ? this._graph.edge(pointed) : undefined);
    const isTraced = trace !== null && state.source === trace.source;
    this._markProgram(pointed !== null && isTraced ? this._spanOf(pointed) : null);
  }

  /**
   * Once a frame at most: a mark in a very long line takes the editor longer than all the rest takes. After the frame,
   * so that a selection just made is known to the editor before it draws.
   */
  _markProgram(span) {
    const isWaiting = this._span !== this._marked;
    this._span = span;
    if (isWaiting || span === this._marked) return;
    const draw = () => {
      this._marked = this._span;
      this._editor.point(this._marked);
    };
    requestAnimationFrame(() => setTimeout(draw));
  }

  _elements(nodes, edge) {
    const own = nodes.flatMap((id) => this._parts.map((part) => part.node(id)));
    const named = nodes.map((id) => `[data-ref="${id}"]`).join();
    const naming = this._naming.flatMap((part) => [...part.querySelectorAll(named)]);
    return [...own, edge && this._graph.edge(edge), ...naming].filter(Boolean);
  }

  _spanOf(pointed) {
    const places = this._places();
    return typeof pointed === "number" ? places.spanOf(pointed) : places.spanOfEdge(...pointed.split("-").map(Number));
  }

  _places() {
    const { trace } = this._state;
    if (this._placesOf !== trace) this._found = new Places(trace);
    this._placesOf = trace;
    return this._found;
  }

  /** One of the three ways of pointing changed; of those that point at something, hovering wins. */
  _point(change) {
    Object.assign(this._sources, change);
    const { hovered, inText, held } = this._sources;
    this._dispatch({ type: "point", ...(hovered ?? inText ?? held) });
  }

  _hover({ target, pointerType, buttons }) {
    if (pointerType === "touch" || buttons > 0) return;
    this._point({ hovered: thingAt(target) });
  }

  /** An edge is too thin to be hit: the pointer need only come near. */
  _hoverNearEdges({ target, clientX, clientY, pointerType, buttons }) {
    if (pointerType === "touch" || buttons > 0 || thingAt(target) || this._waits) return;
    this._waits = true;
    requestAnimationFrame(() => {
      this._waits = false;
      const edge = edgeNear(this._canvas.ownerDocument, clientX, clientY);
      if (edge || this._sources.hovered) this._point({ hovered: edge });
    });
  }

  _inText(offset) {
    const { trace, source } = this._state;
    if (offset === null || trace === null || source !== trace.source) return null;
    const node = this._places().nodeAt(offset);
    return node === null ? null : { node };
  }

  _focus(target) {
    if (target === this._canvas) {
      if (target.matches(":focus-visible")) this._walkTo(this._here());
      return;
    }
    const thing = thingAt(target);
    if (target.matches(LISTS)) rove(target);
    if (thing) this._point({ held: thing });
  }

  _click(target) {
    const thing = thingAt(target);
    this._point({ held: thing, hovered: this._sources.hovered && thing });
    const node = thing && "node" in thing ? this._graph.node(thing.node) : undefined;
    if (!node || target.closest("button, a, input")) return;
    this._reveal(node);
    if (!this._canvas.contains(target)) this._stage.scrollIntoView({ block: "nearest" });
  }

  _press(press) {
    if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return;
    if (press.key === "Escape") this._point(NOTHING);
    const by = { ArrowUp: -1, ArrowDown: 1 }[press.key];
    if (!by) return;
    if (press.target === this._canvas) this._walkTo(this._here() + by);
    else if (press.target.matches(LISTS)) this._moveFocus(press.target, by);
    else return;
    press.preventDefault();
  }

  /** From a row to its neighbour, from a chip to its. */
  _moveFocus(from, by) {
    const to = by < 0 ? from.previousElementSibling : from.nextElementSibling;
    if (!to) return;
    to.focus();
    const node = this._graph.node(thingAt(to).node);
    if (node) this._reveal(node);
  }

  /** Where walking through the graph goes on: at what is pointed at, else at what is lit. */
  _here() {
    const { pointed } = this._state;
    if (typeof pointed === "number") return pointed;
    const lit = this._canvas.querySelector('[data-node][data-active="true"]');
    return this._walked ?? Number(lit?.dataset.node ?? 0);
  }

  _walkTo(id) {
    const { trace } = this._state;
    if (!trace || !this._graph.svg) return;
    const node = Math.min(Math.max(id, 0), trace.nodes.length - 1);
    this._walked = node;
    this._point({ held: { node }, hovered: null, inText: null });
    this._reveal(this._graph.node(node));
    setText(this._said, this._spoken(trace.nodes[node]));
  }

  /** A node for those who hear it: walking through the graph by keys is no hovering. */
  _spoken(node) {
    const group = this._graph.node(node.id);
    const [data, grad] = ["data", "grad"].map((name) => group.querySelector(`[data-field="${name}"]`).textContent);
    if (data === "") return filled(this._texts.node_absent, { name: nameOf(node) });
    return filled(this._texts.node_spoken, { name: nameOf(node), data: shown(node.data), grad });
  }
}

/** @returns {Thing | null} what an element stands for */
function thingAt(target) {
  const at = target.closest?.(THINGS);
  if (!at) return null;
  const { edge, node, row, chip, ref } = at.dataset;
  return edge ? { edge } : { node: Number(node ?? row ?? chip ?? ref) };
}

/** @returns {Thing | null} */
function edgeNear(document, x, y) {
  for (let away = 1; away <= REACH; away += 1) {
    for (let turn = 0; turn < 8; turn += 1) {
      const angle = (turn * Math.PI) / 4;
      const thing = thingAt(document.elementFromPoint(x + away * Math.cos(angle), y + away * Math.sin(angle)) ?? document);
      if (thing && "edge" in thing) return thing;
    }
  }
  return null;
}

/** Tab comes back to where it was: of a list one item at a time can be reached by it. */
function rove(item) {
  for (const each of item.parentElement.querySelectorAll('[tabindex="0"]')) {
    if (each !== item && each.matches(LISTS)) each.tabIndex = -1;
  }
  item.tabIndex = 0;
}
