/** The outline around what is pointed at in the drawing. It lies below everything, so that nothing of a state is hidden. */

import { drawn } from "./changes.js";

const GAP = 5; // px between a card and its outline

export class Halo {
  constructor() {
    this._group = drawn("g", { class: "halo" });
  }

  /**
   * @param {SVGSVGElement | null} svg
   * @param {Element[]} nodes  @param {Element | undefined} edge
   */
  draw(svg, nodes, edge) {
    const shapes = svg ? [...nodes.map(outline), ...(edge ? [casing(edge)] : [])] : [];
    if (shapes.length === 0 && !this._group.hasChildNodes()) return;
    this._group.replaceChildren(...shapes);
    if (svg && this._group.parentNode !== svg) svg.prepend(this._group);
  }
}

function outline(node) {
  const card = node.querySelector(".card");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(card.getAttribute(name)));
  return drawn("rect", {
    x: x - GAP,
    y: y - GAP,
    width: width + 2 * GAP,
    height: height + 2 * GAP,
    rx: 8,
  });
}

function casing(edge) {
  return drawn("path", { d: edge.querySelector(".line").getAttribute("d") });
}
