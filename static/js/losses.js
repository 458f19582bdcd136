/**
 * Which contributions were lost: what stood in a grad when `=` wrote over it, and whose it was.
 * The twin of engine/losses.py.
 *
 * @typedef {{target: number, user: number | null, slot: number}} Loss  `user` is null for what an earlier
 *   `backward()` had left
 */

import { beginsBackward } from "./fold.js";
import { toNumber } from "./numbers.js";

/** @type {WeakMap<object, Map<object, Loss>>} */
const known = new WeakMap();

/**
 * The losses by the write that caused them; none where `+=` keeps everything.
 * @returns {Map<object, Loss>}
 */
export function lossesOf(trace) {
  if (!known.has(trace)) known.set(trace, trace.options?.accumulate === "=" ? found(trace) : new Map());
  return known.get(trace);
}

function found(trace) {
  const losses = new Map();
  let writers = new Map(); // whose contribution stands in each grad
  for (const [index, step] of trace.steps.entries()) {
    if (beginsBackward(trace.steps, index)) {
      writers = new Map([...writers].map(([target, { slot }]) => [target, { target, user: null, slot }]));
    }
    for (const event of step.events) {
      if (event.kind === "write") {
        const { target, slot } = event;
        if (toNumber(event.before) !== 0 && writers.has(target)) losses.set(event, writers.get(target));
        writers.set(target, { target, user: step.node, slot });
      } else if (event.kind === "seed" || event.kind === "clear") {
        writers.delete(event.node);
      }
    }
  }
  return losses;
}

/**
 * The edges, as "3-6-0", whose contribution in the current `backward()` is lost, at a place.
 * @returns {Set<string>}
 */
export function lostEdges(trace, step, event) {
  const lost = new Set();
  const losses = lossesOf(trace);
  if (losses.size === 0) return lost;
  for (const [index, each] of trace.steps.slice(0, step + (event > 0 ? 1 : 0)).entries()) {
    if (beginsBackward(trace.steps, index) || each.phase === "zero_grad") lost.clear();
    for (const happened of index < step ? each.events : each.events.slice(0, event)) {
      if (happened.kind !== "write") continue;
      lost.delete([happened.target, each.node, happened.slot].join("-"));
      const loss = losses.get(happened);
      if (loss && loss.user !== null) lost.add([loss.target, loss.user, loss.slot].join("-"));
    }
  }
  return lost;
}
