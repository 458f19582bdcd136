/** Why a grad is inf or nan: the reason of the last write that made it so. */

/**
 * A function from a node, its grad and a place to the fault, or null where the grad is finite.
 * @param {object} trace
 * @returns {(node: number, grad: number, place: {step: number, event: number}) => {reason: string, origin: boolean} | null}
 */
export function faultsOf(trace) {
  const found = new Map();
  trace.steps.forEach((step, index) => {
    step.events.forEach((event, position) => {
      if (!event.fault || event.kind !== "write") return;
      if (!found.has(event.target)) found.set(event.target, []);
      found.get(event.target).push({ index, position, fault: event.fault });
    });
  });
  return (node, grad, { step, event }) => {
    if (Number.isFinite(grad)) return null;
    const happened = ({ index, position }) => index < step || (index === step && position < event);
    return found.get(node)?.findLast(happened)?.fault ?? null;
  };
}
