/** One side of the compare page: its graph, and what its step did. */

import { Player, stepShown } from "../fold.js";
import { linesOf } from "../lines.js";
import { shown } from "../numbers.js";
import { element, filled, setAttribute, setText } from "./changes.js";
import { Graph } from "./graph.js";
import { Stage } from "./stage.js";

const MOST = 3; // lines of changes

export class CompareHalf {
  /** @param {Element} root  @param {object} trace  @param {Record<string, string>} texts */
  constructor(root, trace, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._root = root;
    this._part = part;
    this._trace = trace;
    this._texts = texts;
    this._player = new Player(trace);
    this._graph = new Graph(part("canvas"));
    this._graph.adopted();
    this.stage = new Stage(part("canvas"), part("zoom"));
    this._isFirst = true;
  }

  /** @param {number} step  @param {boolean} hasMoved  whether it did something in the joint step */
  paint(step, hasMoved) {
    const trace = this._trace;
    this._player.go(step);
    this.frame = this._player.frame();
    setAttribute(this._root, "data-at", step);
    setAttribute(this._root, "data-moved", hasMoved);
    setText(this._part("at"), filled(this._texts.side_step, { step, steps: trace.steps.length }));
    this._part("waits").hidden = hasMoved;
    this._say(stepShown(trace, step, 0));
    if (!this._graph.svg) return;
    this._graph.paint(this.frame, trace);
    const ids = this.frame.active === null ? [] : [this.frame.active, ...this.frame.changed];
    const lit = ids.map((id) => this._graph.node(id)).filter(Boolean);
    if (this._isFirst) this.stage.show(this._graph.svg, ...lit);
    else this.stage.follow(...lit);
    this._isFirst = false;
  }

  /** What a node's gradient reads at this step, "" before it is there. */
  grad(node) {
    const { state, grad } = this.frame.nodes[node];
    return state === "absent" ? "" : shown(grad);
  }

  _say(now) {
    setText(this._part("kicker"), now ? now.step.title : this._texts.start_kicker);
    setText(this._part("explanation"), now ? now.step.explanation : "");
    setAttribute(this._part("explanation").parentElement, "data-phase", now ? now.step.phase : "");
    const lines = now ? linesOf(this._trace, now.step, now.events, true) : [];
    const changes = lines.filter(({ kind }) => kind === "write" || kind === "seed" || kind === "clear").slice(0, MOST);
    this._part("writes").replaceChildren(...changes.map(changeLine));
  }
}

function changeLine({ kind, name, before, after }) {
  const now = kind === "write" ? after : kind === "seed" ? "1.0000" : "0.0000";
  return element("li", {}, element("bdi", {}, name), `.grad ${before || "0.0000"} → `, element("b", {}, now));
}
