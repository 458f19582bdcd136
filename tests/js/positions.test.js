import assert from "node:assert/strict";
import { test } from "node:test";

import { offsetOf, rangeOf } from "../../static/js/positions.js";

test("columns count code points from 1, offsets count UTF-16 units", () => {
  const text = "# 😀 ñ\ny = 权重*2";
  assert.equal(offsetOf(text, 1, 1), 0);
  assert.equal(text.slice(offsetOf(text, 1, 5)), "ñ\ny = 权重*2");
  assert.equal(text.slice(offsetOf(text, 2, 5)), "权重*2");
});

test("a span is a range, its end exclusive", () => {
  const text = "x = 2.0\ny = x*x";
  const span = { line: 2, column: 5, end_line: 2, end_column: 8 };
  assert.equal(text.slice(...rangeOf(text, span)), "x*x");
});

test("a place outside the text is taken to the nearest inside", () => {
  assert.equal(offsetOf("ab\nc", 9, 9), 4);
  assert.equal(offsetOf("ab\nc", 1, 9), 2);
  assert.equal(offsetOf("ab\nc", 0, 0), 0);
});
