/** The page as the person sees it: the only place where the state meets the document. */

import { Player } from "./fold.js";
import { Puzzles } from "./predict.js";
import { atEnd, atStart, isStale } from "./state.js";
import { filled, setAttribute, setIcon, setText } from "./view/changes.js";
import { listen } from "./view/controls.js";
import { hasRoom } from "./view/fitting.js";
import { EnginePanel } from "./view/engine.js";
import { FullScreen } from "./view/fullscreen.js";
import { Glossary } from "./view/glossary.js";
import { Graph } from "./view/graph.js";
import { HelpDialog } from "./view/help.js";
import { StageNotes } from "./view/notes.js";
import { Panels } from "./view/panels.js";
import { Pointing } from "./view/pointing.js";
import { ProgramPanel } from "./view/program.js";
import { Scrubber } from "./view/scrubber.js";
import { ShareDialog } from "./view/share.js";
import { Stage } from "./view/stage.js";
import { ThemeSwitch } from "./view/theme.js";
import { TopoStrip } from "./view/topo.js";
import { upgradeLinks } from "./view/upgrading.js";
import { ValueTable } from "./view/values.js";
import { WhyPanel } from "./view/why.js";
import { Words } from "./view/words.js";

const BACK = ["first", "prev", "into-back"];
const ON = ["next", "last", "into"];

export class View {
  /** @param {Document} document  @param {Record<string, string>} texts the page's own, in its language */
  constructor(document, texts) {
    const parts = new Map([...document.querySelectorAll("[data-role]")].map((each) => [each.dataset.role, each]));
    const part = (role) => parts.get(role);
    this._document = document;
    this._texts = texts;
    this._root = document.querySelector("[data-steps]");
    this._part = part;
    this._puzzles = new Puzzles();
    this._panels = new Panels(this._root, part, texts);
    this._graph = new Graph(part("canvas"));
    this._stage = new Stage(part("canvas"), part("zoom"));
    this._notes = new StageNotes(this._root, texts);
    this._table = new ValueTable(part("values"));
    this._strip = new TopoStrip(this._root, texts);
    this._scrubber = new Scrubber(this._root, texts);
    this._words = new Words(this._root, texts);
    this._why = new WhyPanel(this._root, texts);
    new Glossary(document).connect();
    this._program = new ProgramPanel(this._root, texts);
    this._engine = new EnginePanel(this._root, texts);
    this.editor = this._program.editor;
    const reveal = (node) => this._stage.follow(node);
    this._pointing = new Pointing(
      this._root,
      { graph: this._graph, table: this._table, strip: this._strip, editor: this.editor, reveal },
      texts,
    );
    this.share = new ShareDialog(document, texts);
    upgradeLinks(document);
    this._controls = new Map(
      [...document.querySelectorAll("[data-action]")].map((each) => [each.dataset.action, each]),
    );
    this.theme = new ThemeSwitch(this._control("theme"), texts);
    this.help = new HelpDialog(document, texts);
    const resized = (isFull) => this._stage.setFull(isFull);
    this.fullScreen = new FullScreen(this._root, this._control("fullscreen"), texts, resized);
  }

  /** The drawing that the page arrived with, or null. */
  adoptDrawing() {
    return this._graph.adopted();
  }

  /** @param {(action: object) => void} dispatch hears what the person does, as actions
   *  @param {(bodies: object[]) => Promise<object[]>} ask  checks gradients */
  connect(dispatch, ask) {
    listen(this._document, (type) => dispatch({ type }));
    this._program.connect(dispatch);
    const repaint = () => this.render(this._state);
    this._panels.connect(dispatch, { ask, puzzles: this._puzzles, repaint });
    this._engine.connect(dispatch);
    this._pointing.connect(dispatch);
    this._why.connect(dispatch);
    this._scrubber.onMove((step) => dispatch({ type: "go", step }));
  }

  zoomIn() {
    this._stage.zoom(1.25);
  }

  zoomOut() {
    this._stage.zoom(0.8);
  }

  zoomFit() {
    this._stage.fit();
  }

  /** The drawing that the page arrived with is in another look: it stays out of sight until the right one is here. */
  awaitDrawing() {
    this._stage.hide();
  }

  /** The look that the graph is in, and the speed of a play. */
  showChoices(card, speed) {
    setAttribute(this._control("card"), "aria-pressed", card === "row");
    setText(this._part("speed"), `${speed}×`);
    const label = filled(this._texts.speed, { speed });
    setAttribute(this._control("speed"), "aria-label", label);
    setAttribute(this._control("speed"), "title", `${label} (S)`);
  }

