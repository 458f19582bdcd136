/** What the share dialog offers: the addresses of the moment on show, and a short one that is made when asked for. */

import { LONGEST_LINK, LONGEST_TEXT, address, changedOptions, encode } from "./links.js";

/**
 * @param {object} parts
 * @param {ReturnType<import("./api.js").connect>} parts.api
 * @param {import("./view/share.js").ShareDialog} parts.dialog
 * @param {() => import("./state.js").State} parts.now
 * @param {string} parts.lang
 */
export function createSharing({ api, dialog, now, lang }) {
  const made = new Map(); // short ids by text and options: asking twice asks the server once

  function program({ trace, source, options }) {
    return { source: trace?.source ?? source, options: trace?.options ?? options };
  }

  function shortId(state) {
    return state.link ?? made.get(JSON.stringify(program(state))) ?? null;
  }

  function absolute(moment) {
    const { step, event, panel, sweep } = now();
    return new URL(address({ ...moment, step, event, panel, sweep, lang, isShared: true }), location.href).href;
  }

  return {
    async open() {
      const state = now();
      const { source, options } = program(state);
      const whole = absolute({ code: await encode(source), options: changedOptions(options) });
      const id = shortId(state);
      const bytes = new Blob([source]).size;
      dialog.open({
        whole: whole.length <= LONGEST_LINK && bytes <= LONGEST_TEXT ? whole : null,
        excess: bytes > LONGEST_TEXT ? { found: bytes, limit: LONGEST_TEXT } : null,
        short: id ? absolute({ link: id }) : null,
        step: state.step,
        event: state.event,
        trace: state.trace,
        // Other than `isEdited` of the state: a text that was run and refused isn't what is shared either.
        isEdited: state.source !== source,
      });
    },

    /** The short link; the server keeps the program from here on. @returns {Promise<string>} */
    async makeShort() {
      const state = now();
      if (shortId(state) === null) {
        const { id } = await api.link(program(state));
        made.set(JSON.stringify(program(state)), id);
      }
      return absolute({ link: shortId(state) });
    },
  };
}
