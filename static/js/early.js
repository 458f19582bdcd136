/**
 * What calls made too early have left behind: grads that are not what they should be, however complete they look.
 * The twin of engine/early.py.
 */

import { beginsBackward } from "./fold.js";

const NOTHING = { nodes: new Set(), edges: new Set() };

/**
 * At a place: the ids whose grad holds what a call made too early wrote, and the edges, as "3-6-0", that carry such a
 * contribution in the step on show. A call is too early where a user of its node has not run, or where the node's own
 * grad holds what such a call wrote. After a topological sort none is.
 * @returns {{nodes: Set<number>, edges: Set<string>}}
 */
export function earlyAt(trace, step, event) {
  if ((trace.options?.schedule ?? "topo") === "topo") return NOTHING;
  const found = { nodes: new Set(), edges: new Set() };
  for (const [index, each] of trace.steps.slice(0, step + (event > 0 ? 1 : 0)).entries()) {
    if (beginsBackward(trace.steps, index)) found.nodes.clear();
    found.edges.clear();
    const isEarly = found.nodes.has(each.node) || (each.missing ?? []).length > 0;
    const happened = index < step ? each.events : each.events.slice(0, event);
    for (const { kind, node, target, slot } of happened) {
      if (kind === "seed" || kind === "clear") found.nodes.delete(node);
      if (kind !== "write") continue;
      if (trace.options.accumulate === "=") found.nodes.delete(target);
      if (!isEarly) continue;
      found.nodes.add(target);
      found.edges.add([target, each.node, slot].join("-"));
    }
  }
  return found;
}
