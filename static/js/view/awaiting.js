/**
 * A trace that is too long for its page is fetched by the scripts. Until it is here the page is as without them: its
 * links step, and what needs scripts is out of sight.
 */

import { setText } from "./changes.js";

/**
 * Wait for traces, if the page does. Throws what `fetched` throws; the page goes on without scripts then.
 * @template Traces
 * @param {Document} document
 * @param {Promise<Traces>} fetched
 * @param {Record<string, string>} texts
 * @returns {Promise<Traces>}
 */
export async function awaited(document, fetched, texts) {
  const root = document.querySelector("[data-awaits]");
  const note = document.querySelector('[data-role="awaits"]');
  try {
    const traces = await fetched;
    root?.removeAttribute("data-awaits");
    note?.remove();
    return traces;
  } catch (error) {
    if (note) setText(note, texts.no_steps);
    throw error;
  }
}
