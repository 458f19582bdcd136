import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, reduce } from "../../static/js/state.js";
import { pathsTo } from "../../static/js/paths.js";
import { why } from "../../static/js/why.js";
import { TRACE } from "./traces.js";

const [A, B, C] = [0, 1, 2];
const END = TRACE.steps.length;

/** A trace of one `backward()` in which `events` are those of its only call with writes. */
function traceOf(nodes, ...calls) {
  const made = nodes.map(({ operands = [], data = 1, fault = null }, id) => {
    return { id, label: "abcdef"[id], text: "", op: operands.length ? "*" : "", operands, data, fault };
  });
  const root = made.length - 1;
  const mark = (kind, node) => ({ kind, node });
  const build = { phase: "build", node: root, events: made.map(({ id }) => mark(id === root ? "node" : "leaf", id)) };
  const sort = { phase: "topo", node: root, events: made.map(({ id }) => mark("append", id)) };
  const steps = calls.map(([node, ...events]) => ({ phase: "backward", node, events }));
  return { nodes: made, roots: [root], topos: [made.map(({ id }) => id)], steps: [build, sort, ...steps] };
}

const write = (target, slot, local, upstream, before, more = {}) => {
  const contribution = local * upstream;
  const after = before + contribution;
  const event = { kind: "write", target, slot, local, local_text: "other.data", upstream, contribution, before, after };
  return { ...event, ...more };
};

test("a gradient is the sum of its writes so far, each with its user and its step", () => {
  const found = why(TRACE, A, 5);
  assert.equal(found.status, "sum");
  assert.equal(found.value, 12);
  assert.deepEqual(found.rows.map(({ user, slot, contribution }) => [user, slot, contribution]), [
    [C, 1, 6],
    [B, 0, 3],
    [B, 1, 3],
  ]);
  assert.equal(found.rows.reduce((sum, { contribution }) => sum + contribution, 0), found.value);
  assert.deepEqual(found.rows[0].place, { step: 3, event: 3 });
  assert.deepEqual(found.pending, []);
});

test("between two writes what is still to come is told apart from what is there", () => {
  const found = why(TRACE, A, 4, 1);
  assert.equal(found.value, 9);
  assert.deepEqual(found.rows.map(({ user }) => user), [C, B]);
  assert.deepEqual(found.pending.map(({ user, slot }) => [user, slot]), [[B, 1]]);
});

test("each contribution has a way to the root, the shortest of several", () => {
  const [direct, throughB] = why(TRACE, A, 5).rows;
  assert.deepEqual(direct.path, [C]);
  assert.deepEqual(throughB.path, [B, C]);
  assert.equal(throughB.isOneOfSeveral, false);
  assert.deepEqual(pathsTo(TRACE, C, TRACE.topos[0])(A), { path: [A, C], isOneOfSeveral: true });
});

test("before a node is made, and before any backward(), that is the reason", () => {
  assert.equal(why(TRACE, C, 1).status, "absent");
  assert.equal(why(TRACE, A, 2).status, "unstarted");
});

test("once the sort has begun a node waits for its first contribution", () => {
  const found = why(TRACE, A, 3);
  assert.equal(found.status, "waiting");
  assert.equal(found.root, C);
  assert.equal(found.pending.length, 3);
});

test("the root has its seed, and the place where it was set", () => {
  const found = why(TRACE, C, 5);
  assert.equal(found.status, "seeded");
  assert.deepEqual(found.place, { step: 3, event: 1 });
});

test("zero_grad says so until the next backward() begins", () => {
  const found = why(TRACE, A, 7);
  assert.deepEqual([found.status, found.value], ["cleared", 0]);
  assert.deepEqual(found.place, { step: 6, event: 1 });
  assert.equal(why(TRACE, A, 8).status, "waiting");
  assert.equal(why(TRACE, A, END).left, null);
});

test("what an earlier backward() left behind is a part of the sum, with its place", () => {
  const steps = TRACE.steps.filter(({ phase }) => phase !== "zero_grad");
  const again = steps.map((step, index) => {
    const shift = (event) => (event.target === A ? { ...event, before: event.before + 12, after: event.after + 12 } : event);
    return index > 6 ? { ...step, events: step.events.map(shift) } : step;
  });
  const trace = { ...TRACE, steps: again };
  assert.deepEqual(why(trace, A, 7).left, { value: 12, place: { step: 4, event: 2 } });
  assert.equal(why(trace, A, 7).status, "waiting");
  const found = why(trace, A, again.length);
  assert.equal(found.value, 24);
  assert.equal(found.left.value, 12);
  assert.equal(found.rows.length, 3);
});

test("a value that the root does not depend on is independent of it", () => {
  const trace = traceOf([{}, {}, { operands: [0, 0] }], [2, { kind: "seed", node: 2, before: 0, after: 1 }, write(0, 0, 1, 1, 0)]);
  trace.topos = [[0, 2]];
  assert.equal(why(trace, 1, 3).status, "independent");
});

