/** What the pieces of a program are, for colour and for matching brackets. It never judges: the server does. No DOM. */

const FUNCTIONS = "tanh|exp|log|relu|sigmoid|sin|cos|sqrt|abs|Value|backward|zero_grad";
const KEYWORDS = "import|from|as|class|def|return|for|in|if|else|print|pi";

// In this order: what stands earlier wins.
const TOKEN = new RegExp(
  [
    /(?<comment>[#＃].*)/,
    /(?<string>'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?)/,
    /(?<number>(?:\p{Nd}[\p{Nd}_]*(?:[.．][\p{Nd}_]*)?|[.．]\p{Nd}[\p{Nd}_]*)(?:[eE][-+−－＋]?\p{Nd}[\p{Nd}_]*)?)/,
    new RegExp(`(?<function>(?<![\\p{L}\\p{N}_])(?:${FUNCTIONS})(?![\\p{L}\\p{N}\\p{M}_]))`),
    new RegExp(`(?<keyword>(?<![\\p{L}\\p{N}_])(?:${KEYWORDS})(?![\\p{L}\\p{N}\\p{M}_]))`),
    /(?<name>[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_]*)/,
    /(?<operator>[-+*/=^%@×÷−·＋－＊／＝]+)/,
    /(?<bracket>[()[\]{}（）［］])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/**
 * The pieces of a text in order; blanks and whatever else is in none.
 * @param {string} text
 * @returns {{kind: string, from: number, to: number}[]} offsets of the string
 */
export function tokens(text) {
  return [...text.matchAll(TOKEN)].map((found) => {
    const kind = Object.keys(found.groups).find((name) => found.groups[name] !== undefined);
    return { kind, from: found.index, to: found.index + found[0].length };
  });
}

const OPENING = "([{（［";
const CLOSING = ")]}）］";

/**
 * The innermost pair of brackets of which one stands beside an offset, or null.
 * @param {string} text
 * @param {number} offset
 * @returns {[number, number] | null}
 */
export function bracketPair(text, offset) {
  const brackets = tokens(text).filter(({ kind }) => kind === "bracket");
  const open = [];
  for (const { from } of brackets) {
    if (OPENING.includes(text[from])) {
      open.push(from);
      continue;
    }
    const partner = open.pop();
    if (partner === undefined || !isPair(text[partner], text[from])) return null;
    const touches = (place) => place === offset || place === offset - 1;
    if (touches(from) || touches(partner)) return [partner, from];
  }
  return null;
}

/** A round bracket may be closed by a full-width one: the language reads both alike. */
function isPair(opening, closing) {
  return OPENING.indexOf(opening) % 3 === CLOSING.indexOf(closing) % 3;
}
