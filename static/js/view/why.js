/** The panel "Why is this gradient what it is?": its contributions as a sum, each with where it came from. */

import { bound, bracketed, called, operand, spoken, uncut } from "../lines.js";
import { shown, toldApart } from "../numbers.js";
import { why } from "../why.js";
import { element, filled, setAttribute } from "./changes.js";
import { meaning, piece, reference, term, woven } from "./pieces.js";
import { listenForWhy } from "./why-input.js";

const MOST_ROWS = 40;
const MOST_TERMS = 5;
const LONGEST_PATH = 6; // names, before its middle is left out

export class WhyPanel {
  /** @param {HTMLElement} root @param {Record<string, string>} texts */
  constructor(root, texts) {
    this._root = root;
    this._texts = texts;
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._panel = part("why");
    this._parts = Object.fromEntries(
      ["title", "sum", "reasons", "legend", "fan", "rows"].map((name) => [name, part(`why-${name}`)]),
    );
    this._key = null;
  }

  /** @param {(action: object) => void} dispatch */
  connect(dispatch) {
    const open = (node) => {
      if (this._root.dataset.asking === "true") return; // it would give the answer away
      const opener = this._root.ownerDocument.activeElement;
      if (!this._panel.contains(opener)) this._opener = opener;
      dispatch({ type: "why", node });
    };
    const close = () => dispatch({ type: "close-why" });
    const go = (step, event) => dispatch({ type: "go", step, event });
    listenForWhy(this._root, this._panel, { open, close, go });
  }

  /** @param {import("../state.js").State} state */
  paint({ why: node, trace, step, event }) {
    if (node === null) {
      this._hide();
      return;
    }
    const key = [node, step, event];
    if (this._trace === trace && String(this._key) === String(key)) return;
    const isAnother = this._key?.[0] !== node;
    Object.assign(this, { _key: key, _trace: trace, _nodes: trace.nodes });
    const focused = this._panel.contains(this._panel.ownerDocument.activeElement)
      ? this._panel.ownerDocument.activeElement.dataset.jump
      : null;
    this._fill(why(trace, node, step, event));
    this._panel.hidden = false;
    if (isAnother) this._panel.scrollTop = 0;
    if (isAnother) this._parts.title.focus({ preventScroll: true });
    else if (focused) (this._jump(focused) ?? this._parts.title).focus({ preventScroll: true });
  }

  _hide() {
    if (this._key === null) return;
    this._key = null;
    const hadFocus = this._panel.contains(this._panel.ownerDocument.activeElement);
    this._panel.hidden = true;
    if (hadFocus && this._opener?.isConnected) this._opener.focus({ preventScroll: true });
  }

  _jump(key) {
    return this._panel.querySelector(`[data-jump="${key}"]`);
  }

  /** @param {import("../why.js").Why} found */
  _fill(found) {
    const { title, sum, reasons, legend, fan, rows } = this._parts;
    const isAbsent = found.status === "absent";
    const value = () => [isAbsent ? "" : shown(found.value)];
    const head = isAbsent ? this._texts.why_title_absent : this._texts.why_title;
    title.replaceChildren(...woven(head, { grad: () => [this._grad(found.node)], value }));
    const [total, terms] = this._terms(found);
    const isSum = terms.length > 1;
    sum.replaceChildren(...(isSum ? [`${total} = ${terms.join(" + ")}`] : []));
    sum.hidden = !isSum;
    reasons.replaceChildren(...this._reasons(found).map((each) => element("li", {}, ...each)));
    const all = [...found.rows, ...found.pending];
    legend.hidden = all.length === 0;
    fan.textContent = String(new Set(all.map(({ user, slot }) => `${user} ${slot}`)).size);
    const listed = all.slice(0, MOST_ROWS);
    rows.replaceChildren(...listed.map((row, index) => this._row(row, index >= found.rows.length, all.length > 1)));
    if (all.length > MOST_ROWS) {
      rows.append(element("li", {}, filled(this._texts.why_more, { count: all.length - MOST_ROWS })));
    }
  }

  /** The value and what adds up to it, as far as there is room; a term that would read as the value gets more digits. */
  _terms({ value, left, rows }) {
    const kept = rows.filter(({ isLost }) => !isLost);
    const numbers = [...(left && !left.isLost ? [left.value] : []), ...kept.map(({ contribution }) => contribution)];
    const twin = numbers.find((each) => each !== value && shown(each) === shown(value));
    const [total, told] = twin === undefined ? [shown(value)] : toldApart(value, twin);
    const terms = numbers.map((each) => (each === twin ? bracketed(told) : operand(each)));
    return [total, terms.length > MOST_TERMS ? [...terms.slice(0, MOST_TERMS - 1), "…", terms.at(-1)] : terms];
  }

