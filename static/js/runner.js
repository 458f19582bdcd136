/** From a program to what the page shows: the trace and its drawing are fetched, and told as actions. */

import { Outdated, Refused } from "./api.js";

/**
 * @typedef {{source: string, options: object, look: object, step?: number, event?: number}} Program
 * @typedef {(program: Program) => Promise<{link: string | null, code: string | null}>} Names  finds a program's addresses
 * @typedef {(trace: object) => {svg: string | null, noDrawing: string | null} | null} Keep
 *   the picture on the page, where it can show that trace too
 */

const VERSION = 1; // of the trace format that these scripts read
const PATIENCE = 400; // ms that a trace waits for its drawing, so that both appear together

/**
 * @param {object} parts
 * @param {ReturnType<import("./api.js").connect>} parts.api
 * @param {(action: object) => void} parts.dispatch
 * @param {Record<string, string>} parts.texts
 */
export function createRunner({ api, dispatch, texts }) {
  /** The drawing as an action; never throws but `Outdated`. */
  async function draw(source, options, look) {
    try {
      return { type: "drawn", svg: await api.drawing({ source, options, ...look }) };
    } catch (error) {
      if (error instanceof Outdated) throw error;
      return { type: "not-drawn", reason: error instanceof Refused ? error.message : texts.not_drawn };
    }
  }

  /**
   * Trace a program and draw it. Answers whether it became what the page shows.
   * @param {Program} program
   * @param {Names} names
   * @param {Keep} keep
   */
  async function trace(program, names, keep) {
    const { source, options, look, step, event } = program;
    dispatch({ type: "run" });
    const mine = (newest += 1);
    try {
      const trace = await api.trace({ source, options });
      if (trace.version !== VERSION) throw new Refused(200, { detail: texts.other_version });
      const kept = keep(trace);
      const drawing = kept ? null : draw(source, options, look);
      const soon = drawing && Promise.race([drawing, later(PATIENCE)]);
      const [address, drawn] = await Promise.all([names(program), soon]);
      if (mine !== newest) return false;
      const picture = kept ?? { svg: drawn?.svg, noDrawing: drawn?.reason };
      dispatch({ type: "traced", trace, step, event, ...address, ...picture });
      if (drawing && !drawn) drawing.then((action) => mine === newest && dispatch(action), () => {});
      return true;
    } catch (error) {
      if (error instanceof Outdated) return false;
      const problems = error instanceof Refused ? error.problems : [];
      const failure = problems.length > 0 ? null : error instanceof Refused ? error.message : texts.no_answer;
      dispatch({ type: "refused", problems, failure });
      return false;
    }
  }

  let newest = 0; // counts the programs sent
  let isTuning = false;
  let isDue = false;

  return {
    /**
     * Trace a program and draw it. Answers whether it became what the page shows.
     * @param {Program} program
     * @param {Names} names
     * @param {Keep} keep
     */
    run(program, names, keep = () => null) {
      return trace(program, names, keep);
    },

    /**
     * Trace other numbers of the program that is shown, and keep its drawing where that can show them. One request is
     * on its way at a time; of what is asked for meanwhile, the latest follows. Answers whether that came through.
     * @param {() => Program} program  as it is at the time of each request
     * @param {Names} names
     * @param {Keep} keep
     */
    async tune(program, names, keep) {
      isDue = true;
      if (isTuning) return false;
      isTuning = true;
      let isDone = false;
      while (isDue) {
        isDue = false;
        isDone = await trace(program(), names, keep);
      }
      isTuning = false;
      return isDone;
    },

    /** Draw the program that is shown in another look. */
    async redraw(source, options, look) {
      try {
        dispatch(await draw(source, options, look));
      } catch {
        // Outdated: a newer drawing is on its way.
      }
    },
  };
}

function later(time) {
  return new Promise((resolve) => setTimeout(resolve, time, null));
}
