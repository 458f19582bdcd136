/** What was typed and not yet traced, kept over an accidental close. */

const KEY = "gradstep.draft";

/** @returns {string | null} the draft left behind, if any */
export function draftLeft() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keep a draft, or with null forget it. @param {string | null} source */
export function keepDraft(source) {
  try {
    if (source === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, source);
  } catch {
    // Storage may be full or forbidden: then there is no draft.
  }
}
