/** Puts the parts together: what the person does becomes an action, an action a state, a state the page. */

import { connect } from "./api.js";
import { choose, chosen } from "./choices.js";
import { draftLeft, keepDraft } from "./draft.js";
import { isSameGraph } from "./fitting.js";
import { browserHistory, earlierOf } from "./history.js";
import { address, changedOptions, encode } from "./links.js";
import { firstOf, nextRun, previousRun, runsOf } from "./phases.js";
import { SPEEDS, clock, nextSpeed } from "./play.js";
import { createRunner } from "./runner.js";
import { createSharing } from "./sharing.js";
import { EMPTY, atEnd, isEdited, reduce } from "./state.js";
import { View } from "./view.js";
import { awaited } from "./view/awaiting.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
const boot = json("boot") ?? {};
const texts = json("texts");
const lang = document.documentElement.lang || "en";
const narrow = matchMedia("(max-width: 720px)");

const api = connect(lang);
if (boot.isApart) boot.trace = await awaited(document, api.trace({ source: boot.source, options: boot.options }), texts);
const view = new View(document, texts);
const play = clock(() => dispatch({ type: "tick" }), Number(chosen("speed", SPEEDS.map(String)) ?? 1));
const runner = createRunner({ api, dispatch, texts });
const history = browserHistory(window, restore);
const sharing = createSharing({ api, dialog: view.share, now: () => state, lang });
let card = chosen("card", ["stack", "row"]) ?? boot.card ?? "stack";

/** The short id or code under which a program with its options was opened: its address needs no other. */
const names = new Map();
const { source = "", options = {}, problems = [], panel = null, sweep = null } = boot;
let state = { ...EMPTY, source, options, problems, panel, sweep };
state.ran = state.source;
let isTuned = false; // whether the newest entry of the history is one of changed numbers

/** What of a moment stands in the address, besides the program. */
const ADDRESSED = ["step", "event", "panel", "sweep"];

/** What the person does beyond moving, by the name of the control. */
const effects = {
  run,
  tune,
  option: ({ options }) => changeOptions(options),
  "panel-check": () => togglePanel("check"),
  "panel-predict": () => togglePanel("predict"),
  play: () => dispatch({ type: state.playing ? "pause" : "play" }),
  speed: changeSpeed,
  "phase-build": () => jump((runs) => firstOf(runs, "build")),
  "phase-topo": () => jump((runs) => firstOf(runs, "topo")),
  "phase-backward": () => jump((runs) => firstOf(runs, "backward")),
  "phase-next": () => jump((runs) => nextRun(runs, state.step)),
  "phase-prev": () => jump((runs) => previousRun(runs, state.step, state.event)),
  share,
  "close-share": () => view.share.close(),
  "copy-whole-link": () => view.share.copyWhole(),
  "copy-short-link": () => view.share.copyShort(sharing.makeShort),
  compare,
  help: () => view.help.open(),
  "close-help": () => view.help.close(),
  card: changeCard,
  fullscreen: () => view.fullScreen.toggle(),
  "show-problem": () => view.showProblem(),
  theme: () => view.theme.toggle(),
  "zoom-in": () => view.zoomIn(),
  "zoom-out": () => view.zoomOut(),
  "zoom-fit": () => view.zoomFit(),
  "restore-draft": restoreDraft,
  "drop-draft": dropDraft,
};

start();

function start() {
  const code = new URLSearchParams(location.search).get("code");
  names.set(keyOf(state), { link: boot.link ?? null, code });
  if (boot.trace) {
    const { trace, step, event, notDrawn } = boot;
    const here = { trace, step, event, link: boot.link, code, svg: view.adoptDrawing(), noDrawing: notDrawn };
    state = reduce(state, { type: "traced", ...here });
    if (boot.isApart) state = reduce(state, { type: "typed", source: view.editor.text }); // meanwhile
  }
  view.connect((action) => (effects[action.type] ?? (() => dispatch(action)))(action), api.gradcheck);
  view.render(state);
  window.history.replaceState(entry(), "");
  const draft = draftLeft();
  view.offerDraft(draft !== null && draft !== state.source);
  narrow.addEventListener("change", turn);
  view.showChoices(card, play.speed);
  const look = currentLook();
  if (state.svg !== null && (look.card !== boot.card || look.direction !== boot.direction)) {
    view.awaitDrawing();
    turn();
  }
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
  const isMoved = ADDRESSED.some((name) => state[name] !== before[name]);
  if (state.trace && state.trace === before.trace && isMoved) history.replace(entry(), here());
  if (action.type === "typed") remember();
}

