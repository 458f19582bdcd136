/**
 * Why a gradient is what it is: the writes of the current `backward()` that made it, and where they came from.
 * Nothing is worked out anew; all of it is read from the events of the trace.
 *
 * @typedef {{step: number, event: number}} Place  right after the event in question
 * @typedef {object} Row  one contribution, past or to come
 * @property {number} user  the node whose `_backward` writes it
 * @property {number} slot
 * @property {number[]} path  ids from the user to the root
 * @property {boolean} isOneOfSeveral  whether there are other ways from the user to the root
 * @property {string} localText @property {number} local @property {number} upstream @property {number} contribution
 * @property {"" | "local" | "upstream" | "both" | "small"} zero  which factor makes the contribution 0
 * @property {boolean} isLost  whether `=` wrote over it
 * @property {number | null} early  a user of the user that had not run when the user did; null where all had
 * @property {number} call  which call of the user's `_backward` it was
 * @property {Place} place
 *
 * @typedef {object} Why
 * @property {number} node
 * @property {number} value
 * @property {"absent" | "unstarted" | "cleared" | "independent" | "waiting" | "seeded" | "sum"} status
 * @property {number | null} root  of the current backward()
 * @property {{value: number, place: Place, isLost?: boolean} | null} left  what stood there from an earlier backward()
 * @property {Row[]} rows  done, in the order they happened
 * @property {Row[]} pending  still to come in this backward()
 * @property {"" | "factors" | "cancel"} zero  why a sum is 0
 * @property {Place | null} place  of the event that says why, where no row does: the seed, the clearing
 * @property {Place | null} unpassed  of its own last call, where more came after it, or nothing before it
 * @property {boolean} isCut  whether the run was cut before anything reached it
 * @property {Origin | null} origin  where an inf or nan began
 *
 * @typedef {{node: number, isData: boolean, value: number, reason: string, place: Place}} Origin
 */

import { beginsBackward } from "./fold.js";
import { toNumber } from "./numbers.js";
import { pathsTo } from "./paths.js";

/**
 * @param {object} trace
 * @param {number} id  of the node whose grad it is
 * @param {number} step
 * @param {number} event
 * @returns {Why}
 */
export function why(trace, id, step, event = 0) {
  const now = history(trace, id, { step, event });
  const routes = now.root === null ? null : pathsTo(trace, now.root, now.ids);
  const rows = now.writes.map((each) => row(trace, each, routes));
  const found = {
    node: id,
    value: now.value,
    status: statusOf(now, id),
    root: now.root,
    left: now.left,
    rows,
    pending: now.pending.map((each) => row(trace, each, routes)),
    place: now.place,
    unpassed: unpassedOf(now, trace.nodes[id]),
  };
  found.isCut = Boolean(trace.truncated) && found.status === "waiting" && found.pending.length === 0;
  const origin = Number.isFinite(now.value) ? null : originOf(trace, id, { step, event });
  return { ...found, zero: zeroOf(found), origin };
}

/** Everything that happened to one grad up to a place, as far as the backward() under way there is concerned. */
function history(trace, id, until) {
  const now = { isPresent: false, value: 0, root: null, ids: [], begun: 0, left: null, last: null };
  now.overwrites = trace.options?.accumulate === "=";
  Object.assign(now, { writes: [], pending: [], seed: false, place: null, ran: null });
  for (const [step, each] of trace.steps.entries()) {
    const isBegun = step < until.step || (step === until.step && until.event > 0);
    const begins = beginsBackward(trace.steps, step);
    if (!isBegun && (begins || each.phase === "zero_grad")) break;
    if (begins) beginCall(now, trace);
    if (each.phase === "backward" && each.node === id) now.ran = { step, event: 1, isBegun };
    for (const [index, event] of each.events.entries()) {
      const write = { event, user: each.node, place: { step, event: index + 1 }, by: each };
      if (step < until.step || (step === until.step && index < until.event)) apply(now, id, write);
      else if (now.root !== null && event.kind === "write" && event.target === id) now.pending.push(write);
    }
  }
  return now;
}

function beginCall(now, trace) {
  const left = now.value !== 0 && now.last ? { value: now.value, place: now.last } : null;
  const root = trace.roots[now.begun];
  Object.assign(now, { root, ids: behind(trace, root), begun: now.begun + 1 });
  Object.assign(now, { left, writes: [], pending: [], seed: false, place: null, ran: null });
}

/** The ids that the root depends on, itself included: operands before their users, as ids count up. */
function behind(trace, root) {
  const seen = new Set([root]);
  for (const id of seen) for (const operand of trace.nodes[id].operands) seen.add(operand);
  return [...seen].sort((one, other) => one - other);
}

