/** The server's answers. A slow answer never replaces a newer one: each kind of request keeps only its latest. */

/**
 * @typedef {{message: string, hint: string, line: number, column: number, end_line: number, end_column: number,
 *   fixes?: object[]}} Problem
 */

/** What the server refused, with its reasons. */
export class Refused extends Error {
  /** @param {number} status @param {{title?: string, detail?: string, errors?: Problem[]}} report */
  constructor(status, report) {
    super(report.detail || report.title || `HTTP ${status}`);
    this.name = "Refused";
    this.status = status;
    /** @type {Problem[]} */
    this.problems = report.errors ?? [];
  }
}

/** A newer request of the same kind was made: nobody waits for this answer any more. */
export class Outdated extends Error {
  constructor() {
    super("a newer request took over");
    this.name = "Outdated";
  }
}

/**
 * The API as functions; each answers with what arrived, or throws `Refused`, `Outdated` or a network error.
 * @param {string} lang
 */
export function connect(lang) {
  const suffix = lang === "en" ? "" : `?lang=${encodeURIComponent(lang)}`;
  return {
    /** `{source, options}` → the trace. */
    trace: latest(async (body, signal) => (await post(`/api/trace${suffix}`, body, signal)).json()),
    /** `{source, options, card, direction, step, event}` → the SVG's text. */
    drawing: latest(async (body, signal) => (await post(`/api/drawing${suffix}`, body, signal)).text()),
    /** `{source, options}` → `{id, url}`; the server keeps the program from here on. */
    link: latest(async (body, signal) => (await post("/api/links", body, signal)).json()),
    /** `{source, options, h, scheme, sweep}` → the gradient check. */
    gradcheck: latest(async (body, signal) => (await post(`/api/gradcheck${suffix}`, body, signal)).json()),
  };
}

/**
 * A request function of which only the latest call is answered: earlier ones are aborted and throw `Outdated`.
 * @template Answer
 * @param {(body: object, signal: AbortSignal) => Promise<Answer>} send
 * @returns {(body: object) => Promise<Answer>}
 */
function latest(send) {
  let current = null;
  return async (body) => {
    current?.abort();
    const mine = new AbortController();
    current = mine;
    try {
      const answer = await send(body, mine.signal);
      if (current !== mine) throw new Outdated();
      return answer;
    } catch (error) {
      throw current === mine ? error : new Outdated();
    }
  };
}

async function post(path, body, signal) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (answer.ok) return answer;
  const report = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, report);
}
