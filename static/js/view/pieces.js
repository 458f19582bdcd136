/** Pieces of text that know what they stand for: names of nodes, words of the glossary, sentences woven of both. */

import { element } from "./changes.js";

/** A name that stands for a node: pointing at it lights the node everywhere, and tells the whole name of a cut one. */
export function reference(node, text, full = "") {
  return element("bdi", { "data-ref": node, ...(full ? { title: full } : {}) }, text);
}

/** A word that explains itself. */
export function term(key, text) {
  return element("button", { type: "button", class: "term", "data-term": key }, text);
}

/** Text that a word of the glossary explains, on hover alone. */
export function meaning(key, ...children) {
  return element("span", { "data-term": key }, ...children);
}

/** `out.grad`, of this node: an upstream gradient. */
export function upstream(node, name = "out") {
  return meaning("upstream", reference(node, name), ".grad");
}

/** A piece of code: plain, a name, or a word of the glossary. @param {import("../card.js").Part} part */
export function piece(part) {
  if (part.term === "upstream") return upstream(part.node);
  if (part.term) return term(part.term, part.text);
  return part.node === undefined ? part.text : reference(part.node, part.text, part.full);
}

/**
 * A template's text with elements in its `{places}`, made anew for each place.
 * @param {string} template
 * @param {Record<string, () => (Node | string)[]>} values
 */
export function woven(template, values) {
  return template.split(/\{([\w-]+)\}/).flatMap((part, index) => {
    if (index % 2 === 0) return part === "" ? [] : [part];
    return values[part]?.() ?? [`{${part}}`];
  });
}
