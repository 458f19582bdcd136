/** Whether the drawing on the page has room for another trace's numbers. */

import { noteColumns } from "../carried.js";
import { needs } from "../fitting.js";

const CHARACTER = 7.85; // px of one column of text, and of the word before a number with its gap: app/picture/sizes.py
const WORD = 4 * CHARACTER + 5;

/**
 * @param {SVGSVGElement} svg
 * @param {object} trace  of the same graph
 */
export function hasRoom(svg, trace) {
  return haveCardsRoom(svg, trace) && haveNotesRoom(svg, trace);
}

function haveCardsRoom(svg, trace) {
  const wanted = needs(trace);
  return [...svg.querySelectorAll("[data-node]")].every((card) => {
    const need = wanted[Number(card.dataset.node)];
    const isMarkable = !need.isMarked || card.querySelector(".mark") !== null;
    return isMarkable && need.data <= columns(card, "data") && need.grad <= columns(card, "grad");
  });
}

/** The notes of edges, whose plates were made for the texts of the trace that was drawn. */
function haveNotesRoom(svg, trace) {
  const wanted = noteColumns(trace);
  return [...svg.querySelectorAll("[data-note]")].every(({ dataset }) => {
    const room = dataset.room.split(" ").map(Number);
    return (wanted.get(dataset.note) ?? []).every((columns, index) => columns <= room[index]);
  });
}

/** How many columns the number of a cell may take: it ends at its place, the word before it begins at its own. */
function columns(card, field) {
  const word = card.querySelectorAll(".word")[field === "data" ? 0 : 1];
  const number = card.querySelector(`[data-field="${field}"]`);
  const room = Number(number.getAttribute("x")) - Number(word.getAttribute("x")) - WORD;
  return Math.floor(room / CHARACTER + 0.01);
}
