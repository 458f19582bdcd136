/** How the engine runs, as the panel offers it. The options themselves are those of a trace. */

import { DEFAULTS } from "./links.js";

const LAST_ORDER = 2 ** 31 - 1;

/**
 * The options that a press on a choice asks for.
 * @param {Record<string, string | number>} options  as they are
 * @param {string} option  "all" for each of them
 * @param {string} value  as the choice has it: "next" is another order
 * @returns {Record<string, string | number>}
 */
export function chosenOptions(options, option, value) {
  if (option === "all") return { ...DEFAULTS };
  if (option !== "order") return { [option]: value };
  const order = options.order ?? DEFAULTS.order;
  if (value !== "next") return { order: Number(value) };
  return { order: order < LAST_ORDER ? order + 1 : 1 };
}

/**
 * The keys of the texts that name what is not as it should be, in the order of the panel.
 * @param {Record<string, string | number>} options
 * @returns {string[]}
 */
export function changesOf(options) {
  const { accumulate, schedule, granularity, order } = { ...DEFAULTS, ...options };
  return [
    accumulate === DEFAULTS.accumulate ? null : "engine_accumulate",
    schedule === DEFAULTS.schedule ? null : `engine_${schedule}`,
    granularity === DEFAULTS.granularity ? null : "engine_composed",
    order === DEFAULTS.order ? null : "engine_order",
  ].filter((key) => key !== null);
}