/** Its own last call of this backward(), where it has been and something came after it, or has not come yet. */
function unpassedOf({ ran, writes, seed }, node) {
  if (!ran?.isBegun || node.operands.length === 0) return null;
  const isLate = (writes.length === 0 && !seed) || writes.some(({ event, place }) => place.step > ran.step && toNumber(event.contribution) !== 0);
  return isLate ? { step: ran.step, event: ran.event } : null;
}

function apply(now, id, write) {
  const { event, place } = write;
  if ((event.target ?? event.node) !== id) return;
  switch (event.kind) {
    case "leaf":
    case "node":
      now.isPresent = true;
      break;
    case "write":
      if (now.overwrites) overwrite(now);
      now.writes.push(write);
      Object.assign(now, { value: toNumber(event.after), last: place });
      break;
    case "seed":
      Object.assign(now, { value: toNumber(event.after), last: place, seed: true, left: null, place });
      break;
    case "clear":
      Object.assign(now, { value: toNumber(event.after), last: null, root: null, ids: [], left: null, place });
      Object.assign(now, { writes: [], pending: [], seed: false, ran: null });
      break;
  }
}

/** With `=` what stood there is lost. */
function overwrite(now) {
  for (const each of now.writes) each.isLost = true;
  if (now.left) now.left = { ...now.left, isLost: true };
}

function statusOf(now, id) {
  if (!now.isPresent) return "absent";
  if (now.root === null) return now.place ? "cleared" : "unstarted";
  if (now.seed) return "seeded";
  if (now.writes.length > 0) return "sum";
  return now.ids.includes(id) ? "waiting" : "independent";
}

function row(trace, { event, user, place, by, isLost = false }, routes) {
  const [local, upstream, contribution] = [event.local, event.upstream, event.contribution].map(toNumber);
  const { path, isOneOfSeveral } = routes(user);
  const about = { user, slot: event.slot, path, isOneOfSeveral, localText: event.local_text };
  const when = { early: by.missing?.[0] ?? null, call: by.call ?? 1, place };
  return { ...about, local, upstream, contribution, zero: zeroFactor(local, upstream, contribution), isLost, ...when };
}

function zeroFactor(local, upstream, contribution) {
  if (contribution !== 0) return "";
  if (local === 0) return upstream === 0 ? "both" : "local";
  return upstream === 0 ? "upstream" : "small";
}

function zeroOf({ value, status, rows: all, left: whole }) {
  const rows = all.filter(({ isLost }) => !isLost);
  const left = whole?.isLost ? null : whole;
  if (value !== 0 || status !== "sum") return "";
  return rows.every(({ contribution }) => contribution === 0) && left === null ? "factors" : "cancel";
}

/** Where the inf or nan of a grad began: followed back through the writes, and from a local derivative into the data. */
function originOf(trace, id, until) {
  for (let node = id, end = until; ; ) {
    const found = firstSpoilt(trace, node, end);
    if (found === null) return null;
    const { write, user, place } = found;
    const { reason, origin } = write.fault ?? { reason: "", origin: true };
    if (origin) return { node, isData: false, value: toNumber(write.after), reason, place };
    if (Number.isFinite(toNumber(write.upstream))) return dataOrigin(trace, user);
    // The upstream gradient was so already, by an earlier event: the walk back ends.
    [node, end] = [user, place];
  }
}

/** The write that made a grad infinite or nan, of those since it was last set. */
function firstSpoilt(trace, id, until) {
  let found = null;
  for (let step = 0; step <= until.step && step < trace.steps.length; step += 1) {
    const { node: user, events } = trace.steps[step];
    const count = step < until.step ? events.length : until.event;
    for (const [index, event] of events.slice(0, count).entries()) {
      if (event.kind === "write" && event.target === id) {
        const isSpoilt = !Number.isFinite(toNumber(event.after));
        if (isSpoilt) found ??= { write: event, user, place: { step, event: index + 1 } };
      } else if ((event.kind === "seed" || event.kind === "clear") && event.node === id) {
        found = null;
      }
    }
  }
  return found;
}

/** The node behind this one, itself included, whose data is the first to be inf or nan. */
function dataOrigin(trace, id) {
  const seen = new Set([id]);
  for (const each of seen) {
    const { data, fault, operands } = trace.nodes[each];
    if (fault?.origin) {
      return { node: each, isData: true, value: toNumber(data), reason: fault.reason, place: madeAt(trace, each) };
    }
    for (const operand of operands) seen.add(operand);
  }
  return null;
}

function madeAt(trace, id) {
  for (const [step, { events }] of trace.steps.entries()) {
    const index = events.findIndex(({ kind, node }) => node === id && (kind === "leaf" || kind === "node"));
    if (index >= 0) return { step, event: index + 1 };
  }
  return { step: 0, event: 0 };
}
