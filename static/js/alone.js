/** The stepper in a file of its own: one trace to step through, without a server. */

import { choose, chosen } from "./choices.js";
import { KEYS } from "./keys.js";
import { firstOf, nextRun, previousRun, runsOf } from "./phases.js";
import { SPEEDS, clock, nextSpeed } from "./play.js";
import { EMPTY, reduce } from "./state.js";
import { View } from "./view.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
const { trace, source, options, step, event, card, notDrawn } = json("boot");

/** What only a server could do. */
const BEYOND = new Set(["run", "tune", "option", "card", "share", "compare", "typed", "panel"]);

const effects = {
  play: () => dispatch({ type: state.playing ? "pause" : "play" }),
  speed: changeSpeed,
  "phase-build": () => jump((runs) => firstOf(runs, "build")),
  "phase-topo": () => jump((runs) => firstOf(runs, "topo")),
  "phase-backward": () => jump((runs) => firstOf(runs, "backward")),
  "phase-next": () => jump((runs) => nextRun(runs, state.step)),
  "phase-prev": () => jump((runs) => previousRun(runs, state.step, state.event)),
  help: () => view.help.open(),
  "close-help": () => view.help.close(),
  fullscreen: () => view.fullScreen.toggle(),
  theme: () => view.theme.toggle(),
  "zoom-in": () => view.zoomIn(),
  "zoom-out": () => view.zoomOut(),
  "zoom-fit": () => view.zoomFit(),
};

KEYS.splice(KEYS.findIndex(({ action }) => action === "run"), 1); // before the list of keys is made
document.querySelector('[data-role="source"]').readOnly = true;
const view = new View(document, json("texts"));
const play = clock(() => dispatch({ type: "tick" }), Number(chosen("speed", SPEEDS.map(String)) ?? 1));
const here = { trace, step, event, svg: view.adoptDrawing(), noDrawing: notDrawn };
let state = reduce({ ...EMPTY, source, options }, { type: "traced", ...here });

view.connect(act, async () => []);
view.render(state);
view.showChoices(card, play.speed);

function act(action) {
  if (!BEYOND.has(action.type)) (effects[action.type] ?? (() => dispatch(action)))(action);
}

/** The one way in for every change. */
function dispatch(action) {
  const before = state;
  state = reduce(state, action);
  if (state === before) return;
  if (action.type === "point") {
    view.point(state);
    return;
  }
  view.render(state);
  play.run(state.playing);
}

/** To where a phase begins. @param {(runs: import("./phases.js").Run[]) => number | null} where */
function jump(where) {
  const step = where(runsOf(trace.steps));
  if (step !== null) dispatch({ type: "go", step });
}

function changeSpeed() {
  play.speed = nextSpeed(play.speed);
  choose("speed", String(play.speed));
  view.showChoices(card, play.speed);
}
