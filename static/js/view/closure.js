/** The closure card: code whose names are bound to nodes and numbers, the lines that ran lit. */

import { cardOf } from "../card.js";
import { element, nameOf, setAttribute, setText } from "./changes.js";
import { piece, reference, term, woven } from "./pieces.js";

/** What the heading of each kind of card is about. */
const TITLE_TERMS = { sort: "topo", clear: "accumulate" };

export class ClosureCard {
  /** @param {Element} root @param {Record<string, string>} texts */
  constructor(root, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._card = part("code-card");
    this._title = part("card-title");
    this._method = part("card-method");
    this._code = part("code");
    this._bindings = part("bindings");
    this._texts = texts;
  }

  hide() {
    this._card.hidden = true;
    this._code.replaceChildren();
    this._bindings.replaceChildren();
  }

  /** The card of a step after these of its events. */
  paint(trace, step, events, isWhole) {
    const card = cardOf(trace, step, events, isWhole);
    this._card.hidden = false;
    this._card.scrollTop = 0;
    setAttribute(this._card, "data-kind", card.kind);
    setAttribute(this._title, "data-term", TITLE_TERMS[card.kind] ?? "closure");
    setText(this._title, this._texts[`card_${card.kind}`]);
    setText(this._method, card.method);
    this._code.replaceChildren(...card.lines.map(codeLine));
    this._bindings.replaceChildren(...card.names.map((name) => this._binding(name, trace)));
    if (card.kind === "leaf") {
      const leaf = () => [term("leaf", this._texts.leaf)];
      this._bindings.append(...woven(this._texts.card_note_leaf, { leaf }));
    }
  }

  _binding({ word, term: about, node, numbers }, trace) {
    const name = element("span", about ? { "data-term": about } : {}, word);
    const binding = element("span", { class: "binding" }, name, " ", reference(node, nameOf(trace.nodes[node])));
    for (const [field, number] of numbers) {
      const shown = number || element("i", {}, this._texts.read_later);
      binding.append(" ", element("small", {}, field ? `${field} ` : "", shown));
    }
    return binding;
  }
}

function codeLine({ parts, state }) {
  return element("span", { class: "line", "data-state": state }, ...parts.map(piece), "\n");
}
