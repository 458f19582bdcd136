/** What changed between two texts, and where a place of the one is in the other. No DOM. */

/**
 * The one stretch that differs: `before` from `from` to `to` became `insert`. Null where nothing does.
 * @param {string} before
 * @param {string} after
 * @returns {{from: number, to: number, insert: string} | null}
 */
export function difference(before, after) {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (isInsidePair(before, start) || isInsidePair(after, start)) start -= 1;
  if (isInsidePair(before, before.length - end) || isInsidePair(after, after.length - end)) end -= 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** Whether an offset lies between the two halves of a character beyond the first 65,536. */
function isInsidePair(text, offset) {
  return offset > 0 && offset < text.length && text.codePointAt(offset - 1) > 0xffff;
}

/**
 * Where a range of `before` is in `after`; null where the change went across one of its ends.
 * A change inside of it, up to its ends, makes it longer or shorter.
 * @param {[number, number]} range
 * @param {string} before
 * @param {string} after
 * @returns {[number, number] | null}
 */
export function carried([start, end], before, after) {
  const change = difference(before, after);
  if (!change) return [start, end];
  const growth = change.insert.length - (change.to - change.from);
  if (change.from >= start && change.to <= end) return [start, end + growth];
  if (change.to <= start) return [start + growth, end + growth];
  if (change.from >= end) return [start, end];
  return null;
}

const MOST_PAIRS = 250_000; // lines against lines that are compared; above that all of a changed stretch counts

/**
 * The lines of `after`, from 1, that `before` doesn't have. Where lines went away and none came, the line after them.
 * @param {string} before
 * @param {string} after
 * @returns {number[]}
 */
export function changedLines(before, after) {
  if (before === after) return [];
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const shorter = Math.min(old.length, now.length);
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const gone = old.slice(start, old.length - end);
  const come = now.slice(start, now.length - end);
  if (come.length === 0) return [Math.min(start + 1, now.length)];
  const kept = gone.length * come.length > MOST_PAIRS ? new Set() : common(gone, come);
  const changed = come.map((_, index) => index).filter((index) => !kept.has(index));
  return (changed.length > 0 ? changed : [0]).map((index) => start + index + 1);
}

/** The indices of `come` that a longest common run of lines of both keeps. */
function common(gone, come) {
  const lengths = Array.from({ length: gone.length + 1 }, () => new Uint16Array(come.length + 1));
  for (let i = gone.length - 1; i >= 0; i -= 1) {
    for (let j = come.length - 1; j >= 0; j -= 1) {
      const isSame = gone[i] === come[j];
      lengths[i][j] = isSame ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const kept = new Set();
  for (let i = 0, j = 0; i < gone.length && j < come.length; ) {
    if (gone[i] === come[j]) {
      kept.add(j);
      i += 1;
      j += 1;
    } else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
    else j += 1;
  }
  return kept;
}
