/**
 * What a step changed, line by line, as numbers: each write, the seed, what was cleared, where the walk is.
 * The twin of app/words/lines.py.
 *
 * @typedef {import("./card.js").Part} Part
 * @typedef {object} ChangeLine  fields that a kind has no use for are left out
 * @property {"write" | "seed" | "clear" | "more" | "leaf" | "node" | "enter" | "skip" | "append" | "reflect"} kind
 * @property {number} [node]  whose grad it is, or which the event is about
 * @property {string} [name]  as it stands before a dot, or in a sentence
 * @property {string} [full]  the whole name, where it is cut
 * @property {Part[]} [localParts]
 * @property {number} [out]  the node whose gradient is the upstream one
 * @property {string} [reason]  why the number is not finite
 * @property {string} [sentence]  which one says it, where one would not be true of all of the kind: `enter_leaf`
 * @property {"+=" | "="} [sign]  of a write
 * @property {"" | "user" | "left"} [lost]  what `=` wrote over: a contribution, or what an earlier backward() left
 * @property {number} [lostNode]  whose contribution it was @property {string} [lostName] @property {string} [lostFull]
 * @property {"int" | "float"} [typed]  the type of a number on the left @property {string} [asked]  its own method
 * @property {boolean} [isLatest]
 */

import { lossesOf } from "./losses.js";
import { shown, toldApart } from "./numbers.js";

const MOST = 3; // cleared gradients that are listed
const LONGEST = 28; // characters of a name in a sentence
const INT = /^-?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[0-9_]+)$/;
const NAMES = /(\b(?:self|other|out)\b)/;

/**
 * The lines of a step after these of its events; where not all have happened, the last is the latest.
 * @returns {ChangeLine[]}
 */
export function linesOf(trace, step, events, isWhole) {
  if (step.phase === "zero_grad") return cleared(trace, events.filter(({ kind }) => kind === "clear"), isWhole);
  return events.flatMap((event, index) => {
    const isLatest = !isWhole && index === events.length - 1;
    if (event.kind === "write") return writeLine(trace, trace.nodes[step.node], event, isLatest);
    if (event.kind === "seed") return reset(trace, event, isLatest);
    return isLatest ? happened(trace, event, events.at(-2)) : [];
  });
}

/** A name that stands before a dot: what has no name of its own goes in brackets. */
export function spoken(node) {
  return node.label ? called(node) : `(${called(node)})`;
}

/** What a sentence calls a node: its name without the middle, where it is long. */
export function called(node) {
  const name = [...(node.label || node.text)];
  return name.length <= LONGEST ? name.join("") : `${name.slice(0, LONGEST - 12).join("")}…${name.slice(-11).join("")}`;
}

/** The whole name of a node that a sentence cuts; "" for one that it does not. */
export function uncut(node) {
  const name = node.label || node.text;
  return called(node) === name ? "" : name;
}

/** A number inside a sum or a product: a negative one in brackets. */
export function operand(number) {
  return bracketed(shown(number));
}

export function bracketed(text) {
  return text.startsWith("-") ? `(${text})` : text;
}

/**
 * A local derivative with the operands' own names in place of `self` and `other`; a sum goes in brackets.
 * @param {string} [out]  what stands for `out`
 * @returns {Part[]}
 */
export function bound(trace, node, text, out = "out") {
  const ids = { self: node.operands[0], other: node.operands.at(-1), out: node.id };
  const isSum = /[+-] /.test(text.replace(/\([^()]*\)/g, ""));
  const code = isSum ? `(${text})` : text;
  const parts = code.split(NAMES).map((word, index) => {
    if (index % 2 === 0) return { text: word };
    const operand = trace.nodes[ids[word]];
    if (word === "out") return { text: out, node: ids.out, full: out === "out" ? "" : uncut(operand) };
    return { text: spoken(operand), node: ids[word], full: uncut(operand) };
  });
  return parts.filter((part) => part.text !== "");
}

function writeLine(trace, node, write, isLatest) {
  const target = trace.nodes[write.target];
  const [before, after] = toldApart(write.before, write.after);
  return {
    kind: "write",
    node: target.id,
    name: spoken(target),
    full: uncut(target),
    localParts: bound(trace, node, write.local_text),
    before,
    local: operand(write.local),
    upstream: operand(write.upstream),
    after,
    out: node.id,
    reason: write.fault?.reason ?? "",
    sign: trace.options?.accumulate ?? "+=",
    ...lostBy(trace, write),
    isLatest,
  };
}

/** What `=` wrote over, if anything: a user's contribution, or what an earlier backward() left. */
function lostBy(trace, write) {
  const loss = lossesOf(trace).get(write);
  if (!loss) return { lost: "" };
  if (loss.user === null) return { lost: "left" };
  const user = trace.nodes[loss.user];
  return { lost: "user", lostNode: user.id, lostName: called(user), lostFull: uncut(user) };
}

function reset(trace, { kind, node: id, before }, isLatest) {
  const node = trace.nodes[id];
  const was = kind === "clear" || before !== 0 ? shown(before) : "";
  return { kind, node: id, name: spoken(node), full: uncut(node), before: was, isLatest };
}

/** A few of the gradients cleared, the first or the latest, and how many more there are. */
function cleared(trace, events, isWhole) {
  const listed = isWhole ? events.slice(0, MOST) : events.slice(-MOST);
  const lines = listed.map((event) => reset(trace, event, !isWhole && event === events.at(-1)));
  const count = events.length - listed.length;
  return count > 0 ? [...lines, { kind: "more", count }] : lines;
}

function happened(trace, event, before) {
  const node = trace.nodes[event.node];
  const about = { kind: event.kind, node: node.id, name: called(node), full: uncut(node) };
  const line = { ...about, number: shown(node.data), sentence: event.kind, isLatest: true };
  if (event.kind === "reflect") return { ...line, ...handedOver(event) };
  if (event.kind !== "enter" && event.kind !== "append") return line;
  if (node.operands.length === 0) return { ...line, sentence: `${event.kind}_leaf` };
  const isEarly = event.kind === "append" && before?.kind === "enter" && before.node === event.node;
  return isEarly ? { ...line, sentence: "append_early" } : line;
}

/** Python asks the number on the left first, by the type that it was typed as. */
function handedOver({ text, method }) {
  const typed = INT.test(text) ? "int" : "float";
  return { number: text, method, typed, asked: method.replace("__r", "__") };
}
