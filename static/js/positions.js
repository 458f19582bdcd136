/** Places in a text: from lines and columns (code points, from 1, as the server counts) to offsets of a string. */

/**
 * The offset of a line and column; what lies outside is taken to the nearest that exists.
 * @param {string} text
 * @param {number} line
 * @param {number} column
 * @returns {number}
 */
export function offsetOf(text, line, column) {
  const lines = text.split("\n");
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const before = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  return before + [...lines[index]].slice(0, Math.max(column - 1, 0)).join("").length;
}

/**
 * Start and end offset of a span (a node's, a problem's or a fix's).
 * @param {string} text
 * @param {{line: number, column: number, end_line: number, end_column: number}} span
 * @returns {[number, number]}
 */
export function rangeOf(text, span) {
  return [offsetOf(text, span.line, span.column), offsetOf(text, span.end_line, span.end_column)];
}
