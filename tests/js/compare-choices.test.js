import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateSync } from "node:zlib";

import { choicesOf, compareAddress, speltOut } from "../../static/js/compare-choices.js";
import { earlierOf } from "../../static/js/history.js";
import { DEFAULTS } from "../../static/js/links.js";

const SHOWN = { source: "a = 2.0\nb = tanh(a)", options: DEFAULTS };
const names = (shown, more = {}) => choicesOf(shown, more).map(({ name }) => name);
const run = (options) => ({ ...SHOWN, options: { ...DEFAULTS, ...options } });

test("a program is offered beside each way in which it does not run", () => {
  const functions = ["tanh"];
  assert.deepEqual(names(SHOWN, { functions }), ["composed", "overwrite", "recursive", "preorder", "own"]);
  const other = run({ granularity: "composed", accumulate: "=", schedule: "recursive" });
  assert.deepEqual(names(other, { functions }), ["packed", "accumulate", "topo", "preorder", "own"]);
});

test("options that are left out are those of every day", () => {
  assert.deepEqual(names({ ...SHOWN, options: {} }), names(SHOWN));
});

test("the variation is on the second side, and differs in one option alone", () => {
  const shown = run({ order: 3 });
  for (const { name, a, b } of choicesOf(shown, { functions: ["tanh"] }).filter(({ name }) => name !== "own")) {
    assert.deepEqual(a, shown);
    assert.equal(b.source, shown.source);
    const changed = Object.keys(DEFAULTS).filter((option) => a.options[option] !== b.options[option]);
    assert.equal(changed.length, 1, name);
  }
});

test("only a program with something to spell out is offered spelt out", () => {
  const nodes = (...ops) => ops.map((op) => ({ op }));
  assert.deepEqual(speltOut({ ...SHOWN, nodes: nodes("", "tanh", "sigmoid", "+") }), ["tanh", "sigmoid"]);
  assert.deepEqual(speltOut({ ...SHOWN, source: "b = exp(a) # tanh(a)", nodes: nodes("", "exp") }), []);
  const composed = { options: { granularity: "composed" }, nodes: nodes("", "exp", "+") };
  assert.deepEqual(speltOut({ ...composed, source: "b = a.tanh ()" }), ["tanh"]);
  assert.deepEqual(speltOut({ ...composed, source: "tanh = 2.0 # sigmoid(a)" }), []);
  assert.ok(!names(SHOWN).includes("composed"));
});

test("an edit is shown as before and after", () => {
  const earlier = { source: "a = 1.0", options: run({ accumulate: "=" }).options };
  const [edited, before] = choicesOf(SHOWN, { edited: "a = 5.0", earlier });
  assert.deepEqual([edited.a, edited.b], [SHOWN, { source: "a = 5.0", options: SHOWN.options }]);
  assert.deepEqual([before.a, before.b], [earlier, SHOWN]);
});

test("a text that is the same again is no edit", () => {
  assert.deepEqual(names(SHOWN, { edited: SHOWN.source, earlier: { ...SHOWN } }), names(SHOWN));
});

test("an address holds both texts, and the options that are not as usual", async () => {
  const pair = { a: SHOWN, b: { source: "ñ = 1", options: { ...DEFAULTS, accumulate: "=", order: 2 } } };
  const query = new URL(await compareAddress(pair, "zh"), "http://x").searchParams;
  assert.deepEqual([...query.keys()], ["a.code", "b.code", "b.accumulate", "b.order", "lang"]);
  assert.equal(inflateSync(Buffer.from(query.get("b.code"), "base64url")).toString(), "ñ = 1");
  assert.equal(query.get("b.accumulate"), "=");
});

const program = (source, earlier = null) => ({ source, options: DEFAULTS, earlier });

test("the program before the last edit is kept from entry to entry", () => {
  const first = program("a = 1");
  assert.equal(earlierOf(null, "a = 1"), null);
  assert.equal(earlierOf(first, "a = 1"), null);
  const before = earlierOf(first, "a = 2");
  assert.deepEqual(before, { source: "a = 1", options: DEFAULTS });
  assert.equal(earlierOf(program("a = 2", before), "a = 2"), before);
});

test("a series of changed numbers is one edit", () => {
  const before = { source: "a = 1", options: DEFAULTS };
  assert.equal(earlierOf(program("a = 1.1", before), "a = 1.2", true), before);
});
