/** The page as the person sees it: the only place where the state meets the document. */

import { Player } from "./fold.js";
import { actionFor } from "./keys.js";
import { atEnd, atStart, isEdited, isStale } from "./state.js";
import { setAttribute, setIcon, setText } from "./view/changes.js";
import { Editor } from "./view/editor.js";
import { Graph } from "./view/graph.js";
import { ProblemList } from "./view/problems.js";
import { Scrubber } from "./view/scrubber.js";
import { ShareDialog } from "./view/share.js";
import { Stage } from "./view/stage.js";
import { ThemeSwitch } from "./view/theme.js";
import { TopoStrip, ValueTable } from "./view/values.js";
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
    this._graph = new Graph(part("canvas"));
    this._stage = new Stage(part("canvas"));
    this._table = new ValueTable(part("values"));
    this._strip = new TopoStrip(part("chips"), part("chips-note"));
    this._scrubber = new Scrubber(this._root, texts);
    this._words = new Words(this._root, texts);
    this._problems = new ProblemList(part("problems"), texts.at_line);
    this._notices = new ProblemList(part("notices"), texts.at_line);
    this.editor = new Editor(this._root);
    this.share = new ShareDialog(document, texts);
    upgradeLinks(document);
    this._controls = new Map(
      [...document.querySelectorAll("[data-action]")].map((each) => [each.dataset.action, each]),
    );
    this.theme = new ThemeSwitch(this._control("theme"), texts);
  }

  /** The drawing that the page arrived with, or null. */
  adoptDrawing() {
    return this._graph.adopted();
  }

  /** @param {(action: object) => void} dispatch hears what the person does, as actions */
  connect(dispatch) {
    this._document.addEventListener("click", ({ target }) => {
      const control = target.closest("[data-action]");
      if (control && control.getAttribute("aria-disabled") !== "true") dispatch({ type: control.dataset.action });
    });
    this._document.addEventListener("keydown", (press) => {
      const type = actionFor(press, focusOf(press.target, this.share.isOpen));
      if (type === null) return;
      press.preventDefault();
      const isHeld = press.repeat && (type === "play" || type === "run");
      if (!isHeld) dispatch({ type });
    });
    this.editor.onInput((source) => dispatch({ type: "typed", source }));
    this._scrubber.onMove((step) => dispatch({ type: "go", step }));
    for (const list of [this._problems, this._notices]) {
      list.connect((problem) => this.editor.select(problem), (fix) => this.editor.apply(fix));
    }
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

  /** Bring the graph into view, where the program stands below it. */
  showStage() {
    this._part("stage").scrollIntoView({ block: "nearest" });
  }

  /** Whether an older draft is offered. */
  offerDraft(isOffered) {
    this._part("draft").hidden = !isOffered;
  }

  /** @param {import("./state.js").State} state */
  render(state) {
    const { trace } = state;
    this._renderProgram(state);
    this._renderControls(state);
    if (trace === null) {
      this._words.clear((state.ran ?? "").trim() === "");
      return;
    }
    const frame = this._frame(state);
    setAttribute(this._root, "data-step", frame.step);
    setAttribute(this._root, "data-steps", trace.steps.length);
    setAttribute(this._root, "data-event", frame.event);
    setAttribute(this._root, "data-phase", frame.phase ?? "");
    const isAnother = this._graph.mount(state.svg);
    if (this._graph.svg) this._graph.paint(frame, trace);
    this._table.paint(frame, trace);
    this._strip.paint(frame, trace);
    this._scrubber.paint(frame, trace);
    if (this._said !== `${frame.step} ${frame.event}` || this._saidOf !== trace) this._words.paint(frame, trace);
    this._said = `${frame.step} ${frame.event}`;
    this._saidOf = trace;
    const span = frame.active === null ? null : trace.nodes[frame.active].span;
    this.editor.light(state.source === trace.source ? span : null);
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
    const lit = frame.active === null ? undefined : this._graph.node(frame.active);
    if (isAnotherDrawing || this._isFirst) this._stage.show(this._graph.svg, lit);
    else this._stage.follow(lit);
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
    this._part("stage-note").hidden = svg !== null;
    const reason = noDrawing ? `${noDrawing}. ${this._texts.table_instead}` : this._texts.drawing;
    setText(this._part("stage-note"), reason);
  }

  _renderProgram(state) {
    this.editor.setText(state.source);
    this._part("edited").hidden = !isEdited(state) || state.busy;
    this._part("failure").hidden = state.failure === null;
    setText(this._part("failure"), state.failure ?? "");
    this._problems.paint(state.problems);
    this._notices.paint(state.trace?.notices ?? NOTHING);
    setAttribute(this._part("stage"), "data-stale", isStale(state));
    setAttribute(this._root, "aria-busy", state.busy);
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

const NOTHING = [];

/** Where the focus is, as far as keys care. */
function focusOf(target, isDialogOpen) {
  if (isDialogOpen) return "dialog";
  if (target.matches('input[type="range"]')) return "slider";
  if (target.matches("input, textarea, select") || target.isContentEditable) return "field";
  return target.closest("button, a, summary") ? "button" : "page";
}

/** The links that step without JavaScript become buttons, which Space presses too. */
function upgradeLinks(document) {
  for (const link of document.querySelectorAll("a[data-action]")) {
    const button = document.createElement("button");
    for (const { name, value } of link.attributes) if (name !== "href") button.setAttribute(name, value);
    button.type = "button";
    button.append(...link.childNodes);
    link.replaceWith(button);
  }
}
