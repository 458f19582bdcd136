/** Why a number that a frame shows is inf or nan: a node's data, or a grad by the last write that made it so. */

import { HIDDEN } from "./numbers.js";

/**
 * @typedef {{reason: string, origin: boolean}} Fault
 * @typedef {{step: number, event: number}} Place
 */

/**
 * A function from a node, its state in a frame and the frame's place to the faults of both its numbers, null where they
 * are finite or not there yet.
 * @param {object} trace
 * @returns {(id: number, now: {state: string, grad: number}, place: Place) => {data: Fault | null, grad: Fault | null}}
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
  const isFinite = found.size === 0 && trace.nodes.every(({ fault }) => !fault);
  return (id, { state, grad }, { step, event }) => {
    if (isFinite || state === "absent") return NONE;
    const happened = ({ index, position }) => index < step || (index === step && position < event);
    const ofGrad = grad === HIDDEN || Number.isFinite(grad) ? null : (found.get(id)?.findLast(happened)?.fault ?? null);
    return { data: trace.nodes[id].fault ?? null, grad: ofGrad };
  };
}

const NONE = { data: null, grad: null };

/**
 * The fault that a node is marked with, and the number it is of: one that began there goes before one that follows, and
 * the data's before the grad's.
 * @param {{data: Fault | null, grad: Fault | null}} faults
 * @returns {{fault: Fault, of: "data" | "grad"} | null}
 */
export function markedFault({ data, grad }) {
  if (data && (data.origin || !grad?.origin)) return { fault: data, of: "data" };
  return grad ? { fault: grad, of: "grad" } : null;
}
