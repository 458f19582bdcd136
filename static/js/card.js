/**
 * The closure card: the code of a step, the names in it bound to nodes and numbers, and which lines have run.
 * The twin of app/words/card.py.
 *
 * @typedef {{text: string, node?: number, term?: string, full?: string}} Part  plain, a name that stands for a node
 *   (`full` is the whole one, where it is cut), or a glossary word
 * @typedef {{parts: Part[], state: "lit" | "later" | "idle"}} Line
 * @typedef {{word: string, term: string, node: number, numbers: [string, string][]}} Binding  a number "" is read later
 * @typedef {{kind: string, method: string, lines: Line[], names: Binding[]}} Card
 */

import { shown } from "./numbers.js";

/** What a line of code begins with, by the event that runs it. */
const RUNS = {
  "write 0": "self.grad ",
  "write 1": "other.grad ",
  seed: "root.grad ",
  enter: "visited.add(",
  skip: "if v in visited",
  append: "topo.append(",
  clear: "v.grad ",
  node: "out = ",
};
const NAMES = /(\b_backward\b|\bout\.grad\b|\b(?:self|other|out|root|v)\b)/;

/**
 * @param {object} trace
 * @param {object} step
 * @param {object[]} events  of the step, those that have happened
 * @param {boolean} isWhole  whether all have
 * @returns {Card}
 */
export function cardOf(trace, step, events, isWhole) {
  const kind = kindOf(trace, step, events);
  const refs = refsOf(trace, step, events, isWhole);
  const code = step.code.split("\n").map((text) => ({ text, isLater: kind === "next" }));
  if (kind === "defined") code.push(...step.closure.code.split("\n").map((text) => ({ text, isLater: true })));
  const lit = litOf(kind, events, isWhole);
  const lines = code.map(({ text, isLater }) => ({ parts: partsOf(text, refs), state: stateOf(text, isLater, lit) }));
  return { kind, method: step.closure?.method ?? "", lines, names: namesOf(trace, step, kind, refs, events) };
}

function kindOf(trace, step, events) {
  if (step.node === null) return "clear";
  if (step.phase === "topo") return "sort";
  if (step.phase === "build") return events.some(({ kind }) => kind === "node") ? "defined" : "next";
  return trace.nodes[step.node].operands.length > 0 ? "ran" : "leaf";
}

/** The nodes that the names in the code stand for. */
function refsOf(trace, step, events, isWhole) {
  const last = isWhole ? undefined : events.at(-1);
  const current = last && last.kind !== "write" ? { v: last.node } : {};
  if (step.node === null) return current;
  const [self, other] = trace.nodes[step.node].operands;
  const root = step.events.find(({ kind }) => kind === "seed")?.node ?? step.node;
  return { self, other, out: step.node, root, ...current };
}

/** What the lines that have just run begin with: all that ran in a whole step, else the one of the last event. */
function litOf(kind, events, isWhole) {
  if (kind === "next" || (kind === "sort" && isWhole)) return [];
  const keys = events.map((event) => (event.kind === "write" ? `write ${event.slot}` : event.kind));
  const lit = (isWhole ? keys : keys.slice(-1)).flatMap((key) => RUNS[key] ?? []);
  return kind === "leaf" && isWhole ? [...lit, "pass"] : lit;
}

function stateOf(text, isLater, lit) {
  if (isLater) return "later";
  return lit.some((start) => text.trimStart().startsWith(start)) ? "lit" : "idle";
}

function partsOf(text, refs) {
  const parts = text.split(NAMES).map((word, index) => {
    if (index % 2 === 0) return { text: word };
    if (word === "out.grad") return { text: word, node: refs.out, term: "upstream" };
    return word === "_backward" ? { text: word, term: "backward" } : { text: word, node: refs[word] };
  });
  return parts.filter((part) => part.text !== "");
}

function namesOf(trace, step, kind, refs, events) {
  if (kind === "sort" || kind === "clear") {
    const word = refs.v === undefined ? "root" : "v";
    return refs[word] === undefined ? [] : [{ word, term: word === "root" ? "root" : "", node: refs[word], numbers: [] }];
  }
  if (kind === "next" || kind === "leaf") return [];
  const inputs = trace.nodes[step.node].operands.map((node, slot) => {
    return { word: ["self", "other"][slot], term: "slot", node, numbers: [["", shown(trace.nodes[node].data)]] };
  });
  return [...inputs, { word: "out", term: "", node: step.node, numbers: resultOf(trace, step, kind, events) }];
}

/** The numbers of `out` that its closure reads: its data where the rule does, and always its grad. */
function resultOf(trace, step, kind, events) {
  const data = step.closure.code.includes("out.data") ? [["data", shown(trace.nodes[step.node].data)]] : [];
  const known = events.find(({ kind: each }) => each === "write")?.upstream ?? events.find(({ kind: each }) => each === "seed")?.after;
  return [...data, ["grad", kind === "ran" && known !== undefined ? shown(known) : ""]];
}
