/** Characters from which on a part may end. */
const PART_CHARACTERS = 4096;

const FENCE = /^ {0,3}(`{3,}|~{3,}|\${2,})/;
/** The marker of a list item at the margin, and the blank behind it. */
const ITEM = /^( {0,3}(?:[-+*]|\d{1,9}[.)]))(?:(\t)|( {1,4}(?=\S))|(?=[ \n]))/;
/** Starts of HTML that ends at a sign of its own, not at a blank line (CommonMark 0.31.2, 4.6, kinds 1 to 5). */
const HTML = /^ {0,3}<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z]))/i;
const HTML_ENDS = [/<\/(?:script|pre|style|textarea)>/i, /-->/, /\?>/, /\]\]>/, />/];

/**
 * A line that, after a blank one, begins a block beside whatever was open: anything at the margin but an item, which goes on
 * with a list, and a line of dashes, which could also be read so.
 */
const FRESH = /^(?![-+*\s]|\d{1,9}[.)])./;

/**
 * Parts of a Markdown document whose blocks are those of the whole, one after another; joined they are the document. A
 * parser moves all that it has read each time that a list, a quote or a note ends, so each part costs its own square.
 */
export function splitMarkdown(markdown: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isAfterBlank = false;
  /** Column at which the content of the outermost open item begins. */
  let inItem = Number.POSITIVE_INFINITY;
  /** What ends the code, formula or HTML that is open outside all items. */
  let end: RegExp | null = null;
  for (let from = 0; from < markdown.length; ) {
    const lineEnd = markdown.indexOf('\n', from);
    const next = lineEnd < 0 ? markdown.length : lineEnd + 1;
    const line = markdown.slice(from, next);
    if (end !== null) {
      if (end.test(line)) end = null;
    } else {
      if (isAfterBlank && FRESH.test(line)) {
        inItem = Number.POSITIVE_INFINITY;
        if (from - start >= PART_CHARACTERS) {
          parts.push(markdown.slice(start, from));
          start = from;
        }
      }
      // What an item holds ends with it.
      const indent = line.length - line.trimStart().length;
      if (indent < inItem) {
        inItem = contentColumn(line) ?? inItem;
        end = endOf(line);
      }
    }
    isAfterBlank = line.trim() === '';
    from = next;
  }
  parts.push(markdown.slice(start));
  return parts;
}

/** Column at which the content of an item begins; null for a line that begins none. */
function contentColumn(line: string): number | null {
  const item = ITEM.exec(line);
  if (item === null) return null;
  const [, marker = '', tab, blanks = ' '] = item;
  return tab === undefined ? marker.length + blanks.length : 4 * Math.ceil((marker.length + 1) / 4);
}

/** What ends what a line opens; null where it opens nothing that goes on over blank lines. */
function endOf(line: string): RegExp | null {
  const fence = FENCE.exec(line)?.[1];
  // linear: it begins at the start of a line, and its runs share no character.
  if (fence !== undefined) return new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}[ \\t]*$`, 'm');
  const html = HTML.exec(line);
  if (html === null) return null;
  const end = HTML_ENDS[html.slice(1).findIndex((kind) => kind !== undefined)]!;
  return end.test(line.slice(html[0].length)) ? null : end;
}
