import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { bracketPair, tokens } from "../../static/js/highlight.js";

const kindsOf = (text) => [...tokens(text)].map(({ from, to, kind }) => [text.slice(from, to), kind]);

test("every function of the engine's table is coloured as one", () => {
  const table = readFileSync(new URL("../../engine/ops.py", import.meta.url), "utf8");
  const names = [...table.matchAll(/_function\("(\w+)"/g)].map(([, name]) => name);
  assert.ok(names.length >= 9);
  for (const name of names) assert.deepEqual(kindsOf(`${name}(x)`)[0], [name, "function"]);
});

test("comments, numbers and operators are told apart from names", () => {
  assert.deepEqual(kindsOf("x1 = 2.5*w  # w"), [
    ["x1", "name"],
    ["=", "operator"],
    ["2.5", "number"],
    ["*", "operator"],
    ["w", "name"],
    ["# w", "comment"],
  ]);
});

test("the bracket beside the caret finds its partner", () => {
  assert.deepEqual(bracketPair("f((a) + b)", 1), [1, 9]);
  assert.deepEqual(bracketPair("f((a) + b)", 5), [2, 4]);
  assert.equal(bracketPair("f(a", 2), null);
});
