/** The way from the stepper to the compare page. */

import { changedOptions, encode } from "./links.js";

/**
 * The address that compares the program on show: with its edited text where it was edited, else with itself, run in
 * another way. The compare page offers the other ways.
 * @param {{source: string, options: object}} shown  what was traced
 * @param {string} edited  the text as it stands now
 * @param {string} lang
 */
export async function compareAddress(shown, edited, lang) {
  const query = new URLSearchParams();
  const options = Object.entries(changedOptions(shown.options));
  const add = async (side, source) => {
    query.set(`${side}.code`, await encode(source));
    for (const [name, value] of options) query.set(`${side}.${name}`, String(value));
  };
  await add("a", shown.source);
  if (edited !== shown.source) await add("b", edited);
  if (lang !== "en") query.set("lang", lang);
  return `/compare?${query}`;
}
