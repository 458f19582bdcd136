/**
 * The numbers of a program that can be turned: where each stands in the text, and what to write there. No DOM.
 *
 * @typedef {object} Literal
 * @property {number} node  the id of its leaf
 * @property {string} name  of the leaf; "" for a number in an expression
 * @property {boolean} isFree  an input that the program leaves open: it reads 1.0 and stands nowhere
 * @property {[number, number]} range  offsets of the number with its sign; of the first use of a free input
 * @property {string} text  the number as it is written
 * @property {{line: number, column: number}} place
 *
 * @typedef {{from: number, to: number, insert: string}} Edit
 */

import { toNumber, whole } from "./numbers.js";
import { rangeOf } from "./positions.js";

const NUMBER = /^[-+]?(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[-+]?\d+(_\d+)*)?$/i;
const MINUS = /[-−－][^\S\n]*$/u;
const OPERAND_END = /[\p{L}\p{N}\p{M}_)\]）.．]\s*$/u;

/**
 * A number as a person writes it, full-width digits and signs too; null for anything else.
 * @param {string} text
 * @returns {number | null}
 */
export function readNumber(text) {
  const plain = written(text);
  return NUMBER.test(plain) ? Number(plain.replaceAll("_", "")) : null;
}

/** A number in ASCII. */
export function written(text) {
  return text.normalize("NFKC").replaceAll("−", "-").trim();
}

/**
 * The numbers that a program's leaves were made of. A leaf that was worked out (`2*3`, `pi`) has none.
 * @param {{source: string, nodes: object[]}} trace
 * @returns {Literal[]} in the order of the ids
 */
export function literalsOf(trace) {
  return trace.nodes.filter(({ op, span }) => !op && span).flatMap((leaf) => literalOf(leaf, trace.source) ?? []);
}

function literalOf({ id, label, data, span }, source) {
  const [from, to] = rangeOf(source, span);
  const text = source.slice(from, to);
  const place = { line: span.line, column: span.column };
  const found = { node: id, name: label, isFree: false, range: [from, to], text, place };
  const value = toNumber(data);
  const typed = readNumber(text);
  if (typed === null) {
    const isOpen = label !== "" && text.normalize("NFKC") === label && value === 1;
    return isOpen ? { ...found, isFree: true, text: "1.0" } : null;
  }
  if (Object.is(typed, value)) return found;
  if (!Object.is(typed, -value)) return null;
  const before = source.slice(0, from);
  const minus = before.search(MINUS);
  if (minus < 0) return null;
  // In `a - 1` the minus is the operation's, though the leaf is -1: the number is 1.
  if (OPERAND_END.test(before.slice(0, minus))) return label === "" ? found : null;
  return { ...found, range: [minus, to], text: source.slice(minus, to) };
}

/**
 * What to write for a literal to read otherwise. The first edit of a free input gives every free input its line.
 * @param {string} source
 * @param {Literal[]} literals  where they are in that text
 * @param {number} index  which of them
 * @param {string} text  a number
 * @returns {{edit: Edit, literals: Literal[]}} the edit, and where the literals are after it
 */
export function rewritten(source, literals, index, text) {
  const literal = literals[index];
  if (literal.isFree) return opened(literals, index, text);
  const [from, to] = literal.range;
  const needsBrackets = text.startsWith("-") && /^\s*(\*\*|[.．])/u.test(source.slice(to));
  const [open, close] = needsBrackets ? ["(", ")"] : ["", ""];
  const insert = `${open}${text}${close}`;
  const growth = insert.length - (to - from);
  const moved = literals.map((each, at) => {
    if (at === index) return { ...each, text, range: [from + open.length, from + open.length + text.length] };
    return each.range[0] >= to ? { ...each, range: each.range.map((offset) => offset + growth) } : each;
  });
  return { edit: { from, to, insert }, literals: moved };
}

/** A line for each free input on top, with its number. */
function opened(literals, index, text) {
  let top = "";
  const placed = new Map();
  literals.forEach((each, at) => {
    if (!each.isFree) return;
    const number = at === index ? text : each.text;
    const start = top.length + `${each.name} = `.length;
    placed.set(at, { ...each, isFree: false, text: number, range: [start, start + number.length] });
    top += `${each.name} = ${number}\n`;
  });
  const below = (each) => ({ ...each, range: each.range.map((offset) => offset + top.length) });
  const moved = literals.map((each, at) => placed.get(at) ?? below(each));
  return { edit: { from: 0, to: 0, insert: top }, literals: moved };
}

/**
 * A number some steps on, without the digits that binary fractions would add: 0.1 and 0.2 make 0.3.
 * @param {string} text
 * @param {number} by
 * @returns {string}
 */
export function stepped(text, by) {
  const value = readNumber(text) ?? 0;
  if (!Number.isFinite(value)) return text;
  const digits = Math.min(Math.max(decimals(value), decimals(by)), 20);
  return whole(Number((value + by).toFixed(digits)));
}

/** How many decimals it takes to write a number. */
function decimals(number) {
  const [mantissa, exponent = "0"] = String(number).split("e");
  return Math.max((mantissa.split(".")[1]?.length ?? 0) - Number(exponent), 0);
}