  /** Bring the first problem into view, and the focus to it. */
  showProblem() {
    const problem = this._part("problems").querySelector("button") ?? this._part("failure");
    problem.scrollIntoView({ block: "center" });
    problem.focus({ preventScroll: true });
  }

  /** Bring the graph into view, where the program stands below it. */
  showStage() {
    this._part("stage").scrollIntoView({ block: "nearest" });
  }

  /** Whether the drawing has room for another trace's numbers. */
  hasRoom(trace) {
    return hasRoom(this._graph.svg, trace);
  }

  /** Whether an older draft is offered. */
  offerDraft(isOffered) {
    this._program.offerDraft(isOffered);
  }

  /** The state differs from the one rendered in what is pointed at alone. */
  point(state) {
    this._pointing.paint(state);
  }

  /** @param {import("./state.js").State} state */
  render(state) {
    const { trace } = state;
    this._state = state;
    this._puzzles.visit(state, state);
    this._program.paint(state);
    this._engine.paint(state);
    setAttribute(this._part("stage"), "data-stale", isStale(state));
    setAttribute(this._root, "aria-busy", state.busy);
    this._renderControls(state);
    this._panels.paint(state);
    this._notes.paint(state);
    if (trace === null) {
      this._pointing.paint(state);
      this._words.clear((state.ran ?? "").trim() === "");
      return;
    }
    const frame = this._puzzles.veil(this._frame(state), state);
    const isAsking = frame.isAsking === true;
    setAttribute(this._root, "data-step", frame.step);
    setAttribute(this._root, "data-steps", trace.steps.length);
    setAttribute(this._root, "data-event", frame.event);
    setAttribute(this._root, "data-phase", frame.phase ?? "");
    setAttribute(this._root, "data-asking", isAsking);
    const isAnother = this._graph.mount(state.svg);
    if (this._graph.svg) this._graph.paint(frame, trace);
    this._table.paint(frame, trace);
    this._strip.paint(frame, trace, this._graph);
    this._scrubber.paint(frame, trace);
    const moment = `${frame.step} ${frame.event} ${isAsking}`;
    if (this._said !== moment || this._saidOf !== trace) this._words[isAsking ? "ask" : "paint"](frame, trace);
    this._said = moment;
    this._saidOf = trace;
    this._why.paint(isAsking ? { ...state, why: null } : state);
    const span = frame.active === null ? null : trace.nodes[frame.active].span;
    this.editor.light(span, trace.source);
    this._pointing.paint(state);
    this._renderView(state);
    this._follow(frame, isAnother);
  }

  _frame({ trace, step, event }) {
    if (this._player?.trace !== trace) this._player = new Player(trace);
    this._player.go(step, event);
    return this._player.frame();
  }

  /** Bring what is lit into view: last, as asking where things are lays the page out. */
  _follow(frame, isAnotherDrawing) {
    const ids = frame.active === null ? [] : [frame.active, ...frame.changed];
    const lit = ids.map((id) => this._graph.node(id)).filter(Boolean);
    if (isAnotherDrawing || this._isFirst) this._stage.show(this._graph.svg, ...lit);
    else this._stage.follow(...lit);
    this._isFirst = false;
    this._table.follow();
    this._strip.follow();
  }

  _isFirst = true;

  /** Without a drawing the table takes the stage. */
  _renderView({ svg, noDrawing }) {
    const isTable = svg === null && noDrawing !== null;
    setAttribute(this._root, "data-view", isTable ? "table" : "graph");
    const place = isTable ? this._part("table-place") : this._part("side");
    if (this._table.section.parentElement !== place) place.append(this._table.section);
  }

  _renderControls(state) {
    const ends = [...BACK.map((name) => [name, atStart(state)]), ...ON.map((name) => [name, atEnd(state)])];
    for (const [name, isEnd] of ends) setAttribute(this._control(name), "aria-disabled", isEnd);
    const name = state.playing ? "pause" : "play";
    const play = this._control("play");
    setAttribute(play, "aria-label", this._texts[name]);
    setAttribute(play, "title", `${this._texts[name]} (Space)`);
    setAttribute(play, "aria-disabled", state.trace === null || state.trace.steps.length === 0);
    setIcon(play.querySelector("svg"), name);
  }

  _control(action) {
    return this._controls.get(action);
  }
}