test("a zero says which factor was 0", () => {
  const of = (local, upstream) => {
    const trace = traceOf([{}, {}, { operands: [0, 1] }], [2, write(0, 0, local, upstream, 0)]);
    const found = why(trace, 0, 3);
    return [found.zero, found.rows[0].zero];
  };
  assert.deepEqual(of(0, 0.5), ["factors", "local"]);
  assert.deepEqual(of(-0, 0.5), ["factors", "local"]);
  assert.deepEqual(of(3, 0), ["factors", "upstream"]);
  assert.deepEqual(of(0, 0), ["factors", "both"]);
  assert.deepEqual(of(1e-200, 1e-200), ["factors", "small"]);
  assert.deepEqual(of(3, 0.5), ["", ""]);
});

test("contributions that cancel are told apart from those that are 0", () => {
  const trace = traceOf([{}, {}, { operands: [0, 0] }], [2, write(0, 0, 5, 1, 0), write(0, 1, -5, 1, 5)]);
  assert.equal(why(trace, 0, 3).zero, "cancel");
  assert.equal(why(trace, 0, 2, 1).zero, "");
});

test("an inf or nan is followed back to the write in which it began", () => {
  const began = write(1, 0, Infinity, 1, 0, { local: "Infinity", contribution: "Infinity", after: "Infinity" });
  const spread = { local: 2, upstream: "Infinity", contribution: "Infinity", after: "Infinity" };
  const trace = traceOf(
    [{}, { operands: [0] }, { operands: [1] }],
    [2, { ...began, fault: { reason: "a pole", origin: true } }],
    [1, { ...write(0, 0, 2, 1, 0), ...spread, fault: { reason: "the upstream is", origin: false } }],
  );
  const found = why(trace, 0, 4);
  assert.equal(found.value, Infinity);
  assert.deepEqual(found.origin, { node: 1, isData: false, value: Infinity, reason: "a pole", place: { step: 2, event: 1 } });
});

test("an inf that came with the data is followed back to the node that made it", () => {
  const fault = { reason: "log of 0", origin: true };
  const local = { local: "-Infinity", contribution: "-Infinity", after: "-Infinity" };
  const trace = traceOf(
    [{}, { operands: [0], data: "-Infinity", fault }, { operands: [0, 1] }],
    [2, { ...write(0, 0, 1, 1, 0), ...local, fault: { reason: "it follows", origin: false } }],
  );
  const { origin } = why(trace, 0, 3);
  assert.deepEqual([origin.node, origin.isData, origin.reason, origin.value], [1, true, "log of 0", -Infinity]);
  assert.deepEqual(origin.place, { step: 0, event: 2 });
});

test("the panel is asked for, stays while stepping, and ends with another program", () => {
  const traced = reduce(EMPTY, { type: "traced", trace: TRACE });
  const asked = reduce(traced, { type: "why", node: A });
  assert.equal(asked.why, A);
  assert.equal(reduce(asked, { type: "next" }).why, A);
  assert.equal(reduce(asked, { type: "close-why" }).why, null);
  assert.equal(reduce(asked, { type: "traced", trace: { ...TRACE, nodes: TRACE.nodes.slice(0, 1) } }).why, null);
  assert.equal(reduce(EMPTY, { type: "why", node: A }).why, null);
});

/** a*3 = b, b*2 = c, where the calls come in this order; `missing` as the trace says it. */
function disordered(...calls) {
  const trace = traceOf([{}, { operands: [0] }, { operands: [1] }], ...calls.map(({ node, events }) => [node, ...events]));
  trace.steps.slice(2).forEach((step, index) => Object.assign(step, { missing: calls[index].missing ?? [], call: calls[index].call ?? 1 }));
  return { ...trace, options: { schedule: "preorder" } };
}

test("a zero that came from a call made too early says who had not run", () => {
  const early = { node: 1, missing: [2], events: [write(0, 0, 3, 0, 0)] };
  const late = { node: 2, events: [write(1, 0, 2, 1, 0)] };
  const trace = disordered(early, late);
  assert.equal(why(trace, 0, 4).rows[0].early, 2);
  assert.equal(why(trace, 1, 4).rows[0].early, null);
});

test("what comes after the last call of a node is not passed on, and says so", () => {
  const early = { node: 1, missing: [2], events: [write(0, 0, 3, 0, 0)] };
  const late = { node: 2, events: [write(1, 0, 2, 1, 0)] };
  const trace = disordered(early, late);
  assert.deepEqual(why(trace, 1, 4).unpassed, { step: 2, event: 1 });
  assert.deepEqual(why(trace, 1, 3).unpassed, { step: 2, event: 1 }); // it waits still, but has run
  assert.equal(why(disordered(late, early), 1, 4).unpassed, null);
  assert.equal(why(trace, 0, 4).unpassed, null); // a leaf has nothing to pass on
});

test("without a sort a backward() begins with its seed", () => {
  const trace = disordered({ node: 2, events: [{ kind: "seed", node: 2, before: 0, after: 1 }, write(1, 0, 2, 1, 0)] });
  const recursive = { ...trace, steps: trace.steps.filter(({ phase }) => phase !== "topo"), topos: [[]] };
  assert.equal(why(recursive, 2, 2).status, "seeded");
  assert.equal(why(recursive, 1, 2).status, "sum");
  assert.deepEqual(why(recursive, 1, 2).rows[0].path, [2]);
  assert.equal(why(recursive, 0, 2).status, "waiting");
  assert.equal(why(recursive, 0, 2).isCut, false);
  assert.equal(why({ ...recursive, truncated: { limit: 1, found: 2 } }, 0, 2).isCut, true);
});
