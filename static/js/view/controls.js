/** What the person presses, on any page: its controls, and the keys that mean the same. */

import { actionFor } from "../keys.js";

/**
 * Listen to the whole document. A control is named by its `data-action`.
 * @param {Document} document
 * @param {(action: string, control?: Element) => void} act  hears of each; a key has no control
 * @param {(action: string) => boolean} knows  whether this page has a meaning for that key's action
 */
export function listen(document, act, knows = () => true) {
  document.addEventListener("click", ({ target }) => {
    const control = target.closest("[data-action]");
    if (control && control.getAttribute("aria-disabled") !== "true") act(control.dataset.action, control);
  });
  document.addEventListener("keydown", (press) => {
    const action = actionFor(press, focusOf(press.composedPath()[0]));
    if (action === null || !knows(action)) return;
    press.preventDefault();
    const isHeld = press.repeat && (action === "play" || action === "run");
    if (!isHeld) act(action);
  });
}

/** Where the focus is, as far as keys care. */
function focusOf(target) {
  if (target.ownerDocument.querySelector("dialog[open]")) return "dialog";
  if (target.matches('input[type="range"]')) return "slider";
  if (target.matches("input, textarea, select") || target.isContentEditable) return "field";
  return target.closest("button, a, summary") ? "button" : "page";
}
