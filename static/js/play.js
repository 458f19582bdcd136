/** The clock of a play: one tick after another while it runs. */

/** How long a step stays, in milliseconds: long enough to read a sentence's start and see what is lit. */
const PACE = 1100;

/**
 * @param {() => void} tick
 * @param {number} pace
 */
export function clock(tick, pace = PACE) {
  let timer = null;
  return {
    /** Start or stop; saying so again changes nothing. @param {boolean} on */
    run(on) {
      if (on && timer === null) timer = setInterval(tick, pace);
      if (!on && timer !== null) {
        clearInterval(timer);
        timer = null;
      }
    },
  };
}
