/** Puts the parts together: what the person does becomes an action, an action a state, a state the page. */

import { connect } from "./api.js";
import { draftLeft, keepDraft } from "./draft.js";
import { browserHistory } from "./history.js";
import { LONGEST_LINK, address, encode } from "./links.js";
import { clock } from "./play.js";
import { createRunner } from "./runner.js";
import { EMPTY, isEdited, reduce } from "./state.js";
import { View } from "./view.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
const boot = json("boot") ?? {};
const texts = json("texts");
const lang = document.documentElement.lang || "en";
const narrow = matchMedia("(max-width: 720px)");

const api = connect(lang);
const view = new View(document, texts);
const play = clock(() => dispatch({ type: "tick" }));
const runner = createRunner({ api, dispatch, texts });
const history = browserHistory(window, restore);

/** The short id or code under which a program was opened or shared: its address needs no other. */
const names = new Map();
let state = { ...EMPTY, source: boot.source ?? "", options: boot.options ?? {}, problems: boot.problems ?? [] };
state.ran = state.source;

/** What the person does beyond moving, by the name of the control. */
const effects = {
  run,
  play: () => dispatch({ type: state.playing ? "pause" : "play" }),
  share,
  "close-share": () => view.share.close(),
  "copy-whole-link": () => view.share.copyWhole(),
  "copy-short-link": () => view.share.copyShort(makeShortLink),
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
  names.set(state.source, { link: boot.link ?? null, code });
  if (boot.trace) {
    const { trace, step, event, notDrawn } = boot;
    const here = { trace, step, event, link: boot.link, code, svg: view.adoptDrawing(), noDrawing: notDrawn };
    state = reduce(state, { type: "traced", ...here });
  }
  view.connect((action) => (effects[action.type] ?? (() => dispatch(action)))(action));
  view.render(state);
  window.history.replaceState(entry(), "");
  const draft = draftLeft();
  view.offerDraft(draft !== null && draft !== state.source);
  narrow.addEventListener("change", turn);
  if (narrow.matches) turn();
}

/** The one way in for every change. */
function dispatch(action) {
  const before = state;
  state = reduce(state, action);
  if (state === before) return;
  view.render(state);
  play.run(state.playing);
  if (state.trace && state.trace === before.trace && (state.step !== before.step || state.event !== before.event)) {
    history.replace(entry(), here());
  }
  if (action.type === "typed") remember();
}

async function run() {
  const { source, options } = state;
  if (await runner.run({ source, options, look: currentLook() }, () => namesOf(source))) {
    history.add(entry(), here());
    remember();
    view.showStage();
  }
}

/** Back or Forward led to an entry: another moment, perhaps of another program. */
async function restore({ source, options, step, event }) {
  if (state.trace && state.trace.source === source) {
    dispatch({ type: "typed", source });
    dispatch({ type: "go", step, event });
    return;
  }
  dispatch({ type: "typed", source });
  await runner.run({ source, options, look: currentLook(), step, event }, () => namesOf(source));
}

async function namesOf(source) {
  return names.get(source) ?? { link: null, code: await encode(source) };
}

/** What Back and Forward need to restore this moment. */
function entry() {
  const { options, step, event } = state;
  return { source: state.trace?.source ?? state.source, options, step, event };
}

function here() {
  const { link, code, step, event } = state;
  return address({ link, code, step, event, lang });
}

async function share() {
  const source = state.trace?.source ?? state.source;
  const { step, event } = state;
  const whole = new URL(address({ code: await encode(source), step, event, lang }), location.href).href;
  view.share.open({
    whole: whole.length <= LONGEST_LINK ? whole : null,
    short: state.link ? new URL(here(), location.href).href : null,
    step,
    steps: state.trace?.steps.length ?? 0,
    isEdited: isEdited(state),
  });
}

async function makeShortLink() {
  const source = state.trace?.source ?? state.source;
  const { id } = await api.link({ source, options: state.options });
  return new URL(address({ link: id, step: state.step, event: state.event, lang }), location.href).href;
}

/** Narrow pages have their graph from top to bottom. */
function turn() {
  if (state.trace && state.noDrawing === null) {
    runner.redraw(state.trace.source, state.options, currentLook());
  }
}

function currentLook() {
  const direction = narrow.matches ? "TB" : (boot.direction ?? "LR");
  return { card: boot.card ?? "stack", direction };
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
