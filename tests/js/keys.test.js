import assert from "node:assert/strict";
import { test } from "node:test";

import { KEYS, actionFor } from "../../static/js/keys.js";

const press = (key, held = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test("arrows, Home and End move, with Shift by events", () => {
  const keys = ["ArrowLeft", "ArrowRight", "Home", "End"];
  assert.deepEqual(keys.map((key) => actionFor(press(key), "page")), ["prev", "next", "first", "last"]);
  assert.deepEqual(keys.map((key) => actionFor(press(key), "button")), ["prev", "next", "first", "last"]);
  assert.equal(actionFor(press("ArrowRight", { shiftKey: true }), "page"), "into");
  assert.equal(actionFor(press("ArrowLeft", { shiftKey: true }), "page"), "into-back");
});

test("in a field every key but Ctrl+Enter is the field's own", () => {
  for (const key of ["ArrowLeft", "ArrowRight", "Home", "End", " ", "Enter"]) {
    assert.equal(actionFor(press(key), "field"), null);
  }
  assert.equal(actionFor(press("Enter", { ctrlKey: true }), "field"), "run");
  assert.equal(actionFor(press("Enter", { metaKey: true }), "field"), "run");
});

test("Space plays, but on a button it presses the button", () => {
  assert.equal(actionFor(press(" "), "page"), "play");
  assert.equal(actionFor(press(" "), "button"), null);
});

test("a slider moves by itself, and a dialog keeps its keys", () => {
  assert.equal(actionFor(press("ArrowRight"), "slider"), null);
  assert.equal(actionFor(press(" "), "dialog"), null);
});

test("the browser's own shortcuts stay its own", () => {
  assert.equal(actionFor(press("ArrowLeft", { altKey: true }), "page"), null);
  assert.equal(actionFor(press("ArrowLeft", { metaKey: true }), "page"), null);
});

test("a letter means the same with and without caps lock, a sign with and without Shift", () => {
  assert.equal(actionFor(press("f"), "page"), "fullscreen");
  assert.equal(actionFor(press("?", { shiftKey: true }), "page"), "help");
  assert.equal(actionFor(press("+", { shiftKey: true }), "button"), "zoom-in");
  assert.equal(actionFor(press("+"), "page"), "zoom-in");
  assert.equal(actionFor(press("f", { ctrlKey: true }), "page"), null);
  assert.equal(actionFor(press("?", { shiftKey: true }), "field"), null);
});

test("Shift with a key that has no meaning then keeps the browser's", () => {
  assert.equal(actionFor(press("Home", { shiftKey: true }), "page"), null);
  assert.equal(actionFor(press(" ", { shiftKey: true }), "page"), null);
});

test("digits and brackets go to phases, from a slider too", () => {
  assert.deepEqual(["1", "2", "3", "[", "]"].map((key) => actionFor(press(key), "slider")), [
    "phase-build",
    "phase-topo",
    "phase-backward",
    "phase-prev",
    "phase-next",
  ]);
  assert.equal(actionFor(press("ArrowRight", { shiftKey: true }), "slider"), "into");
});

test("no key means two things", () => {
  const presses = KEYS.map(({ key, shift, ctrl }) => `${key} ${shift ?? false} ${ctrl ?? false}`);
  assert.equal(new Set(presses).size, presses.length);
});
