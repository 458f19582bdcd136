/**
 * What the edges carry in a frame: the contribution of each write on show, and what its target read before and after.
 * The twin of app/picture/carried.py.
 *
 * @typedef {object} Carried  `-0.1036`, `+0.1464`, `→ 0.0429`
 * @property {string} before
 * @property {string} contribution  `= 0.1464` where `=` puts it in place of what stood there
 * @property {string} after
 * @property {"now" | "earlier" | "lost"} state  in the step on show; earlier, to a grad that is written to now; or
 *   earlier, and that writes over it
 */

import { beginsBackward, stepShown } from "./fold.js";
import { lostEdges } from "./losses.js";
import { shown, toldApart } from "./numbers.js";

const EARLIER = 3; // contributions from before that stay beside one that is written now

/**
 * What each edge, as "3-6-0", has carried, as far as it is shown at a place.
 * @returns {Map<string, Carried>}
 */
export function carriedAt(trace, step, event) {
  const found = new Map();
  const now = stepShown(trace, step, event);
  const targets = new Map();
  for (const [key, write] of now ? writesOf(now.step, now.events) : []) {
    found.set(key, said(trace, write, "now"));
    targets.set(write.target, 0);
  }
  if (found.size === 0) return found;
  const lost = lostEdges(trace, step, event);
  for (const [key, write] of earlier(trace, event > 0 ? step : step - 1)) {
    const count = targets.get(write.target) ?? EARLIER;
    if (found.has(key) || count === EARLIER) continue;
    found.set(key, said(trace, write, lost.has(key) ? "lost" : "earlier"));
    targets.set(write.target, count + 1);
  }
  return found;
}

/**
 * How many columns the texts before, contribution and after of each edge take in any frame.
 * @returns {Map<string, [number, number, number]>}
 */
export function noteColumns(trace) {
  const found = new Map();
  for (const step of trace.steps) {
    for (const [key, write] of writesOf(step, step.events)) {
      const { before, contribution, after } = said(trace, write, "now");
      const least = found.get(key) ?? [0, 0, 0];
      found.set(key, [before, contribution, after].map(({ length }, index) => Math.max(length, least[index])));
    }
  }
  return found;
}

/** The writes of this backward() before the step on show, the latest first. */
function* earlier(trace, shownStep) {
  for (let at = shownStep; !beginsBackward(trace.steps, at); ) {
    at -= 1;
    if (at < 0 || trace.steps[at].phase === "zero_grad") return;
    yield* writesOf(trace.steps[at], trace.steps[at].events).reverse();
  }
}

function writesOf(step, events) {
  const writes = events.filter(({ kind }) => kind === "write");
  return writes.map((write) => [[write.target, step.node, write.slot].join("-"), write]);
}

function said(trace, write, state) {
  const number = shown(write.contribution);
  const added = number.startsWith("-") ? "" : "+";
  const [before, after] = toldApart(write.before, write.after);
  const sign = trace.options?.accumulate === "=" ? "= " : added;
  return { before, contribution: `${sign}${number}`, after: `→ ${after}`, state };
}
