/**
 * The depth-first walk of a sort, one event at a time, and how far a backward() has come.
 *
 * @typedef {object} Walk
 * @property {number[]} stack  ids entered and not yet left, the root first
 * @property {Set<number>} visited
 * @property {number[]} order  ids appended so far
 * @property {{kind: string, node: number}} last  the event that just happened
 */

import { beginsBackward } from "./fold.js";

const KINDS = new Set(["enter", "skip", "append"]);

/**
 * The walk after `event` events of the step after `step`, or null where no sort is under way.
 * @returns {Walk | null}
 */
export function walkAt(trace, step, event) {
  const now = trace.steps[step];
  if (event === 0 || now?.phase !== "topo") return null;
  const events = now.events.slice(0, event).filter(({ kind }) => KINDS.has(kind));
  const last = now.events[event - 1];
  if (events.length === 0) return { stack: [], visited: new Set(), order: [], last };

  const stack = [];
  const visited = new Set();
  const order = [];
  for (const { kind, node } of events) {
    if (kind === "enter") {
      visited.add(node);
      stack.push({ node, left: trace.nodes[node].operands.length, isAppended: false });
    } else if (kind === "skip") {
      stack.at(-1).left -= 1;
    } else {
      order.push(node);
      stack.findLast((each) => each.node === node).isAppended = true;
    }
    leave(stack);
  }
  return { stack: stack.map(({ node }) => node), visited, order, last };
}

/** Those are left that are in the order and have seen all their operands: which of the two came first is all the same. */
function leave(stack) {
  while (stack.length > 0 && stack.at(-1).isAppended && stack.at(-1).left === 0) {
    stack.pop();
    if (stack.length > 0) stack.at(-1).left -= 1;
  }
}

/**
 * The ids whose `_backward` has run and returned since the last sort, at a place. The one whose step is shown still runs.
 * @returns {Set<number>}
 */
export function ranAt(trace, step, event) {
  const ran = new Set();
  const latest = event > 0 ? step : step - 1;
  if (trace.steps[latest]?.phase !== "backward") return ran;
  for (let index = latest; index > 0 && !beginsBackward(trace.steps, index); index -= 1) {
    if (trace.steps[index - 1].phase === "backward") ran.add(trace.steps[index - 1].node);
  }
  return ran;
}
