/** What the program on show can be compared with, and the addresses of that. */

import { DEFAULTS, changedOptions, encode } from "./links.js";

/** The functions that can be spelt out, as engine/composed.py has them. */
export const SPELT_OUT = ["tanh", "sigmoid"];

/** The ways to run, by the option that they are values of: the name of each is that of its text on the page. */
const WAYS = {
  granularity: { composed: "composed", packed: "packed" },
  accumulate: { "=": "overwrite", "+=": "accumulate" },
  schedule: { topo: "topo", recursive: "recursive", preorder: "preorder" },
};

/**
 * @typedef {{source: string, options: Record<string, string | number>}} Program
 * @typedef {{name: string, a: Program, b: Program}} Choice  what goes on which side
 */

/**
 * The pairs worth looking at: an edit with what it was before, then each way in which the program does not run now.
 * @param {Program} shown  what was traced
 * @param {{edited?: string | null, earlier?: Program | null, functions?: string[]}} more
 *   `edited` is a text that was not run yet, `earlier` the program before the last edit, `functions` those of the
 *   program that can be spelt out
 * @returns {Choice[]}
 */
export function choicesOf(shown, { edited = null, earlier = null, functions = [] }) {
  const choices = [];
  const { source, options } = shown;
  if (edited !== null && edited !== source) choices.push({ name: "edited", a: shown, b: { source: edited, options } });
  if (earlier !== null && earlier.source !== source) choices.push({ name: "earlier", a: earlier, b: shown });
  for (const [option, ways] of Object.entries(WAYS)) {
    if (option === "granularity" && functions.length === 0) continue;
    for (const [value, name] of Object.entries(ways)) {
      const isNow = value === (options[option] ?? DEFAULTS[option]);
      if (!isNow) choices.push({ name, a: shown, b: { source, options: { ...options, [option]: value } } });
    }
  }
  choices.push({ name: "own", a: shown, b: { source: "", options } });
  return choices;
}

/**
 * The functions of a trace that can be spelt out, or are.
 * @param {{source: string, options: object, nodes: {op: string}[]}} trace
 * @returns {string[]}
 */
export function speltOut({ source, options, nodes }) {
  const isWritten = (name) => new RegExp(`\\b${name}\\s*\\(`).test(source.replace(/#.*/g, ""));
  const isThere = (name) => nodes.some(({ op }) => op === name);
  return SPELT_OUT.filter(options.granularity === "composed" ? isWritten : isThere);
}

/**
 * The address that shows two programs side by side.
 * @param {{a: Program, b: Program}} pair
 * @param {string} lang
 */
export async function compareAddress({ a, b }, lang) {
  const query = new URLSearchParams();
  for (const [side, { source, options }] of Object.entries({ a, b })) {
    query.set(`${side}.code`, await encode(source));
    for (const [name, value] of Object.entries(changedOptions(options))) query.set(`${side}.${name}`, String(value));
  }
  if (lang !== "en") query.set("lang", lang);
  return `/compare?${query}`;
}
