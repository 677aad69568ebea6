/** Quotes and lists nest no deeper than this: each level costs a parser every line again. */
export const MAX_NESTING = 64;

const QUOTES = /^(?:[ \t]*>)+/;
const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/;

/**
 * True for Markdown whose quotes or lists nest too deep to be parsed in bounded time. Reads each line once: a quote is
 * as deep as its signs, a list as its indents which grow from item to item, and items on one line as their markers.
 */
export function nestsTooDeep(markdown: string): boolean {
  const indents: number[] = [];
  for (const line of markdown.split('\n')) {
    const quotes = QUOTES.exec(line)?.[0] ?? '';
    let rest = line.slice(quotes.length);
    let markers = quotes === '' ? 0 : quotes.replace(/[ \t]/g, '').length;
    let column = 0;
    for (let item = ITEM.exec(rest); item !== null && markers <= MAX_NESTING; item = ITEM.exec(rest)) {
      const indent = column + item[0].search(/\S/);
      while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
      indents.push(indent);
      column += item[0].length;
      rest = rest.slice(item[0].length);
      markers++;
    }
    if (markers > MAX_NESTING || indents.length > MAX_NESTING) return true;
  }
  return false;
}
