/**
 * Which action a key means, in one table: the page listens by it, and the list of keys is made from it. The DOM is
 * asked elsewhere where the focus is.
 *
 * @typedef {object} Binding
 * @property {string} action
 * @property {string} key  as `KeyboardEvent.key` has it, letters in lower case
 * @property {boolean} [shift]  with Shift
 * @property {boolean} [ctrl]  with Ctrl or ⌘, in a field too
 * @property {string} [shown]  how the list writes it
 */

/** @type {Binding[]} */
export const KEYS = [
  { action: "next", key: "ArrowRight", shown: "→" },
  { action: "prev", key: "ArrowLeft", shown: "←" },
  { action: "into", key: "ArrowRight", shift: true, shown: "⇧ →" },
  { action: "into-back", key: "ArrowLeft", shift: true, shown: "⇧ ←" },
  { action: "first", key: "Home" },
  { action: "last", key: "End" },
  { action: "play", key: " ", shown: "Space" },
  { action: "speed", key: "s" },
  { action: "phase-build", key: "1" },
  { action: "phase-topo", key: "2" },
  { action: "phase-backward", key: "3" },
  { action: "phase-prev", key: "[" },
  { action: "phase-next", key: "]" },
  { action: "zoom-in", key: "+" },
  { action: "zoom-in", key: "=", shown: "" }, // the same key without Shift
  { action: "zoom-out", key: "-" },
  { action: "zoom-fit", key: "0" },
  { action: "fullscreen", key: "f" },
  { action: "run", key: "Enter", ctrl: true, shown: "Ctrl ↵" },
  { action: "help", key: "?" },
];

const SLIDER_KEYS = ["ArrowRight", "ArrowLeft", "Home", "End"];

/**
 * The action of a key press, or null where the key keeps its own meaning.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean}} press
 * @param {"field" | "slider" | "button" | "dialog" | "page"} focus
 * @returns {string | null}
 */
export function actionFor(press, focus) {
  if (focus === "dialog") return null;
  const found = KEYS.find((binding) => means(press, binding));
  if (!found) return null;
  if (found.ctrl) return found.action;
  if (focus === "field" || press.altKey) return null;
  if (found.action === "play" && focus === "button") return null;
  // A slider moves by itself on these keys; a second step would follow.
  if (focus === "slider" && !found.shift && SLIDER_KEYS.includes(found.key)) return null;
  return found.action;
}

function means(press, { key, shift = false, ctrl = false }) {
  if ((press.key.length === 1 ? press.key.toLowerCase() : press.key) !== key) return false;
  if (ctrl !== (press.ctrlKey || press.metaKey)) return false;
  // A sign such as ? or + may need Shift to be typed at all.
  const isSign = key.length === 1 && key !== " " && key.toLowerCase() === key.toUpperCase();
  return isSign || ctrl || shift === press.shiftKey;
}
