/** Numbers as people read them: the twin of engine/numbers.py. */

const MOST_EXTRA = 16; // digits: enough to tell any two floats apart
const NAMES = { Infinity: Infinity, "-Infinity": -Infinity, NaN: NaN };

/** In a frame, in place of a number that is not to be seen yet. */
export const HIDDEN = Symbol("hidden");

/**
 * The number behind a number of the trace, where inf and nan travel as strings.
 * @param {number | string} number
 * @returns {number}
 */
export function toNumber(number) {
  return typeof number === "string" ? NAMES[number] : number;
}

/**
 * The number as a card or a table shows it: four decimals for 0 and for 1e-3 <= |v| < 1e6, else five significant
 * digits; `≈1.0000` where four decimals would read 1 but the number is more than 1e-12 away from it.
 * @param {number | string} number
 * @returns {string}
 */
export function shown(number) {
  return written(toNumber(number), 0);
}

/** As `shown` writes it, with four more digits: for numbers that nearly agree. @param {number | string} number */
export function detailed(number) {
  return written(toNumber(number), 4);
}

/**
 * The numbers as `shown` writes them, with as many more digits as it takes for each to read differently from the one
 * before it, unless the two are equal.
 * @param {...(number | string)} numbers
 * @returns {string[]}
 */
export function toldApart(...numbers) {
  const values = numbers.map(toNumber);
  const isOther = (index) => values[index] < values[index - 1] || values[index] > values[index - 1];
  const isTold = (text, index, readings) => !isOther(index) || text !== readings[index - 1];
  let readings = values.map(shown);
  for (let extra = 1; extra <= MOST_EXTRA && readings.some((...at) => !isTold(...at)); extra += 1) {
    readings = values.map((value) => written(value, extra));
  }
  return readings;
}

/** As `shown` writes it, with so many more digits. */
function written(value, extra) {
  if (value === HIDDEN) return "?";
  const size = Math.abs(value);
  if (value === 0) return "0.0000";
  if (!Number.isFinite(value)) return whole(value);
  if (size >= 1e-3 && size < 1e6) {
    const text = value.toFixed(4 + extra);
    return Math.abs(Number(text)) === 1 && Math.abs(size - 1) > 1e-12 ? `≈${text}` : text;
  }
  const [mantissa, exponent] = value.toExponential(4 + extra).split("e");
  return `${withoutTrailingZeros(mantissa)}e${padded(exponent)}`;
}

/**
 * Every digit that matters, as Python writes it: `0.1`, `2.0`, `1e+16`, `inf`, `nan`; minus zero reads `0.0`.
 * @param {number | string} number
 * @returns {string}
 */
export function whole(number) {
  const value = toNumber(number);
  if (value === HIDDEN) return "?";
  const size = Math.abs(value);
  if (Number.isNaN(value)) return "nan";
  if (size === Infinity) return value > 0 ? "inf" : "-inf";
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [mantissa, exponent] = value.toExponential().split("e");
    return `${mantissa}e${padded(exponent)}`;
  }
  const text = String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** `2.5000` as `2.5`, `-1.0000` as `-1`. */
function withoutTrailingZeros(text) {
  return text.replace(/\.?0+$/, "");
}

/** An exponent with its sign and two digits at least, as Python writes it: `+15`, `-09`. */
function padded(exponent) {
  return exponent[0] + exponent.slice(1).padStart(2, "0");
}
