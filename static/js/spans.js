/**
 * Which Value a place in the program stands for, and where a Value or an edge stands in it.
 * A name stands for the Value that it meant there: `x` in `x = x*2` is an earlier one on the right than on the left.
 *
 * @typedef {{line: number, column: number, end_line: number, end_column: number}} Span
 * @typedef {{name: string, start: number, end: number, node: number | null}} Use  a name in the text, in offsets
 */

const TOKEN = new RegExp(
  [
    /(?<comment>[#＃][^\n]*)/,
    /(?<string>"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/,
    /(?<number>[.．]?\p{Nd}(?:[\p{Nd}_.．]|[eE][+＋\-－−]?(?=\p{Nd}))*)/,
    /(?<name>[\p{ID_Start}_]\p{ID_Continue}*)/,
    /(?<attribute>[.．]\s*[\p{ID_Start}_]\p{ID_Continue}*)/,
    /(?<open>[([{（［｛])/,
    /(?<close>[)\]}）］｝])/,
    /(?<end>[\n;；])/,
    /(?<joined>\\\r?\n)/,
    /(?<add>(?:\*\*|[-+*/×÷−＋－＊／])[=＝])/,
    /(?<equal>[=＝])/,
    /(?<other>\S)/,
  ]
    .map((each) => each.source)
    .join("|"),
  "gu",
);

/** The places of a trace's program. They are found once, then asked often. */
export class Places {
  /** @param {{source: string, nodes: object[]}} trace */
  constructor(trace) {
    this._text = trace.source;
    this._nodes = trace.nodes;
    this._lines = new Lines(trace.source);
    this._ranges = trace.nodes.map(({ span }) => span && this._lines.range(span));
    this._uses = usesIn(trace, this._ranges);
  }

  /**
   * The Value at an offset of the text: that of the name there, else the innermost whose expression it is. Before a
   * space or at the end, a name that ends there counts too, as a caret stands behind it.
   * Where several Values are one expression, as inside `a - b`, it is the last made: the result.
   * @param {number} offset
   * @returns {number | null}
   */
  nodeAt(offset) {
    const isGap = /^(\s|$)/.test(this._text.slice(offset, offset + 1));
    const use = this._uses.find(({ start, end }) => start <= offset && (offset < end || (isGap && offset === end)));
    if (use) return use.node;
    let found = null;
    let least = Infinity;
    this._ranges.forEach((range, id) => {
      if (!range || offset < range[0] || offset >= range[1]) return;
      const size = range[1] - range[0];
      if (size > least) return;
      found = id;
      least = size;
    });
    return found;
  }

  /** @returns {Span | null} where the program makes a Value */
  spanOf(node) {
    return this._nodes[node]?.span ?? null;
  }

  /**
   * Where the program uses an operand in a slot: its name or its expression inside the user's.
   * @returns {Span | null}
   */
  spanOfEdge(operand, user, slot) {
    const whole = this._ranges[user];
    if (!whole) return null;
    const isWithin = ([start, end]) => whole[0] <= start && end <= whole[1];
    const inner = this._ranges.filter((range) => range && isWithin(range) && size(range) < size(whole));
    const direct = this._uses.filter(
      ({ node, start, end }) =>
        node === operand &&
        isWithin([start, end]) &&
        !inner.some((range) => range[0] <= start && end <= range[1] && size(range) > end - start),
    );
    if (direct.length > 0) {
      const { start, end } = direct[Math.min(slot, direct.length - 1)];
      return this._lines.span(start, end);
    }
    const own = this._ranges[operand];
    return own && isWithin(own) ? this._nodes[operand].span : this._nodes[user].span;
  }
}

const size = ([start, end]) => end - start;

/** Lines and columns in code points, from 1, to offsets of a string, and back. */
class Lines {
  constructor(text) {
    this._text = text;
    this._starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this._starts.push(at + 1);
  }

  range({ line, column, end_line: endLine, end_column: endColumn }) {
    return [this._offset(line, column), this._offset(endLine, endColumn)];
  }

  span(start, end) {
    const [line, column] = this._place(start);
    const [endLine, endColumn] = this._place(end);
    return { line, column, end_line: endLine, end_column: endColumn };
  }

  _offset(line, column) {
    let offset = this._starts[Math.min(line, this._starts.length) - 1];
    for (let left = column - 1; left > 0; left -= 1) offset += this._text.codePointAt(offset) > 0xffff ? 2 : 1;
    return offset;
  }

  _place(offset) {
    const line = this._starts.findLastIndex((start) => start <= offset);
    return [line + 1, [...this._text.slice(this._starts[line], offset)].length + 1];
  }
}

/**
 * Every name of the text with the Value that it stands for, read statement by statement as the program ran.
 * @returns {Use[]}
 */
function usesIn(trace, ranges) {
  const named = idsByName(trace.nodes);
  const bound = new Map();
  const uses = [];
  /** The Value that a statement gave a name: it has that name, and was made in what stands right of the `=`. */
  const made = (name, [start, end]) =>
    (named.get(name) ?? []).findLast((id) => ranges[id] && start <= ranges[id][0] && ranges[id][1] <= end) ?? null;
  const resolve = (token) => {
    const isFirst = (id) => ranges[id]?.[0] === token.start; // an input that the program leaves open
    if (!bound.has(token.name)) bound.set(token.name, named.get(token.name)?.find(isFirst) ?? null);
    return bound.get(token.name);
  };
  const note = (token, node) => node !== null && uses.push({ ...token, node });

  for (const { targets, value } of statements(trace.source)) {
    for (const token of value) if (token.kind === "name") note(token, resolve(token));
    const inside = value.filter(({ kind }) => kind !== "open" && kind !== "close");
    const isAlias = inside.length === 1 && inside[0].kind === "name" && !targets.some(({ adds }) => adds);
    const range = value.length > 0 ? [value[0].start, value.at(-1).end] : [0, 0];
    for (const target of targets) {
      const node = isAlias ? bound.get(inside[0].name) : made(target.name, range);
      bound.set(target.name, node);
      note(target, node);
    }
  }
  return uses;
}

/** Ids by each of their names, without the `(line 2)` that tells namesakes apart. */
function idsByName(nodes) {
  const found = new Map();
  for (const { id, label, aliases } of nodes) {
    for (const each of [label, ...(aliases ?? [])]) {
      const name = each.replace(/ \(line \d+(, column \d+)?\)$/, "").normalize("NFKC");
      if (!found.has(name)) found.set(name, []);
      found.get(name).push(id);
    }
  }
  return found;
}

/** The statements of a text: the names that each assigns to, and the tokens of what it assigns. */
function* statements(text) {
  let targets = [];
  let value = [];
  let depth = 0;
  for (const { 0: found, index, groups } of text.matchAll(TOKEN)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    const token = { kind, name: kind === "name" ? found.normalize("NFKC") : "", start: index, end: index + found.length };
    if (kind === "comment" || kind === "joined") continue;
    if (kind === "open") depth += 1;
    if (kind === "close") depth = Math.max(depth - 1, 0);
    if (kind === "end") {
      if (depth > 0) continue;
      if (targets.length + value.length > 0) yield { targets, value };
      [targets, value] = [[], []];
    } else if ((kind === "equal" || kind === "add") && depth === 0) {
      if (value.length === 1 && value[0].kind === "name") targets.push({ ...value[0], adds: kind === "add" });
      value = [];
    } else if (kind === "equal" && value.at(-1)?.kind === "name") {
      value.pop(); // `label=` inside a call names nothing of the program
    } else {
      value.push(token);
    }
  }
  if (targets.length + value.length > 0) yield { targets, value };
}