  /** Sentences that say what the rows alone do not. */
  _reasons(found) {
    const { status, root, left, place, origin, unpassed } = found;
    const reasons = [];
    const say = (key, values = {}) => reasons.push(woven(this._texts[`why_${key}`], values));
    const jump = (to) => reasons.at(-1).push(" ", this._jumpButton(to));
    if (status === "seeded") {
      say(status, { root: () => [term("root", this._texts.root)], seed: () => [term("seed", this._texts.seed)] });
    } else if (found.isCut) {
      say("cut");
    } else if (status !== "sum") {
      say(status, { root: () => [this._name(root)] });
    }
    if (place) jump(place);
    if (left) {
      say(left.isLost ? "left_lost" : found.rows.length > 0 ? "left" : "left_alone", { number: () => [shown(left.value)] });
      jump(left.place);
    }
    if (found.zero) this._sayZero(found, say);
    if (unpassed) {
      say(status === "waiting" ? "too_early" : "unpassed", { grad: () => [this._grad(found.node)] });
      jump(unpassed);
    }
    if (origin) {
      const names = () => [this._name(origin.node), origin.isData ? "" : ".grad"];
      say("origin", { value: () => [shown(origin.value)], name: names, reason: () => [origin.reason] });
      jump(origin.place);
    }
    return reasons;
  }

  _sayZero({ node, zero, rows: all, left }, say) {
    const rows = all.filter(({ isLost }) => !isLost);
    if (zero === "cancel") {
      const numbers = [...(left ? [left.value] : []), ...rows.map(({ contribution }) => contribution)];
      const terms = numbers.filter((each) => each !== 0).slice(0, MOST_TERMS).map(signed).join(" ");
      say("cancel", { terms: () => [terms] });
    } else if (rows.length > 1) {
      say("all_zero");
    } else {
      const [row] = rows;
      const isEarly = row.zero === "upstream" && row.early !== null;
      say(isEarly ? "early" : row.zero, {
        user: () => [this._name(row.user)],
        missing: () => [this._name(row.early)],
        grad: () => [this._grad(node)],
        local: () => [this._local(row)],
        upstream: () => [this._upstream(row)],
      });
    }
  }

  /** One contribution: who wrote it and by which way to the root, its factors in names and in numbers. */
  _row(row, isToCome, isOneOfSeveral) {
    const head = element("p", { class: "why-from" });
    head.append(...woven(this._texts.why_from, { name: () => [this._name(row.user)] }));
    head.append(this._path(row), " ", this._jumpButton(row.place));
    const product = element("p", { class: "why-product" }, this._local(row), " × ", this._upstream(row));
    if (isToCome) {
      product.append(" · ", element("i", {}, this._texts.why_to_come));
    } else {
      const numbers = [meaning("local", operand(row.local)), " × ", meaning("upstream", operand(row.upstream)), " = "];
      const result = element("b", {}, shown(row.contribution));
      product.append(" ", element("span", { class: "sum" }, "→ ", ...numbers, result));
      if (row.early !== null) product.append(" · ", element("i", {}, ...this._early(row)));
      else if (row.zero && isOneOfSeveral) product.append(" · ", element("i", {}, this._texts[`why_row_${row.zero}`]));
    }
    if (row.call > 1) product.append(" · ", element("i", {}, ...this._again(row)));
    if (row.isLost) product.append(" · ", element("span", { class: "lost" }, this._texts.why_lost));
    return element("li", { "data-to-come": isToCome, "data-lost": row.isLost }, head, product);
  }

  _early({ early }) {
    return woven(this._texts.why_row_early, { missing: () => [this._name(early)] });
  }

  _again({ user, call }) {
    return woven(this._texts.why_row_again, { call: () => [String(call)], user: () => [this._name(user)] });
  }

  _path({ path, isOneOfSeveral }) {
    const way = element("span", { class: "why-path" });
    const later = path.slice(1);
    const names = later.length > LONGEST_PATH ? [...later.slice(0, 3), null, ...later.slice(-2)] : later;
    for (const id of names) way.append(" → ", id === null ? "…" : this._name(id));
    if (isOneOfSeveral) way.append(` (${this._texts.why_ways})`);
    return way;
  }

  _name(id) {
    const node = this._nodes[id];
    return reference(id, called(node), uncut(node));
  }

  _grad(id) {
    const node = this._nodes[id];
    return element("span", { class: "why-grad" }, reference(id, spoken(node), uncut(node)), ".grad");
  }

  _local({ user, localText }) {
    const node = this._nodes[user];
    return meaning("local", ...bound({ nodes: this._nodes }, node, localText, spoken(node)).map(piece));
  }

  /** The upstream gradient's name; pressing it asks the same of it. */
  _upstream({ user }) {
    const name = reference(user, spoken(this._nodes[user]), uncut(this._nodes[user]));
    return element("button", { type: "button", class: "why-next", "data-why": user, "data-term": "upstream" }, name, ".grad");
  }

  _jumpButton({ step, event }) {
    const button = element("button", { type: "button", class: "jump", "data-jump": `${step}:${event}` });
    button.append(filled(this._texts.why_step, { step: step + 1 }));
    setAttribute(button, "aria-label", filled(this._texts.why_jump, { step: step + 1 }));
    return button;
  }
}

function signed(number) {
  return number < 0 ? `−${shown(-number)}` : `+${shown(number)}`;
}
