/**
 * What the page knows, and how it changes: one pure function.
 *
 * @typedef {object} State
 * @property {string} source  the text in the editor
 * @property {object} options  how the engine runs
 * @property {string | null} ran  the text last run, traced or refused
 * @property {object | null} trace  the last good trace
 * @property {number} step
 * @property {number} event  events done of the step that comes next
 * @property {boolean} playing
 * @property {boolean} busy  a program was sent and not yet answered
 * @property {object[]} held  moves made meanwhile: they are meant for the program that was sent
 * @property {object[]} problems  what is wrong with the program last run
 * @property {string | null} failure  why no answer came at all
 * @property {string | null} link  the short id of the program traced, where the page stands under it
 * @property {string | null} code  the program traced, packed for a self-contained link
 * @property {string | null} svg  the drawing's text; null until it arrives or where there is none
 * @property {string | null} noDrawing  why there is no drawing
 * @property {number | string | null} pointed  what the person points at: a node's id, or an edge as "3-6-0"
 * @property {number | null} why  the node whose gradient is explained
 * @property {"check" | "predict" | null} panel  what is open besides: the gradient check, or filling in by hand
 * @property {string | null} sweep  in the gradient check, the label or number of the Value that is swept
 */

import { nearestPlace } from "./fold.js";

/** @type {State} */
export const EMPTY = {
  source: "",
  options: {},
  ran: null,
  trace: null,
  step: 0,
  event: 0,
  playing: false,
  busy: false,
  held: [],
  problems: [],
  failure: null,
  link: null,
  code: null,
  svg: null,
  noDrawing: null,
  pointed: null,
  why: null,
  panel: null,
  sweep: null,
};

/** Whether the text was changed since it was last run. */
export function isEdited(state) {
  return state.ran !== null && state.source !== state.ran;
}

/** Whether the picture is that of an earlier program: the one last run has none. */
export function isStale(state) {
  return state.problems.length > 0 || state.failure !== null;
}

export function atStart(state) {
  return state.step === 0 && state.event === 0;
}

export function atEnd(state) {
  return state.trace === null || state.step === state.trace.steps.length;
}

/**
 * The next state. No DOM, no fetch, no clock.
 * @param {State} state
 * @param {{type: string} & Record<string, any>} action
 * @returns {State}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "typed":
      return { ...state, source: action.source };
    case "options":
      return { ...state, options: { ...state.options, ...action.options } };
    case "panel":
      return { ...state, panel: action.panel, sweep: action.sweep ?? null };
    case "run":
      return { ...state, ran: state.source, busy: true, playing: false, failure: null };
    case "traced":
      return traced(state, action);
    case "refused":
      return released({ ...state, problems: action.problems, failure: action.failure ?? null });
    case "drawn":
      return { ...state, svg: action.svg, noDrawing: null };
    case "not-drawn":
      return { ...state, svg: null, noDrawing: action.reason };
    case "addressed":
      return { ...state, link: action.link, code: action.code };
    case "point":
      return pointedAt(state, action.edge ?? action.node ?? null);
    case "why":
      return state.trace === null ? state : { ...state, why: action.node };
    case "close-why":
      return { ...state, why: null };
    case "play":
      return play(state);
    case "pause":
      return { ...state, playing: false };
    default:
      return state.busy ? { ...state, held: [...state.held, action] } : moved(state, action);
  }
}

/** A program was traced: it is what the page shows from now on, from the place asked for. */
function traced(state, { trace, step = 0, event = 0, link = null, code = null, svg = null, noDrawing = null }) {
  const place = nearestPlace(trace, step, event);
  const fresh = { ran: trace.source, playing: false, problems: [], failure: null };
  const { pointed, why } = meansTheSameIds(state.trace, trace) ? state : EMPTY;
  return released({ ...state, ...fresh, trace, ...place, link, code, svg, noDrawing, pointed, why });
}

/** Whether ids and edges mean the same in both traces; the cards may read otherwise (`fitting.js` asks about those). */
function meansTheSameIds(one, other) {
  const same = (node, { op, label, operands }) =>
    node.op === op && node.label === label && node.operands.join() === operands.join();
  return one?.nodes.length === other.nodes.length && one.nodes.every((node, id) => same(node, other.nodes[id]));
}

function pointedAt(state, pointed) {
  return state.pointed === pointed || state.trace === null ? state : { ...state, pointed };
}

/** The answer is here: what was held back while waiting for it happens now. */
function released(state) {
  return state.held.reduce(reduce, { ...state, busy: false, held: [] });
}

function play(state) {
  if (state.trace === null || state.trace.steps.length === 0) return state;
  return atEnd(state) ? { ...state, step: 0, event: 0, playing: true } : { ...state, playing: true };
}

/** Moves end a play, save for the steps of the play itself, which end it at the last. */
function moved(state, action) {
  if (state.trace === null) return state;
  const place = target(state, action);
  if (place === null) return state;
  const next = { ...state, ...nearestPlace(state.trace, place.step, place.event) };
  return { ...next, playing: action.type === "tick" && state.playing && !atEnd(next) };
}

/** Where a move leads, before it is taken to the nearest place that exists. */
function target({ trace, step, event }, action) {
  switch (action.type) {
    case "go":
      return { step: action.step, event: action.event ?? 0 };
    case "first":
      return { step: 0, event: 0 };
    case "last":
      return { step: trace.steps.length, event: 0 };
    case "next":
    case "tick":
      return { step: step + 1, event: 0 };
    case "prev":
      return { step: event > 0 ? step : step - 1, event: 0 };
    case "into":
      return intoNext(trace, step, event);
    case "into-back":
      return intoBack(trace, step, event);
    default:
      return null;
  }
}

/** One event on; a step without events is passed in one go. */
function intoNext(trace, step, event) {
  const isEmpty = step < trace.steps.length && trace.steps[step].events.length === 0;
  return isEmpty ? { step: step + 1, event: 0 } : { step, event: event + 1 };
}

function intoBack(trace, step, event) {
  if (event > 0) return { step, event: event - 1 };
  if (step === 0) return { step, event };
  return { step: step - 1, event: Math.max(trace.steps[step - 1].events.length - 1, 0) };
}
