/**
 * The phases of a trace: runs of neighbouring steps that belong together, and where their names stand.
 *
 * @typedef {object} Run
 * @property {string} phase
 * @property {number} start  steps before it
 * @property {number} count  steps in it
 */

/**
 * Neighbouring steps of one phase, together. Each `backward()` is a run of its own, which its `seed` begins.
 * @param {{phase: string, events: {kind: string}[]}[]} steps
 * @returns {Run[]}
 */
export function runsOf(steps) {
  const runs = [];
  steps.forEach(({ phase, events }, index) => {
    const current = runs.at(-1);
    const begins = phase === "backward" && events.some(({ kind }) => kind === "seed");
    if (current?.phase === phase && !begins) current.count += 1;
    else runs.push({ phase, start: index, count: 1 });
  });
  return runs;
}

/**
 * The step that shows the first of a phase; null where the trace has no such phase.
 * @param {Run[]} runs @param {string} phase
 */
export function firstOf(runs, phase) {
  const run = runs.find((each) => each.phase === phase);
  return run ? run.start + 1 : null;
}

/** The first step of the run after this place, or the last step of all. @param {Run[]} runs @param {number} step */
export function nextRun(runs, step) {
  const run = runs.find(({ start }) => start + 1 > step);
  return run ? run.start + 1 : lastStep(runs);
}

/** The first step of this run, or of the run before where this is it already; 0 before the first. */
export function previousRun(runs, step, event = 0) {
  const run = runs.findLast(({ start }) => (event > 0 ? start + 1 <= step : start + 1 < step));
  return run ? run.start + 1 : 0;
}

function lastStep(runs) {
  const last = runs.at(-1);
  return last ? last.start + last.count : 0;
}

/**
 * Where the names of the runs stand on a track: each begins with its run; where the next is in its way it moves to
 * the left, as long as it still stands at its run; where that doesn't do it is left out (null), short runs first.
 * @param {Run[]} runs
 * @param {number[]} widths  of the names
 * @param {number} length  of the track
 * @param {number} room  for names: less than the track where something stands at its end
 * @param {number} gap  between two names
 * @returns {(number | null)[]}
 */
export function namePlaces(runs, widths, length, room = length, gap = 8) {
  const steps = lastStep(runs);
  const places = runs.map(() => null);
  const byLength = runs.map((_, index) => index).sort((a, b) => runs[b].count - runs[a].count || a - b);
  for (const index of byLength) {
    const [start, end] = [runs[index].start, runs[index].start + runs[index].count].map((n) => (length * n) / steps);
    const before = places.findLastIndex((place, other) => place !== null && other < index);
    const after = places.findIndex((place, other) => place !== null && other > index);
    const least = before < 0 ? 0 : places[before] + widths[before] + gap;
    const most = (after < 0 ? room + gap : places[after]) - gap - widths[index];
    const place = Math.min(start, most);
    const touches = place + widths[index] >= Math.min(end, start + widths[index] / 3);
    if (place >= least && touches) places[index] = place;
  }
  return places;
}
