/**
 * What a gradient check and a sweep say, as plain data: rows, verdicts, the best h. No DOM, no fetch.
 *
 * @typedef {"agrees" | "differs" | "unchecked"} Verdict
 * @typedef {{node: number, label: string, autodiff: number, forward: number | null, central: number | null,
 *   h: number | null, error: number, verdict: Verdict | null, reason: string}} Row  verdict null: not answered yet
 * @typedef {{h: number, forward: number, central: number, forwardError: number, centralError: number}} Point
 */

import { toNumber } from "./numbers.js";

const LARGEST = -1; // exponents of the steps that a sweep takes
const SMALLEST = -14;
const ORDER = ["differs", "unchecked", "agrees"];

/**
 * What one check asks for.
 * @param {{source: string, options: object}} program
 * @param {{h: number | null, scheme: "central" | "forward"}} step  h null: chosen for each Value
 * @param {number | null} sweep
 */
export function request({ source, options }, { h, scheme }, sweep) {
  return { source, options, ...(h === null ? {} : { h, scheme }), ...(sweep === null ? {} : { sweep }) };
}

/** How many forward passes an answer took: for the differences that decide, for the others, and for their errors. */
export function passesOf({ forward_passes: deciding, further_passes: further }) {
  return deciding + further;
}

/**
 * The rows of the table: what differs first, then what can't be checked, then the rest, each in the order made.
 * @param {object} answer
 * @returns {Row[]}
 */
export function rowsOf(answer) {
  const rows = answer.checks.map((check) => ({
    node: check.node,
    label: check.label,
    autodiff: toNumber(check.autodiff),
    forward: toNumber(check.forward),
    central: toNumber(check.central),
    h: check.h,
    error: toNumber(check.relative_error),
    verdict: check.verdict,
    reason: check.reason ?? "",
  }));
  return rows.sort((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict));
}

/** The rows before the answer is here: the Values with a name, and what autodiff found. @returns {Row[]} */
export function rowsBefore(trace) {
  const named = trace.nodes.filter(({ label }) => label);
  const nothing = { forward: null, central: null, h: null, error: NaN, verdict: null, reason: "" };
  return named.map(({ id, label }) => ({ node: id, label, autodiff: toNumber(trace.grads[id] ?? 0), ...nothing }));
}

/**
 * What all rows together say, as names of texts and their values.
 * @param {Row[]} rows
 * @returns {{text: string, verdict: Verdict, number: number, count: number}[]}
 */
export function summary(rows) {
  const count = rows.length;
  const say = (text, verdict, number) => ({ text, verdict, number, count });
  const of = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  const [differ, unchecked, agree] = ORDER.map(of);
  if (count === 0) return [say("check_none", "unchecked", 0)];
  if (agree === count) return [say(count === 1 ? "check_one" : "check_all", "agrees", count)];
  return [
    differ > 0 && say(differ === 1 ? "check_differs" : "check_differ", "differs", differ),
    unchecked > 0 && say("check_unchecked", "unchecked", unchecked),
    agree > 0 && say("check_agree", "agrees", agree),
  ].filter(Boolean);
}

/** The options that may be why gradients differ, each with the value that would mend it. */
export function cures(options, rows) {
  if (!rows.some(({ verdict }) => verdict === "differs")) return [];
  const sound = { accumulate: "+=", schedule: "topo" };
  return Object.keys(sound)
    .filter((name) => options[name] !== undefined && options[name] !== sound[name])
    .map((name) => ({ name, options: { [name]: sound[name] } }));
}

/** The number typed for h, or null where it is none above 0. */
export function stepTyped(text) {
  const number = text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(number) && number > 0 ? number : null;
}

/** The next decade up or down, within what a sweep covers. */
export function nextStep(h, by) {
  const exponent = Math.round(Math.log10(h)) + by;
  return Number(`1e${Math.min(Math.max(exponent, SMALLEST), LARGEST)}`);
}

/** A step as people write it: `1e-5`, `2.5e-3`. */
export function stepText(h) {
  return h.toExponential().replace("e+", "e");
}

/** The step of a check, in one digit; none where there is no quotient. */
export function rowStepText(h) {
  return h === null ? "–" : h.toExponential(0).replace("e+", "e");
}

/** An error in two digits: `9.2e-8`; 0, inf and nan as they are. */
export function errorText(error) {
  if (Number.isNaN(error)) return "nan";
  if (error === Infinity) return "inf";
  return error === 0 ? "0" : error.toExponential(1);
}

/** The node that a label or number of the address means, or null. */
export function sweptNode(trace, sweep) {
  if (sweep === null) return null;
  const named = trace.nodes.filter(({ label }) => label);
  return (named.find(({ label }) => label === sweep) ?? named.find(({ id }) => String(id) === sweep))?.id ?? null;
}

/** @returns {Point[]} */
export function pointsOf(sweep) {
  return sweep.points.map((point) => ({
    h: point.h,
    forward: toNumber(point.forward),
    central: toNumber(point.central),
    forwardError: toNumber(point.forward_error),
    centralError: toNumber(point.central_error),
  }));
}

/**
 * Where the error is smallest; of equal ones the largest h. Null where none is finite.
 * @param {Point[]} points @param {"forwardError" | "centralError"} name
 */
export function bestOf(points, name) {
  const finite = points.filter((point) => Number.isFinite(point[name]));
  return finite.reduce((best, point) => (best === null || point[name] < best[name] ? point : best), null);
}

/**
 * What the errors over h tell, as the key of a sentence. Truncation and cancellation are there to be seen only where
 * the error is smaller in the middle than at both ends.
 * @param {Point[]} points
 * @returns {"none" | "exact" | "valley" | "flat" | "slope"}
 */
export function shapeOf(points) {
  const curves = ["forwardError", "centralError"].map((name) => points.map((point) => point[name]).filter(Number.isFinite));
  const errors = curves.flat();
  if (errors.length === 0) return "none";
  if (errors.every((error) => error === 0)) return "exact";
  if (curves.some(isValley)) return "valley";
  return curves.every((curve) => Math.max(...curve) <= 2 * Math.min(...curve)) ? "flat" : "slope";
}

function isValley(curve) {
  const least = Math.min(...curve);
  return [curve[0], curve.at(-1)].every((end) => end > 0 && end >= 10 * least);
}

/**
 * The errors for logarithmic axes, by rising h. Zeros stand on a floor below all others; what is not finite is left out.
 * @param {Point[]} points
 */
export function curves(points) {
  const rising = [...points].sort((one, other) => one.h - other.h);
  const errors = rising.flatMap(({ forwardError, centralError }) => [forwardError, centralError]);
  const finite = errors.filter(Number.isFinite);
  const positive = finite.filter((error) => error > 0);
  const hasZero = finite.includes(0);
  const lowest = positive.length > 0 ? Math.floor(Math.log10(Math.min(...positive))) : -16;
  const highest = positive.length > 0 ? Math.ceil(Math.log10(Math.max(...positive))) : -15;
  const floor = Number(`1e${Math.max(lowest - (hasZero ? 1 : 0), -323)}`);
  const top = Number(`1e${Math.min(Math.max(highest, lowest + 1), 308)}`);
  const drawn = (error) => (Number.isFinite(error) ? Math.max(error, floor) : null);
  return {
    h: rising.map(({ h }) => h),
    forward: rising.map(({ forwardError }) => drawn(forwardError)),
    central: rising.map(({ centralError }) => drawn(centralError)),
    floor,
    top,
    hasZero,
    isWhole: finite.length === errors.length,
    isEmpty: finite.length === 0,
  };
}
