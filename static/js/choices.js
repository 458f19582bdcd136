/** How a person likes the page: kept in the browser from one visit to the next, never part of a link. */

/**
 * What was chosen earlier, if it still can be; else null.
 * @param {string} name @param {string[]} allowed
 */
export function chosen(name, allowed) {
  try {
    const choice = localStorage.getItem(`gradstep.${name}`);
    return allowed.includes(choice) ? choice : null;
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} choice */
export function choose(name, choice) {
  try {
    localStorage.setItem(`gradstep.${name}`, choice);
  } catch {
    // Storage may be forbidden: the choice lasts as long as the page then.
  }
}
