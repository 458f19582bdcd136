/** Puts the parts of the compare page together: two traces that step as one. */

import { connect } from "./api.js";
import { browserHistory } from "./history.js";
import { hasMoved, jointSteps, placesOf, reduce } from "./joint.js";
import { firstOf, nextRun, previousRun, runsOf } from "./phases.js";
import { clock } from "./play.js";
import { awaited } from "./view/awaiting.js";
import { ComparePage } from "./view/compare.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
const texts = json("texts");
const { moves, step, leaves, sides, apart } = json("boot");
const { a, b } = { ...sides, ...(await awaited(document, fetched(apart), texts)) };
const places = placesOf(moves);
const joint = { steps: jointSteps(moves, places, a, b) };
const runs = runsOf(joint.steps);

const view = new ComparePage(document, { a, b, leaves, joint }, texts);
const play = clock(() => dispatch({ type: "tick" }));
const history = browserHistory(window, () => {});
let state = { step, steps: moves.length, playing: false };

const effects = {
  theme: () => view.theme.toggle(),
  run: () => view.run(),
  "zoom-in": (side) => view.zoom(1.25, side),
  "zoom-out": (side) => view.zoom(0.8, side),
  "zoom-fit": (side) => view.fit(side),
  "phase-build": () => jump(firstOf(runs, "build")),
  "phase-topo": () => jump(firstOf(runs, "topo")),
  "phase-backward": () => jump(firstOf(runs, "backward")),
  "phase-next": () => jump(nextRun(runs, state.step)),
  "phase-prev": () => jump(previousRun(runs, state.step)),
};
const MOVES = ["next", "prev", "first", "last", "play"];

view.connect({
  act: (type, side) => (effects[type] ? effects[type](side) : dispatch({ type })),
  knows: (type) => type in effects || MOVES.includes(type),
  go: (to) => dispatch({ type: "go", step: to }),
});
render();

function dispatch(action) {
  const before = state;
  state = reduce(state, action);
  play.run(state.playing);
  if (state.step !== before.step) history.replace(null, here());
  render();
}

function render() {
  const moved = { a: hasMoved(moves, state.step, "a"), b: hasMoved(moves, state.step, "b") };
  view.render(state, places[state.step], moved);
}

function jump(to) {
  if (to !== null) dispatch({ type: "go", step: to });
}

/** The page's address, at this step. */
function here() {
  const url = new URL(location.href);
  if (state.step > 0) url.searchParams.set("step", state.step);
  else url.searchParams.delete("step");
  return `${url.pathname}${url.search}`;
}

/** The traces that are too long for the page, each over a connection of its own: the newest request ends those before. */
async function fetched(programs) {
  const { lang } = document.documentElement;
  const entries = Object.entries(programs).map(async ([side, body]) => [side, await connect(lang).trace(body)]);
  return Object.fromEntries(await Promise.all(entries));
}
