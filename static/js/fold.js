/**
 * The picture's state after k steps, and j events of the next: a fold over the events, forwards and backwards.
 * The twin of engine/frames.py.
 *
 * @typedef {"absent" | "built" | "partial" | "final"} NodeState
 * @typedef {{state: NodeState, grad: number}} NodeFrame
 * @typedef {object} Frame
 * @property {number} step
 * @property {number} event
 * @property {string | null} phase  the phase of the step shown
 * @property {number | null} active  the one node that is lit
 * @property {NodeFrame[]} nodes  by id
 * @property {[number, number, number][]} written  edges (operand, user, slot) that carried a contribution
 * @property {number[]} changed  ids whose grad was just set
 * @property {number[]} order  the topo so far
 */

import { toNumber } from "./numbers.js";

/**
 * The frame after `step` steps and `event` events of the next; both are taken to the nearest that exists.
 * @returns {Frame}
 */
export function frame(trace, step, event = 0) {
  const player = new Player(trace);
  player.go(step, event);
  return player.frame();
}

/**
 * The nearest place that exists. A step whose events are all done counts as done.
 * @returns {{step: number, event: number}}
 */
export function nearestPlace(trace, step, event = 0) {
  const count = trace.steps.length;
  const k = Math.min(Math.max(step, 0), count);
  const last = k < count ? trace.steps[k].events.length : 0;
  const j = Math.min(Math.max(event, 0), last);
  return j === last && last > 0 ? { step: k + 1, event: 0 } : { step: k, event: j };
}

/**
 * The step on show at a place, with those of its events that have happened; null before the first.
 * @returns {{step: object, events: object[]} | null}
 */
export function stepShown(trace, step, event) {
  if (event > 0) return { step: trace.steps[step], events: trace.steps[step].events.slice(0, event) };
  if (step > 0) return { step: trace.steps[step - 1], events: trace.steps[step - 1].events };
  return null;
}

/** A place in a trace that moves one event at a time, in both directions. */
export class Player {
  constructor(trace) {
    this.trace = trace;
    this.step = 0;
    this.event = 0;
    this._present = trace.nodes.map(() => false);
    this._grads = trace.nodes.map(() => 0);
    this._rounds = [newRound(null, new Map())];
    this._calls = 0; // of backward(), so far
  }

  /** Move to `step` steps and `event` events, folding over everything in between. */
  go(step, event = 0) {
    const target = nearestPlace(this.trace, step, event);
    while (isBefore(this, target)) this._forward();
    while (isBefore(target, this)) this._back();
  }

  /** @returns {Frame} the state here */
  frame() {
    const shown = stepShown(this.trace, this.step, this.event);
    const events = shown ? shown.events : [];
    const writes = events.filter((event) => event.kind === "write");
    const resets = events.filter((event) => event.kind === "seed" || event.kind === "clear");
    return {
      step: this.step,
      event: this.event,
      phase: shown ? shown.step.phase : null,
      active: this._active(shown),
      nodes: this._grads.map((grad, node) => ({ state: this._state(node), grad })),
      written: writes.map((write) => [write.target, shown.step.node, write.slot]),
      changed: [...new Set([...writes.map((write) => write.target), ...resets.map((reset) => reset.node)])],
      order: [...this._rounds.at(-1).order],
    };
  }

  _active(shown) {
    if (!shown) return null;
    const last = this.event ? shown.events.at(-1) : null;
    return last && last.kind !== "write" ? last.node : shown.step.node;
  }

  /** @returns {NodeState} */
  _state(node) {
    if (!this._present[node]) return "absent";
    const now = this._rounds.at(-1);
    const received = now.received.get(node) ?? 0;
    if (now.seeded && node === now.root) return "final";
    if (received === 0) return "built";
    return received >= (now.expected.get(node) ?? 0) ? "final" : "partial";
  }

  _forward() {
    const step = this.trace.steps[this.step];
    const { events } = step;
    if (events.length > 0) {
      if (this.event === 0) this._beginRound(step);
      this._apply(step, events[this.event], 1);
      this.event += 1;
    }
    if (this.event === events.length) {
      this.step += 1;
      this.event = 0;
    }
  }

  _back() {
    if (this.event === 0) {
      this.step -= 1;
      this.event = this.trace.steps[this.step].events.length;
    }
    const step = this.trace.steps[this.step];
    const { events } = step;
    if (events.length > 0) {
      this.event -= 1;
      this._apply(step, events[this.event], -1);
      if (this.event === 0) this._endRound(step);
    }
  }

  _beginRound(step) {
    if (beginsBackward(this.trace.steps, this.step)) {
      const root = this.trace.roots[this._calls];
      this._calls += 1;
      this._rounds.push(newRound(root, contributions(this.trace, root)));
    } else if (step.phase === "zero_grad") {
      this._rounds.push(newRound(null, new Map()));
    }
  }

  _endRound(step) {
    const isBackward = beginsBackward(this.trace.steps, this.step);
    if (isBackward || step.phase === "zero_grad") this._rounds.pop();
    if (isBackward) this._calls -= 1;
  }

  _apply(step, event, direction) {
    const forwards = direction === 1;
    const now = this._rounds.at(-1);
    switch (event.kind) {
      case "write":
        this._grads[event.target] = toNumber(forwards ? event.after : event.before);
        count(now, event, step.node, direction);
        break;
      case "seed":
      case "clear":
        this._grads[event.node] = toNumber(forwards ? event.after : event.before);
        if (event.kind === "seed") now.seeded = forwards;
        break;
      case "leaf":
      case "node":
        this._present[event.node] = forwards;
        break;
      case "append":
        if (forwards) now.order.push(event.node);
        else now.order.pop();
        break;
    }
  }
}

/**
 * One `backward()`, or what follows a `zero_grad()`: who expects how many contributions, who got which. A slot of a user
 * may contribute more than once, where the schedule calls that user again: it counts as one.
 */
function newRound(root, expected) {
  return { root, expected, received: new Map(), written: new Map(), seeded: false, order: [] };
}

/** This slot of a user has contributed once more, or (-1) once less. */
function count({ received, written }, { target, slot }, user, direction) {
  const key = `${user}-${slot}`;
  const before = written.get(key) ?? 0;
  written.set(key, before + direction);
  if (before === 0 || before + direction === 0) received.set(target, (received.get(target) ?? 0) + direction);
}

/** Whether this step is the first of a `backward()`: its sort, or its first call where nothing is sorted. */
export function beginsBackward(steps, index) {
  const { phase, events } = steps[index];
  if (phase !== "backward") return phase === "topo";
  return events.some(({ kind }) => kind === "seed") && steps[index - 1]?.phase !== "topo";
}

/** How many slots of users that `root` depends on each node fills: the writes it will get. */
function contributions(trace, root) {
  const counts = new Map();
  const seen = new Set([root]);
  const waiting = [root];
  while (waiting.length > 0) {
    for (const operand of trace.nodes[waiting.pop()].operands) {
      counts.set(operand, (counts.get(operand) ?? 0) + 1);
      if (!seen.has(operand)) {
        seen.add(operand);
        waiting.push(operand);
      }
    }
  }
  return counts;
}

function isBefore(one, other) {
  return one.step < other.step || (one.step === other.step && one.event < other.event);
}
