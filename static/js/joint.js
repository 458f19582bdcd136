/** Two traces in joint steps: the twin of `Alignment.places` in engine/alignment.py, and what moves through them. */

/**
 * How many steps each side has done after each number of joint steps.
 * @param {string} moves  a character for each joint step: "=", or the side that goes on alone
 * @returns {{a: number, b: number}[]}
 */
export function placesOf(moves) {
  const places = [{ a: 0, b: 0 }];
  for (const move of moves) {
    const { a, b } = places.at(-1);
    places.push({ a: a + Number(move !== "b"), b: b + Number(move !== "a") });
  }
  return places;
}

/** The joint steps as steps of one trace: those of the first side, or of the second where it goes on alone. */
export function jointSteps(moves, places, a, b) {
  return [...moves].map((move, index) => (move === "b" ? b.steps[places[index].b] : a.steps[places[index].a]));
}

/** Whether a side did something in the joint step on show. @param {"a" | "b"} side */
export function hasMoved(moves, step, side) {
  return step === 0 || moves[step - 1] === "=" || moves[step - 1] === side;
}

/**
 * The next state. No DOM, no clock.
 * @param {{step: number, steps: number, playing: boolean}} state
 * @param {{type: string, step?: number}} action
 */
export function reduce(state, action) {
  const { step, steps, playing } = state;
  switch (action.type) {
    case "play":
      return playing || steps === 0
        ? { ...state, playing: false }
        : { ...state, playing: true, step: step === steps ? 0 : step };
    case "tick":
      return playing ? { ...moved(state, step + 1), playing: step + 1 < steps } : state;
    case "next":
      return moved(state, step + 1);
    case "prev":
      return moved(state, step - 1);
    case "first":
      return moved(state, 0);
    case "last":
      return moved(state, steps);
    case "go":
      return moved(state, action.step);
    default:
      return state;
  }
}

function moved(state, step) {
  return { ...state, step: Math.min(Math.max(step, 0), state.steps), playing: false };
}
