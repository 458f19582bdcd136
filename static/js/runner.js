/** From a program to what the page shows: the trace and its drawing are fetched, and told as actions. */

import { Outdated, Refused } from "./api.js";

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

  return {
    /**
     * Trace a program and draw it. Answers whether it became what the page shows.
     * @param {{source: string, options: object, look: object, step?: number, event?: number}} program
     * @param {() => Promise<{link: string | null, code: string | null}>} names  finds the addresses of the program
     */
    async run({ source, options, look, step, event }, names) {
      dispatch({ type: "run" });
      try {
        const trace = await api.trace({ source, options });
        const drawing = draw(source, options, look);
        const soon = Promise.race([drawing, later(PATIENCE)]);
        const [address, drawn] = await Promise.all([names(), soon]);
        dispatch({ type: "traced", trace, step, event, ...address, svg: drawn?.svg, noDrawing: drawn?.reason });
        if (!drawn) drawing.then(dispatch, () => {});
        return true;
      } catch (error) {
        if (error instanceof Outdated) return false;
        const problems = error instanceof Refused ? error.problems : [];
        const failure = problems.length > 0 ? null : error instanceof Refused ? error.message : texts.no_answer;
        dispatch({ type: "refused", problems, failure });
        return false;
      }
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
