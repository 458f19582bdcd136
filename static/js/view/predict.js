/** The panel "Fill by hand": asks for each gradient before it is shown, and says which rule a wrong answer missed. */

import { bracketed, operand, spoken, uncut } from "../lines.js";
import { shown, toNumber } from "../numbers.js";
import { MOST } from "../predict.js";
import { element, filled, setText } from "./changes.js";
import { reference, woven } from "./pieces.js";

const ROLES = ["title", "score", "question", "number", "form", "answer", "reveal", "reply", "next", "again", "share", "close"];

export class PredictPanel {
  /**
   * @param {HTMLElement} root @param {Record<string, string>} texts
   * @param {import("../predict.js").Puzzles} puzzles
   * @param {(action: object) => void} dispatch
   * @param {() => void} repaint  the page, as an answer changes what may be seen
   */
  constructor(root, texts, puzzles, dispatch, repaint) {
    Object.assign(this, { _texts: texts, _puzzles: puzzles, _dispatch: dispatch, _repaint: repaint });
    this._section = root.querySelector('[data-role="predict"]');
    const part = (name) => this._section.querySelector(`[data-role="predict-${name}"]`);
    this._parts = Object.fromEntries(ROLES.map((name) => [name, part(name)]));
    this._current = null;
    this._listen();
  }

  /** @param {import("../state.js").State} state */
  paint(state) {
    if (state.panel !== "predict") {
      this._close();
      return;
    }
    this._state = state;
    const hadFocus = this._section.contains(this._section.ownerDocument.activeElement);
    const isFresh = this._section.hidden;
    if (isFresh) this._open();
    const puzzle = (this._puzzle = this._puzzles.of(state));
    const before = this._current;
    this._current = puzzle ? this._chosen(puzzle.at(state)) : null;
    if (state.playing && this._current?.state === "open") queueMicrotask(() => this._dispatch({ type: "pause" }));
    this._fill(puzzle);
    if (this._current !== before) this._parts.answer.value = "";
    if (this._current !== before && (hadFocus || (isFresh && this._opener))) this._focus();
  }

  /** The question on show: the one just answered until "Next" is pressed, else the first that is open. */
  _chosen(questions) {
    const asked = questions.filter(({ state }) => state !== "given");
    if (asked.includes(this._current) && !this._isDone) return this._current;
    this._isDone = false;
    return asked.find(({ state }) => state === "open") ?? asked.at(-1) ?? null;
  }

  _open() {
    const { activeElement, body } = this._section.ownerDocument;
    this._opener = activeElement === body ? null : activeElement;
    this._section.hidden = false;
  }

  _close() {
    if (this._section.hidden) return;
    const hadFocus = this._section.contains(this._section.ownerDocument.activeElement);
    this._section.hidden = true;
    this._current = null;
    if (hadFocus && this._opener?.isConnected) this._opener.focus();
  }

  _focus() {
    const { answer, next, title } = this._parts;
    const target = this._current?.state === "open" ? answer : next.hidden ? title : next;
    target.focus({ preventScroll: true });
    this._section.scrollIntoView({ block: "nearest" });
  }

