import { malformedResponse } from './fetch-failures.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** No control character but the tab: neither NUL nor a CR of its own. */
const TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;
const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * The fields of a head or of trailers, of lines without their ends (RFC 9112, 5). Text has one character per byte. Folded lines
 * are joined with a space (5.2).
 */
export class FieldLines {
  readonly #fields: string[] = [];

  /** Throws `malformed_response` for a line that is no field and goes on with none. */
  add(line: string): void {
    if (!TEXT.test(line)) throw malformedResponse('control character in a field');
    if (isBlank(line[0])) {
      if (this.#fields.length === 0) throw malformedResponse('folded line ahead of the fields');
      const value = this.#fields.pop()!;
      this.#fields.push(`${value} ${withoutBlanks(line)}`);
      return;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    if (!NAME.test(name)) throw malformedResponse('name of a field');
    this.#fields.push(name, withoutBlanks(line.slice(colon + 1)));
  }

  /** Name and value in turn, as Node has raw header fields. */
  get all(): readonly string[] {
    return this.#fields;
  }
}

/** Not `trim`, which takes bytes of UTF-8 for spaces. */
function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (isBlank(text[from])) from++;
  while (to > from && isBlank(text[to - 1])) to--;
  return text.slice(from, to);
}

/** How a body ends: after so many bytes, with its last chunk, or with the connection. */
type BodyEnd = number | 'chunked' | 'close';

/**
 * How the body of a response with these fields ends (RFC 9112, 6.3). Throws `malformed_response` for a length that is none, for
 * lengths that differ, and for a length of a body with a transfer coding: whoever reads the other of two sees another response.
 */
export function bodyEndOf(fields: readonly string[]): BodyEnd {
  const [lengths, codings] = ['content-length', 'transfer-encoding'].map((name) => valuesOf(fields, name));
  const [length, ...others] = lengths!;
  if (codings!.length > 0) {
    if (length !== undefined) throw malformedResponse('length with a transfer coding');
    return codings!.at(-1)!.toLowerCase() === 'chunked' ? 'chunked' : 'close';
  }
  if (length === undefined) return 'close';
  if (!/^\d+$/.test(length) || !Number.isSafeInteger(Number(length)))
    throw malformedResponse('Content-Length');
  if (others.some((other) => other !== length)) throw malformedResponse('lengths that differ');
  return Number(length);
}

/** The members of a list field, over all its lines (RFC 9110, 5.3). */
function valuesOf(fields: readonly string[], name: string): readonly string[] {
  return fields.flatMap((field, at) =>
    at % 2 === 0 && field.toLowerCase() === name ? fields[at + 1]!.split(',').map(withoutBlanks) : [],
  );
}

/**
 * The head of a request, to be sent as Latin-1. `fields`: name and value in turn, without Host and Connection. Throws a plain
 * `Error` for a field that could not stand in one.
 */
export function requestHead(
  method: string,
  { host, pathname, search }: URL,
  fields: readonly string[],
): string {
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `host: ${host}`, 'connection: keep-alive'];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [name, value] = [fields[at]!, fields[at + 1]!];
    if (!NAME.test(name) || !TEXT.test(value)) throw new Error(`field ${JSON.stringify(name)} of a request`);
    lines.push(`${name}: ${value}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
