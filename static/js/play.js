/** The clock of a play: one tick after another while it runs, slower or faster. */

/** How long a step stays at speed 1, in milliseconds: to read a sentence's start and see what is lit. */
const PACE = 1100;
const FIRST = 300; // ms until the first tick: what was pressed answers at once

/** What a person can choose, in the order that the button goes through. */
export const SPEEDS = [0.5, 1, 2, 4];

/** The speed after this one, after the last the first. @param {number} speed */
export function nextSpeed(speed) {
  return SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
}

/**
 * @param {() => void} tick
 * @param {number} speed  to begin with
 * @param {number} pace  ms of a tick at speed 1
 */
export function clock(tick, speed = 1, pace = PACE) {
  let timer = null;
  const beat = () => {
    timer = setTimeout(beat, pace / speed);
    tick();
  };
  return {
    /** Start or stop; saying so again changes nothing. @param {boolean} on */
    run(on) {
      if (on && timer === null) timer = setTimeout(beat, Math.min(FIRST, pace / speed));
      if (!on && timer !== null) {
        clearTimeout(timer);
        timer = null;
      }
    },
    get speed() {
      return speed;
    },
    /** Go on at another speed, from the next tick on. */
    set speed(another) {
      speed = another;
      if (timer === null) return;
      clearTimeout(timer);
      timer = setTimeout(beat, pace / speed);
    },
  };
}
