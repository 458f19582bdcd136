import assert from "node:assert/strict";
import { test } from "node:test";

import { shown, toldApart, whole } from "../../static/js/numbers.js";

const SHOWN = [
  [0, "0.0000"],
  [-0, "0.0000"],
  [0.8813735870195432, "0.8814"],
  [-1.4999999999999998, "-1.5000"],
  [1, "1.0000"],
  [1 + 1e-13, "1.0000"],
  [0.9999999958776927, "≈1.0000"],
  [-0.9999999958776927, "≈-1.0000"],
  [1.00004, "≈1.0000"],
  [1e-3, "0.0010"],
  [999999.99999, "1000000.0000"],
  [1e6, "1e+06"],
  [8.244614455767397e-9, "8.2446e-09"],
  [-1e-5, "-1e-05"],
  [9.99999e-4, "1e-03"],
  [1e15, "1e+15"],
  [5.18470552858707e21, "5.1847e+21"],
  [1.5e300, "1.5e+300"],
  [0.03125, "0.0313"],
  [-0.09375, "-0.0938"],
  ["Infinity", "inf"],
  ["-Infinity", "-inf"],
  ["NaN", "nan"],
];

for (const [number, text] of SHOWN) {
  test(`${number} is shown as ${text}`, () => assert.equal(shown(number), text));
}

const WHOLE = [
  [2, "2.0"],
  [-0, "0.0"],
  [0.1, "0.1"],
  [1e16, "1e+16"],
  [123456789012345680, "1.2345678901234568e+17"],
  [9007199254740991, "9007199254740991.0"],
  [0.0001, "0.0001"],
  [0.00001234, "1.234e-05"],
  ["-Infinity", "-inf"],
  ["NaN", "nan"],
];

for (const [number, text] of WHOLE) {
  test(`every digit of ${number} is ${text}, as Python writes it`, () => assert.equal(whole(number), text));
}

const TOLD_APART = [
  [[0.5, 0.75], "0.5000 0.7500"],
  [[1.0, 1.0], "1.0000 1.0000"],
  [[0.9999983, 1.00001, 1.00002], "≈1.00000 1.00001 1.00002"],
  [[0.0, 0.03125, 0.031251], "0.0000 0.031250 0.031251"],
  [[1.0, 1.0000000000000002], "1.0000000000000000 1.0000000000000002"],
  [[-2e-09, -2.000001e-09], "-2e-09 -2.000001e-09"],
  [[0.5, "NaN", "NaN"], "0.5000 nan nan"],
  [["Infinity", "Infinity"], "inf inf"],
];

for (const [numbers, texts] of TOLD_APART) {
  test(`${numbers} are told apart as ${texts}`, () => assert.deepEqual(toldApart(...numbers), texts.split(" ")));
}
