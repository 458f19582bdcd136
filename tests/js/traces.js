/** The trace of a small program with a fan-out, by hand: b = a + a; c = b * a, then backward(), zero_grad(), backward(). */

const write = (target, slot, local, upstream, before) => ({
  kind: "write",
  target,
  slot,
  local,
  local_text: "1.0",
  upstream,
  contribution: local * upstream,
  before,
  after: before + local * upstream,
});

const mark = (kind, node) => ({ kind, node });

const sort = {
  phase: "topo",
  node: 2,
  events: ["enter", "enter", "append", "skip", "append", "append"].map((kind, i) => mark(kind, [1, 0, 0, 0, 1, 2][i])),
};

const backward = [
  {
    phase: "backward",
    node: 2,
    events: [{ ...mark("seed", 2), before: 0, after: 1 }, write(1, 0, 3, 1, 0), write(0, 1, 6, 1, 0)],
  },
  { phase: "backward", node: 1, events: [write(0, 0, 1, 3, 6), write(0, 1, 1, 3, 9)] },
  { phase: "backward", node: 0, events: [] },
];

const cleared = {
  phase: "zero_grad",
  node: null,
  events: [12, 3, 1].map((before, node) => ({ ...mark("clear", node), before, after: 0 })),
};

export const TRACE = {
  version: 1,
  source: "a = 3.0; b = a + a; c = b*a",
  roots: [2, 2],
  nodes: [
    { id: 0, label: "a", text: "3.0", op: "", operands: [], data: 3, reachable: true },
    { id: 1, label: "b", text: "a + a", op: "+", operands: [0, 0], data: 6, reachable: true },
    { id: 2, label: "c", text: "b*a", op: "*", operands: [1, 0], data: 18, reachable: true },
  ],
  topos: [[0, 1, 2], [0, 1, 2]],
  notices: [],
  steps: [
    { phase: "build", node: 1, events: [mark("leaf", 0), mark("node", 1)] },
    { phase: "build", node: 2, events: [mark("node", 2)] },
    sort,
    ...backward,
    cleared,
    sort,
    ...backward,
  ],
};
