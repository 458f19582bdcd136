/** The page's address: moving replaces the entry, running a program adds one, Back and Forward restore. */

// Browsers refuse replacements that come too thick (Safari: over 100 in 30 s), as when a key is held down.
const ALLOWANCE = 40; // replacements at once
const PAUSE = 500; // ms until there is one more

/**
 * The program before the last edit, for an entry that follows `last`. Another way to run the same text is no edit, and
 * neither is the next in a series of changed numbers.
 * @param {{source: string, options: object, earlier?: object | null} | null} last
 * @param {string} source  the text of the entry
 * @param {boolean} isSeries
 * @returns {{source: string, options: object} | null}
 */
export function earlierOf(last, source, isSeries = false) {
  if (!last || last.source === source || isSeries) return last?.earlier ?? null;
  return { source: last.source, options: last.options };
}

/**
 * @param {Window} window
 * @param {(entry: object) => void} restore hears the entry that Back or Forward led to
 */
export function browserHistory(window, restore) {
  let left = ALLOWANCE;
  let waiting = null;

  setInterval(() => {
    left = Math.min(left + 1, ALLOWANCE);
    flush();
  }, PAUSE);

  function flush() {
    if (waiting === null) return;
    const { entry, url } = waiting;
    waiting = null;
    left -= 1;
    window.history.replaceState(entry, "", url);
  }

  window.addEventListener("pagehide", flush);
  window.addEventListener("popstate", ({ state }) => {
    waiting = null; // it was meant for the entry that was left
    if (state) restore(state);
  });
  return {
    /** Replace the entry, at once or as soon as the browser allows. */
    replace(entry, url) {
      waiting = { entry, url };
      if (left > 0) flush();
    },
    /** Add an entry. */
    add(entry, url) {
      flush();
      window.history.pushState(entry, "", url);
    },
  };
}
