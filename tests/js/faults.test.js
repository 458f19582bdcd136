import assert from "node:assert/strict";
import { test } from "node:test";

import { faultsOf, markedFault } from "../../static/js/faults.js";

const began = { reason: "exp(1000.0) is too large", origin: true };
const followed = { reason: "an operand is inf", origin: false };
const zeroTimesInf = { reason: "0 times inf", origin: true };
const write = (target, fault) => ({ kind: "write", target, fault });
const TRACE = {
  nodes: [{ fault: null }, { fault: began }, { fault: followed }],
  steps: [{ events: [] }, { events: [write(2, followed), write(0, null)] }, { events: [write(2, zeroTimesInf)] }],
};
const faults = faultsOf(TRACE);

test("a fault of the data is there as soon as the node is", () => {
  const place = { step: 1, event: 0 };
  assert.deepEqual(faults(1, { state: "absent", grad: 0 }, place), { data: null, grad: null });
  assert.deepEqual(faults(1, { state: "built", grad: 0 }, place), { data: began, grad: null });
});

test("a fault of a grad is that of the last write that has happened", () => {
  const now = { state: "final", grad: NaN };
  assert.equal(faults(2, now, { step: 1, event: 0 }).grad, null);
  assert.equal(faults(2, now, { step: 1, event: 1 }).grad, followed);
  assert.equal(faults(2, now, { step: 2, event: 0 }).grad, followed);
  assert.equal(faults(2, now, { step: 3, event: 0 }).grad, zeroTimesInf);
});

test("a grad that was cleared has no fault any more", () => {
  assert.equal(faults(2, { state: "built", grad: 0 }, { step: 3, event: 0 }).grad, null);
});

test("a trace of finite numbers has no faults", () => {
  const finite = { nodes: [{ fault: null }], steps: TRACE.steps.slice(0, 1) };
  assert.deepEqual(faultsOf(finite)(0, { state: "final", grad: 1 }, { step: 1, event: 0 }), { data: null, grad: null });
});

test("a node is marked with what began there before what follows, and with its data before its grad", () => {
  assert.equal(markedFault({ data: null, grad: null }), null);
  assert.deepEqual(markedFault({ data: followed, grad: null }), { fault: followed, of: "data" });
  assert.deepEqual(markedFault({ data: followed, grad: zeroTimesInf }), { fault: zeroTimesInf, of: "grad" });
  assert.deepEqual(markedFault({ data: began, grad: zeroTimesInf }), { fault: began, of: "data" });
  assert.deepEqual(markedFault({ data: null, grad: followed }), { fault: followed, of: "grad" });
});