async function run() {
  const { source, options } = state;
  if (await runner.run({ source, options, look: currentLook() }, namesOf)) arrived();
}

/** The engine is to run in another way: trace again, and stay where that is possible. */
async function changeOptions(changed) {
  dispatch({ type: "options", options: changed });
  const { source, options, step, event } = state;
  const place = atEnd(state) && state.trace ? { step: Infinity } : { step, event };
  if (await runner.run({ source, options, look: currentLook(), ...place }, namesOf, keepsDrawing)) arrived();
}

/** Another program is on show, or the same one run in another way. */
function arrived() {
  isTuned = false;
  history.add(entry(), here());
  remember();
  view.showStage();
}

function togglePanel(panel) {
  dispatch({ type: "panel", panel: state.panel === panel ? null : panel });
}

/** A number of the program was changed: trace it at once, and stay at the step. A series of changes is one entry. */
async function tune() {
  const program = () => ({ ...state, look: currentLook() });
  if (await runner.tune(program, namesOf, keepsDrawing)) {
    if (isTuned) history.replace(entry(), here());
    else history.add(entry(), here());
    isTuned = true;
    remember();
  }
}

/** The picture on the page, where it can show that trace too. */
function keepsDrawing(trace) {
  const { svg, noDrawing } = state;
  if (!state.trace || !isSameGraph(state.trace, trace)) return null;
  return (svg === null ? noDrawing !== null : view.hasRoom(trace)) ? { svg, noDrawing } : null;
}

/** Back or Forward led to an entry: another moment, perhaps of another program. */
async function restore({ source, options, step, event, panel, sweep }) {
  isTuned = false;
  dispatch({ type: "typed", source });
  dispatch({ type: "options", options });
  if (state.trace && keyOf(state.trace) === keyOf({ source, options })) dispatch({ type: "go", step, event });
  else if (!(await runner.run({ source, options, look: currentLook(), step, event }, namesOf))) return;
  dispatch({ type: "panel", panel, sweep }); // last, as it writes the entry: by now that is of the program on show
}

/** @param {{source: string, options: object}} program */
async function namesOf(program) {
  return names.get(keyOf(program)) ?? { link: null, code: await encode(program.source) };
}

function keyOf({ source, options }) {
  return JSON.stringify([source, changedOptions(options)]);
}

/** What Back and Forward need to restore this moment. */
function entry() {
  const { source, options } = state.trace ?? state;
  const { step, event, panel, sweep } = state;
  const earlier = earlierOf(window.history.state, source, isTuned);
  return { source, options, step, event, panel, sweep, earlier };
}

function here() {
  const { link, code, step, event, panel, sweep } = state;
  const { options } = state.trace ?? state;
  return address({ link, code, step, event, options: changedOptions(options), panel, sweep, lang });
}

/** The moment stands still while it is shared. */
function share() {
  dispatch({ type: "pause" });
  return sharing.open();
}

/** The moment stands still while the person chooses what to compare the program with. */
async function compare() {
  dispatch({ type: "pause" });
  const { askWhatToCompare } = await import("./view/compare-choice.js");
  await askWhatToCompare(state, entry().earlier, texts, lang);
}

/** To where a phase begins. @param {(runs: import("./phases.js").Run[]) => number | null} where */
function jump(where) {
  const step = state.trace ? where(runsOf(state.trace.steps)) : null;
  if (step !== null) dispatch({ type: "go", step });
}

function changeSpeed() {
  play.speed = nextSpeed(play.speed);
  choose("speed", String(play.speed));
  view.showChoices(card, play.speed);
}

function changeCard() {
  card = card === "row" ? "stack" : "row";
  choose("card", card);
  view.showChoices(card, play.speed);
  turn();
}

/** The drawing in the look that the page has now: narrow pages have their graph from top to bottom. */
function turn() {
  if (state.trace && state.noDrawing === null) {
    runner.redraw(state.trace.source, state.trace.options, currentLook());
  }
}

function currentLook() {
  const direction = narrow.matches ? "TB" : (boot.direction ?? "LR");
  return { card, direction };
}

function remember() {
  keepDraft(isEdited(state) ? state.source : null);
  view.offerDraft(false);
}

function restoreDraft() {
  const source = draftLeft();
  if (source !== null) dispatch({ type: "typed", source });
}

function dropDraft() {
  keepDraft(null);
  view.offerDraft(false);
}
