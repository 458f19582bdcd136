/** Which action a key means. The DOM is asked elsewhere where the focus is. */

const MOVES = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
const INTO = { ArrowLeft: "into-back", ArrowRight: "into" };

/**
 * The action of a key press, or null where the key keeps its own meaning.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean}} press
 * @param {"field" | "slider" | "button" | "dialog" | "page"} focus
 * @returns {string | null}
 */
export function actionFor(press, focus) {
  if (focus === "dialog") return null;
  if (press.key === "Enter" && (press.ctrlKey || press.metaKey)) return "run";
  if (focus === "field" || press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === " ") return focus === "button" || press.shiftKey ? null : "play";
  if (press.shiftKey) return INTO[press.key] ?? null;
  // A slider moves by itself on these keys; a second step would follow.
  return focus === "slider" ? null : (MOVES[press.key] ?? null);
}