  _listen() {
    const { form, reveal, next, again, share, close, answer } = this._parts;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this._typed = answer.value.trim();
      this._settle(() => this._puzzle.answer(this._current, this._typed));
      if (this._current.state === "open") answer.select();
    });
    reveal.addEventListener("click", () => this._settle(() => this._puzzle.reveal(this._current)));
    next.addEventListener("click", () => this._next());
    again.addEventListener("click", () => this._restart());
    share.addEventListener("click", () => this._dispatch({ type: "share" }));
    close.addEventListener("click", () => this._dispatch({ type: "panel-predict" }));
    this._section.addEventListener("keydown", (press) => {
      if (press.key === "Escape" && !press.isComposing) this._dispatch({ type: "panel-predict" });
    });
  }

  /** What `change` does to the question may let numbers be seen. */
  _settle(change) {
    change();
    this._repaint();
    if (this._current.state !== "open") this._focus();
    this._section.scrollIntoView({ block: "nearest" });
  }

  _next() {
    this._isDone = true;
    const isOpen = this._puzzle.at(this._state).some(({ state }) => state === "open");
    if (isOpen) this._repaint();
    else this._dispatch({ type: "go", step: this._puzzle.after(this._state).step + 1 });
  }

  _restart() {
    this._puzzles.restart();
    this._current = null;
    const [first] = this._puzzles.of(this._state).questions;
    this._dispatch({ type: "go", step: first.step });
    this._dispatch({ type: "next" });
  }

  _fill(puzzle) {
    const { question, number, form, reply, next, again, score, share } = this._parts;
    const now = this._current;
    form.hidden = now?.state !== "open";
    question.replaceChildren(...(now ? this._question(now) : [this._notice(puzzle)]));
    const inStep = now ? puzzle.at(this._state) : [];
    const place = { number: inStep.indexOf(now) + 1, count: inStep.length };
    setText(number, inStep.length > 1 ? filled(this._texts.predict_number, place) : "");
    reply.replaceChildren(...(now ? this._reply(now) : []));
    reply.dataset.kind = now ? (now.reply?.kind ?? "") : "";
    const later = this._later(puzzle);
    const isOver = Boolean(puzzle?.questions.length) && !later;
    next.hidden = form.hidden ? !later : true;
    setText(next, now || !later ? this._texts.predict_next : filled(this._texts.predict_go, { step: later.step + 1 }));
    again.hidden = !(form.hidden && isOver);
    const { right, asked } = puzzle?.score ?? { right: 0, asked: 0 };
    setText(score, asked > 0 ? filled(this._texts.predict_score, { right, asked }) : "");
    share.hidden = !puzzle?.questions.length;
  }

  /** The question that comes next, in this step or a later one. */
  _later(puzzle) {
    return puzzle?.at(this._state).find(({ state }) => state === "open") ?? puzzle?.after(this._state);
  }

  _notice(puzzle) {
    if (!puzzle) return this._texts.predict_no_program;
    const { questions } = puzzle;
    if (questions.length === 0) return this._texts.predict_none;
    const later = puzzle.after(this._state);
    if (later) return filled(this._texts[later === questions[0] ? "predict_first" : "predict_later"], { step: later.step + 1 });
    const key = questions.length === MOST ? "predict_most" : puzzle.score.asked > 0 ? "predict_over" : "predict_seen";
    return filled(this._texts[key], { count: MOST });
  }

  _question({ node, writes }) {
    const text = this._texts[writes.length > 0 ? "predict_question" : "predict_seed_question"];
    return woven(text, { grad: () => [this._grad(node)] });
  }

  /** @param {import("../predict.js").Question} question */
  _reply(question) {
    const { reply, tries, state } = question;
    if (reply === null && state !== "skipped") return [];
    if (state === "right") {
      const verdict = tries === 1 ? this._texts.predict_right : filled(this._texts.predict_right_later, { tries });
      return [line("verdict", verdict), this._sum(question)];
    }
    if (state === "skipped") return [this._sum(question)];
    if (reply.kind === "unreadable") return [line("rule", this._texts.predict_unreadable)];
    const keys = [reply.hint && `hint_${reply.hint}`, `rule_${reply.rule}`, ...(reply.more ?? []).map((key) => `more_${key}`)];
    const isTold = reply.kind !== "hint" && question.writes.length > 0;
    if (isTold) keys.splice(2, 0, "predict_numbers");
    const said = keys.filter(Boolean).map((key) => line("rule", ...this._text(key, question)));
    if (reply.kind === "revealed") return [...said, this._sum(question)];
    return [line("verdict", filled(this._texts.predict_wrong, { typed: this._typed ?? "" })), ...said];
  }

  _text(key, { node, out, before, writes }) {
    const [write] = writes;
    const mono = (text) => [element("span", { class: "figure" }, text)];
    return woven(this._texts[key], {
      grad: () => [this._grad(node)],
      out: () => [this._grad(out)],
      before: () => mono(shown(before)),
      local: () => mono(operand(toNumber(write.local))),
      upstream: () => mono(operand(toNumber(write.upstream))),
    });
  }

  /** `x1.grad = 0.0000 + (-3.0000) × 0.5000 = -1.5000` */
  _sum({ node, before, writes, adds, answer }) {
    const kept = adds ? writes : writes.slice(-1);
    const terms = kept.map((write) => `${operand(toNumber(write.local))} × ${operand(toNumber(write.upstream))}`);
    if (adds && before !== 0) terms.unshift(before < 0 ? bracketed(shown(before)) : shown(before));
    const sum = terms.length > 0 ? `${terms.join(" + ")} = ` : "";
    return line("sum", this._grad(node), ` = ${sum}`, element("b", {}, shown(answer)));
  }

  _grad(id) {
    const node = this._puzzle.trace.nodes[id];
    return element("span", { class: "predict-grad" }, reference(id, spoken(node), uncut(node)), ".grad");
  }
}

function line(kind, ...children) {
  return element("p", { class: `predict-${kind}` }, ...children);
}
