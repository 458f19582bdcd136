import assert from "node:assert/strict";
import test from "node:test";

import { bestOf, curves, cures, passesOf, request, rowsOf, rowStepText, shapeOf, summary } from "../../static/js/check.js";

const PROGRAM = { source: "a = 3.5\nb = a + a", options: { accumulate: "=" }, steps: [] };
const check = (node, verdict, numbers = {}) => ({
  ...{ node, label: `v${node}`, autodiff: 1, numeric: 2, forward: 2, central: 2, relative_error: 0.5, verdict, reason: "" },
  ...numbers,
});

test("a request names h and the scheme together, or neither", () => {
  const program = { source: PROGRAM.source, options: PROGRAM.options };
  assert.deepEqual(request(PROGRAM, { h: null, scheme: "central" }, null), program);
  assert.deepEqual(request(PROGRAM, { h: 1e-3, scheme: "forward" }, 0), { ...program, h: 1e-3, scheme: "forward", sweep: 0 });
});

test("all forward passes of an answer are counted", () => {
  assert.equal(passesOf({ forward_passes: 14, further_passes: 9 }), 23);
});

test("what differs stands first, then what can't be checked; numbers in words become numbers", () => {
  const checks = [check(0, "agrees"), check(1, "unchecked", { forward: "NaN", central: "Infinity" }), check(2, "differs")];
  const rows = rowsOf({ checks });
  assert.deepEqual(rows.map(({ node }) => node), [2, 1, 0]);
  assert.ok(Number.isNaN(rows[1].forward));
  assert.equal(rows[1].central, Infinity);
});

test("the summary counts each verdict", () => {
  const rows = rowsOf({ checks: [check(0, "agrees"), check(1, "differs"), check(2, "agrees")] });
  assert.deepEqual(summary(rows).map(({ verdict, number }) => [verdict, number]), [["differs", 1], ["agrees", 2]]);
  assert.deepEqual(summary(rowsOf({ checks: [check(0, "agrees"), check(1, "agrees")] })).map(({ text }) => text), ["check_all"]);
});

test("only an option that is a mistake is offered a way back, and only where something differs", () => {
  const [differing] = [rowsOf({ checks: [check(0, "differs")] })];
  assert.deepEqual(cures({ accumulate: "=", schedule: "topo" }, differing), [{ name: "accumulate", options: { accumulate: "+=" } }]);
  assert.deepEqual(cures({ accumulate: "=" }, rowsOf({ checks: [check(0, "agrees")] })), []);
});

test("the best h is the largest of those with the smallest error", () => {
  const points = [1e-1, 1e-2, 1e-3].map((h, k) => ({ h, forwardError: [1, 0, 0][k], centralError: NaN }));
  assert.equal(bestOf(points, "forwardError").h, 1e-2);
  assert.equal(bestOf(points, "centralError"), null);
});

test("an error of 0 stands on a floor below all others", () => {
  const points = [{ h: 1e-1, forwardError: 1e-3, centralError: 0 }];
  const { floor, central, hasZero } = curves(points);
  assert.ok(hasZero && floor < 1e-3);
  assert.deepEqual(central, [floor]);
});

test("the step of a row has one digit, and is a dash where there was none", () => {
  assert.deepEqual([1.6e-5, 1e-1, null].map(rowStepText), ["2e-5", "1e-1", "–"]);
});

test("what the errors over h tell depends on their shape", () => {
  const shape = (central, forward = central) =>
    shapeOf(central.map((centralError, index) => ({ centralError, forwardError: forward[index] })));
  assert.equal(shape([1e-2, 1e-9, 1e-1]), "valley");
  assert.equal(shape([0, 1e-9, 1e-1], [1e-1, 1e-8, 1e-1]), "valley");
  assert.equal(shape([0.5, 0.5, 0.5], [1, 1, 1]), "flat");
  assert.equal(shape([0, 0, 0]), "exact");
  assert.equal(shape([1e-2, 1e-5, 1e-9]), "slope");
  assert.equal(shape([0, 1e-9, 1e-1]), "slope");
  assert.equal(shape([NaN, Infinity]), "none");
});
