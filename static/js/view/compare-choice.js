/** The dialog that asks what to compare the program on show with: a link for each choice. */

import { choicesOf, compareAddress, speltOut } from "../compare-choices.js";
import { isEdited } from "../state.js";
import { element, filled } from "./changes.js";

/**
 * Ask. Without a trace there is nothing to choose from, and the compare page opens with the program as it is.
 * @param {import("../state.js").State} state
 * @param {import("../compare-choices.js").Program | null} earlier  the program before the last edit
 * @param {Record<string, string>} texts
 * @param {string} lang
 */
export async function askWhatToCompare(state, earlier, texts, lang) {
  const { trace, source, options } = state;
  if (trace === null) {
    location.assign(await compareAddress({ a: { source, options }, b: { source: "", options } }, lang));
    return;
  }
  const functions = speltOut(trace);
  const choices = choicesOf(trace, { edited: isEdited(state) ? source : null, earlier, functions });
  const urls = await Promise.all(choices.map((choice) => compareAddress(choice, lang)));
  const rows = choices.map(({ name }, index) => {
    const title = filled(texts[`compare_${name}`], { functions: functions.join(", ") });
    const note = element("span", { class: "note" }, texts[`compare_${name}_note`]);
    return element("li", {}, element("a", { href: urls[index], "data-choice": name }, element("b", {}, title), note));
  });
  open(rows);
}

function open(rows) {
  const dialog = document.querySelector('[data-role="compare-choice"]');
  dialog.querySelector('[data-role="choices"]').replaceChildren(...rows);
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  rows[0].firstElementChild.focus();
}
