/** The addresses of a moment, and how a program is packed into one. The server reads them: app/addresses.py. */

/** A self-contained link longer than this is not offered: chats and mail programs cut it. */
export const LONGEST_LINK = 2000;

/** Bytes of UTF-8 that a `code` may hold: what is longer opens nowhere, however small it packs. */
export const LONGEST_TEXT = 16 * 1024;

/**
 * The text as a `code` parameter: zlib-compressed UTF-8 in URL-safe base64 without padding.
 * @param {string} source
 * @returns {Promise<string>}
 */
export async function encode(source) {
  const packed = new Blob([source]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** How the engine runs unless told otherwise, as engine/trace.py has it. */
export const DEFAULTS = { accumulate: "+=", schedule: "topo", granularity: "packed", order: 0 };

/** The options that a link names: those that differ from their defaults. */
export function changedOptions(options) {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== DEFAULTS[name]));
}

/**
 * The address of a moment, as path and query.
 * @param {{link?: string | null, code?: string | null, step?: number, event?: number,
 *   options?: Record<string, string | number>, panel?: string | null, sweep?: string | null, lang?: string,
 *   isShared?: boolean}} moment
 *   `link` is a short id and wins over `code`; with neither it is the program that `/` opens with.
 *   A shared one ends in a letter or digit: programs that find links in texts drop a `-` or `_` at the end.
 * @returns {string}
 */
export function address(moment) {
  const { link = null, code = null, step = 0, event = 0, options = {}, lang = "en", isShared = false } = moment;
  const { panel = null, sweep = null } = moment;
  const query = new URLSearchParams();
  if (!link && code) query.set("code", code);
  if (!link) for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  if (step > 0 || event > 0 || isShared) query.set("step", String(step));
  if (event > 0) query.set("event", String(event));
  if (panel) query.set("panel", panel);
  if (sweep) query.set("sweep", sweep);
  if (lang !== "en") query.set("lang", lang);
  const path = link ? `/t/${encodeURIComponent(link)}` : "/";
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
