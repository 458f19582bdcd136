/** Whether a drawing of one trace can show another: the same graph, and room for its numbers. No DOM. */

import { shown } from "./numbers.js";

/**
 * Whether both traces have the same cards with the same names, the same operators and edges.
 * @param {object} one @param {object} other
 */
export function isSameGraph(one, other) {
  if (one.nodes.length !== other.nodes.length) return false;
  return one.nodes.every((node, id) => {
    const its = other.nodes[id];
    return (
      node.op === its.op &&
      (node.label || node.text) === (its.label || its.text) &&
      node.reachable === its.reachable &&
      node.operands.length === its.operands.length &&
      node.operands.every((operand, slot) => operand === its.operands[slot])
    );
  });
}

/**
 * What each node's card must have room for in any frame: columns of data and of grad, and the mark of an inf or nan.
 * @returns {{data: number, grad: number, isMarked: boolean}[]} by id
 */
export function needs(trace) {
  const found = trace.nodes.map(({ data, fault }) => ({
    data: shown(data).length,
    grad: shown(0).length,
    isMarked: Boolean(fault),
  }));
  for (const { events } of trace.steps) {
    for (const { target, node, after, fault } of events) {
      if (after === undefined) continue;
      const need = found[target ?? node];
      need.grad = Math.max(need.grad, shown(after).length);
      need.isMarked ||= Boolean(fault) && target !== undefined;
    }
  }
  return found;
}
