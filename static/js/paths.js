/** Ways from a node to the root that depends on it. */

/**
 * A function from a node to its shortest way to `root`, and whether there are others.
 * @param {object} trace
 * @param {number} root
 * @param {number[]} topo  what the root depends on, operands before their users
 * @returns {(node: number) => {path: number[], isOneOfSeveral: boolean}}
 */
export function pathsTo(trace, root, topo) {
  const next = new Map([[root, null]]);
  for (const node of next.keys()) {
    for (const operand of trace.nodes[node].operands) if (!next.has(operand)) next.set(operand, node);
  }
  const ways = new Map([[root, 1]]);
  for (const node of topo.toReversed()) {
    for (const operand of trace.nodes[node].operands) {
      ways.set(operand, Math.min((ways.get(operand) ?? 0) + (ways.get(node) ?? 0), 2));
    }
  }
  return (node) => {
    const path = [];
    for (let at = node; at !== null && at !== undefined; at = next.get(at)) path.push(at);
    return { path, isOneOfSeveral: (ways.get(node) ?? 0) > 1 };
  };
}
