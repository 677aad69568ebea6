import { compile, parse, postprocess, preprocess } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { BudgetSpent } from '../../core/budget.ts';
import { convertHtml } from '../../core/convert-html.ts';
import { decodeHtml } from '../../core/html/decode.ts';
import type { InvisibleCounts } from '../../core/invisible-characters.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { contentOfPage, type DocumentBytes, type ReadDocument, readingOf } from '../document.ts';
import { readFrontMatter } from './front-matter.ts';
import { inlineBudget } from './inline-budget.ts';
import { mathHtml, mathSyntax } from './math-syntax.ts';
import { NameList, withEditsInPlace } from './parser-patches.ts';

/** A quote whose first line is GitHub's sign of an alert. */
const ALERT = /<blockquote>\n<p>\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\](?:\n|(?=<\/p>))/g;

/**
 * Markdown that a site serves itself: parsed (CommonMark, GFM, formulas, alerts, front matter) to a page of which
 * everything is content, so that raw HTML, addresses and options are treated as on any page, and what is written is
 * our own Markdown.
 */
export function readMarkdown(
  { bytes, contentType, url }: DocumentBytes,
  options: ConvertOptions,
  invisible: InvisibleCounts,
): ReadDocument {
  const decoded = decodeHtml(bytes, contentType);
  const { fields, body } = readFrontMatter(decoded.text.replace(/^\ufeff/, ''));
  if (nestsTooDeep(body)) throw new BudgetSpent(`more than ${MAX_NESTING} quotes or lists in each other`);
  const page = convertHtml(markdownToHtml(body), { ...options, url, scope: 'full' }, { invisible });
  const { title: _, ...shown } = page.extended;
  return {
    content: contentOfPage(page),
    // Front matter speaks before what the page itself shows.
    page: { ...shown, ...fields },
    ...readingOf(decoded),
    removed: page.diagnostics.removed,
  };
}

/** The HTML of Markdown, raw HTML and all: safe only behind the core, which judges every element and address. */
export function markdownToHtml(markdown: string): string {
  const { enter, exit } = gfmHtml();
  // GFM's filter of tags would show the source of a script as text; the core removes the script.
  const { htmlFlowData: _flow, htmlTextData: _text, ...exits } = exit ?? {};
  const parser = parse({ extensions: [gfm(), mathSyntax(), inlineBudget()] });
  Object.assign(parser, { defined: new NameList(), gfmFootnotes: new NameList() });
  const html = withEditsInPlace(() => {
    const events = postprocess(parser.document().write(preprocess()(markdown, undefined, true)));
    return compile({
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      htmlExtensions: [
        { enter: { ...enter, null: nameCalls }, exit: { ...exits, tableRow } as typeof exits },
        mathHtml(),
      ],
    })(events);
  });
  return html.replace(
    ALERT,
    (_, kind: string) => `<blockquote class="markdown-alert markdown-alert-${kind.toLowerCase()}">\n<p>`,
  );
}

/** At the start of a document: its calls of notes, in their order. */
function nameCalls(this: { setData(key: string, value: unknown): undefined }): undefined {
  this.setData('gfmFootnoteCallOrder', new NameList());
}

/** Ends a row with the cells that it has: GFM's would write all that a wide head has more, for every row. */
function tableRow(this: { lineEndingIfNeeded(): void; tag(html: string): void }): void {
  this.lineEndingIfNeeded();
  this.tag('</tr>');
}

/** Quotes and lists nest no deeper than this: each level costs a parser every line again. */
const MAX_NESTING = 64;

const QUOTES = /^(?:[ \t]*>)+/;
const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/;

/**
 * True for Markdown whose quotes or lists nest too deep to be parsed in bounded time. Reads each line once: a quote is
 * as deep as its signs, a list as its indents which grow from item to item, and items on one line as their markers.
 */
function nestsTooDeep(markdown: string): boolean {
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
