/** A value of a JSON text with its place. */
interface Piece {
  readonly from: number;
  readonly to: number;
  /** Of an object; undefined of any other value. */
  readonly fields?: readonly (Piece & { readonly name: string })[];
}

/** White space and comments, which editors allow in their settings. */
const GAP = /(?:\s|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;
// linear: a quote ends what a backslash does not begin.
const STRING = /"(?:[^"\\]|\\.)*"/y;
const PLAIN = /[^\s,\]}/]+/y;

/** Most nesting of a file that is read. */
const DEEPEST = 200;

class NoJson extends Error {}

/**
 * A text with `[...path]` set to a value: everything else, comments too, stays as it is. Null for a text that is no JSON with comments
 * and trailing commas, or whose path leads through something else than objects.
 */
export function withField(text: string, path: readonly string[], value: unknown): string | null {
  try {
    const root = /\S/.test(text) ? readWhole(text) : null;
    if (root === null) return `${written(nested(path, value), 0)}\n`;
    return setField(text, root, path, value, 1);
  } catch (error) {
    if (error instanceof NoJson) return null;
    throw error;
  }
}

function setField(
  text: string,
  at: Piece,
  path: readonly string[],
  value: unknown,
  depth: number,
): string | null {
  const [name, ...rest] = path;
  if (at.fields === undefined) return null;
  const field = at.fields.findLast((each) => each.name === name);
  if (field !== undefined && rest.length > 0) return setField(text, field, rest, value, depth + 1);
  if (field !== undefined) return text.slice(0, field.from) + written(value, depth) + text.slice(field.to);
  const line = `${'  '.repeat(depth)}${JSON.stringify(name)}: ${written(nested(rest, value), depth)}`;
  const last = at.fields.at(-1);
  if (last === undefined) {
    // Ahead of the bracket, behind comments.
    const end = at.to - 1;
    return `${text.slice(0, end).trimEnd()}\n${line}\n${'  '.repeat(depth - 1)}${text.slice(end)}`;
  }
  return `${text.slice(0, last.to)},\n${line}${text.slice(last.to).replace(/^\s*,/, '')}`;
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => ({ [name]: inner }), value);

const written = (value: unknown, depth: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`);

function readWhole(text: string): Piece {
  const start = skip(text, text.startsWith('\ufeff') ? 1 : 0);
  const root = readPiece(text, start, 0);
  if (skip(text, root.to) < text.length) throw new NoJson();
  return root;
}

function skip(text: string, at: number): number {
  GAP.lastIndex = at;
  GAP.exec(text);
  return GAP.lastIndex;
}

function match(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  if (expression.exec(text) === null) throw new NoJson();
  return expression.lastIndex;
}

function readPiece(text: string, from: number, depth: number): Piece {
  const first = text[from];
  if (depth > DEEPEST) throw new NoJson();
  if (first === '{' || first === '[') return readItems(text, from, depth, first === '{');
  const to = match(first === '"' ? STRING : PLAIN, text, from);
  parse(text.slice(from, to));
  return { from, to };
}

function readItems(text: string, from: number, depth: number, isObject: boolean): Piece {
  const fields: (Piece & { readonly name: string })[] = [];
  const close = isObject ? '}' : ']';
  for (let at = skip(text, from + 1); ; ) {
    if (text[at] === close) return { from, to: at + 1, ...(isObject && { fields }) };
    let name = '';
    if (isObject) {
      const end = match(STRING, text, at);
      name = parse(text.slice(at, end)) as string;
      at = skip(text, end);
      if (text[at] !== ':') throw new NoJson();
      at = skip(text, at + 1);
    }
    const piece = readPiece(text, at, depth + 1);
    fields.push({ ...piece, name });
    at = skip(text, piece.to);
    if (text[at] === ',') at = skip(text, at + 1);
    else if (text[at] !== close) throw new NoJson();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoJson();
  }
}
