import { BudgetSpent } from '../../core/budget.ts';
import type { Block } from '../../core/content/tree.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import type { PageMetadata } from '../../core/metadata/metadata.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { type DocumentBytes, malformed, missingOf, type ReadDocument, statedMetadata } from '../document.ts';
import { annotationsByPage } from './annotations.ts';
import { readingOrder } from './columns.ts';
import { contentOfDrafts } from './content-of-drafts.ts';
import { readAlone } from './decoded-streams.ts';
import { type Draft, draftBlocks } from './draft-blocks.ts';
import { joinedGrids } from './grid.ts';
import { compoundsIn } from './inline-text.ts';
import { isRightToLeft } from './logical-order.ts';
import { openPdf, type Pdf, withoutStrayRejections } from './open-pdf.ts';
import { readPageText } from './page-text.ts';
import { textOfRow } from './piece.ts';
import { rowsWithTables } from './ruled-tables.ts';
import { dropRunningLines, type PageRows } from './running-lines.ts';
import type { Region } from './structure.ts';
import { taggedDrafts } from './tagged-drafts.ts';
import { measureTypography } from './typography.ts';

/** More pages than this are no document of one conversion. */
export const MAX_PAGES = 2000;
/** Pieces of text that a document may be drawn in. */
const MAX_PIECES = 800_000;

/**
 * Reads a PDF: its text in reading order with headings, lists, tables and links as its layout shows them; running
 * headers, footers and page numbers are left out and told. A PDF that wants a password, is cut off, or is damaged
 * beyond repair, is `malformed_document`, as is one whose fonts do not tell the characters of its text; one without text
 * (scans) has blank content. What is known to be missing is its `lack`.
 */
export function readPdf(document: DocumentBytes, options: ConvertOptions): Promise<ReadDocument> {
  return readAlone(() => withoutStrayRejections(() => readOpened(document, options)));
}

async function readOpened({ bytes, url }: DocumentBytes, options: ConvertOptions): Promise<ReadDocument> {
  const pdf = await openPdf(bytes);
  if (pdf === 'password') return malformed('binary', pdf);
  if (pdf === null) return damaged(bytes);
  try {
    if (pdf.document.numPages > MAX_PAGES) throw new BudgetSpent(`more than ${MAX_PAGES} pages`);
    const pages = await readPages(pdf, url, options);
    const page = await metadataOf(pdf, pages);
    pdf.budget.check();
    const removed: RemovedBlock[] = [];
    const content = layOut(pages, removed);
    const drawn = pages.flatMap((read) => read.page.pieces).reduce((sum, { text }) => sum + text.length, 0);
    const readBytes = bytes.length + drawn;
    return {
      content: { type: 'root', children: content },
      page,
      encoding: 'binary',
      readBytes,
      removed,
      ...lackOf(pdf, drawn, bytes),
    };
  } catch (thrown) {
    pdf.budget.check();
    // What PDF.js throws for an object that is not what it should be.
    if (thrown instanceof Error && thrown.name === 'UnknownErrorException') return damaged(bytes);
    throw thrown;
  } finally {
    await pdf.close();
  }
}

/** A PDF that cannot be read. */
const damaged = (bytes: Uint8Array): ReadDocument => malformed('binary', missingOf(bytes, '%PDF-', '%%EOF'));

/** What a PDF lacks, and its outcome then. Of `drawn` characters; pictures are objects of their own in the file's bytes. */
function lackOf({ loss }: Pdf, drawn: number, bytes: Uint8Array): Partial<ReadDocument> {
  if (loss.isTooMuch) return { outcome: 'malformed_document', lack: 'characters' };
  return drawn === 0 && PICTURE.test(Buffer.from(bytes).toString('latin1')) ? { lack: 'text' } : {};
}

/** The dictionary of a picture (ISO 32000-2, 8.9.5): no stream is ever packed into another one. */
const PICTURE = /\/Subtype\s{0,9}\/Image\b/;

/** The rows of every page. Throws `BudgetSpent` when there is more text, or more is drawn, than a document may have. */
async function readPages(pdf: Pdf, url: string, options: ConvertOptions): Promise<PageRows[]> {
  const annotations = await annotationsByPage(pdf);
  const pages: PageRows[] = [];
  let pieces = 0;
  for (let number = 1; number <= pdf.document.numPages; number++) {
    const read = await readPageText(pdf, number, annotations.get(number) ?? [], url);
    if (read === null) throw new BudgetSpent(`more drawn on page ${number} than a page may cost`);
    const page = options.links === 'none' ? withoutLinks(read) : read;
    pieces += page.pieces.length;
    if (pieces > MAX_PIECES) throw new BudgetSpent(`more than ${MAX_PIECES} pieces of text`);
    pages.push({ page, rows: rowsWithTables(page) });
  }
  return pages;
}

function withoutLinks(page: PageRows['page']): PageRows['page'] {
  return { ...page, pieces: page.pieces.map((piece) => ({ ...piece, link: null })) };
}

/** The content of pages, in reading order; what is left out is added to `removed`. */
function layOut(pages: readonly PageRows[], removed: RemovedBlock[]): Block[] {
  const { bodySize } = measureTypography(pages.map(({ rows }) => rows));
  for (const block of dropRunningLines(pages, bodySize)) removed.push(block);
  for (const { page } of pages) {
    const element = `page ${page.number}`;
    if (page.hidden.length > 0) removed.push({ step: 'hidden', element, text: page.hidden.join(' ') });
    for (const text of page.turned) removed.push({ step: 'turned-text', element, text });
  }
  const runs = pages.map(({ rows }) => (rows.length === 0 ? [] : readingOrder(rows)));
  const type = measureTypography(runs.flat());
  const lines = runs.flat(2).filter(({ grid }) => grid === undefined);
  const compounds = compoundsIn(lines.map(textOfRow));
  const hasHeadings = pages.some(({ page }) => page.regions?.some(isHeading));
  const drafts: Draft[] = [];
  for (const [i, page] of pages.entries())
    addDrafts(
      drafts,
      taggedDrafts(page, type, hasHeadings) ?? runs[i]!.flatMap((rows) => draftBlocks(rows, type)),
    );
  return contentOfDrafts(drafts, type, compounds);
}

const isHeading = (region: Region): boolean => region.kind === 'text' && region.depth !== null;

/** Adds the blocks of the next page, of which the first may go on with the last one of the page before. */
function addDrafts(drafts: Draft[], next: readonly Draft[]): void {
  const whole = joinedOverPages(drafts.at(-1), next[0]);
  if (whole !== null) drafts[drafts.length - 1] = whole;
  for (const draft of next.slice(whole === null ? 0 : 1)) drafts.push(draft);
}

/** A table whose head stood on the page before, or an item whose sign stood there, with its rest; null for what is none. */
function joinedOverPages(last: Draft | undefined, first: Draft | undefined): Draft | null {
  if (last?.kind === 'table' && first?.kind === 'table' && first.grid.columns !== undefined) {
    const grid = joinedGrids(last.grid, first.grid);
    return grid && { ...last, grid };
  }
  if (last?.kind === 'table' && first?.kind === 'table' && !first.isHeaded) {
    if (last.grid.rightAligned.length !== first.grid.rightAligned.length) return null;
    return { ...last, grid: { ...last.grid, rows: [...last.grid.rows, ...first.grid.rows] } };
  }
  if (last?.kind !== 'text' || first?.kind !== 'text' || last.tag?.hasLabel !== true) return null;
  const goesOn = first.tag !== undefined && first.tag.lists > 0 && !first.tag.hasLabel;
  return goesOn ? { ...last, rows: [...last.rows, ...first.rows] } : null;
}

/** Titles that programs write by themselves: a file's name, or nothing. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|rtf|odt|html?))$/i;

async function metadataOf(pdf: Pdf, pages: readonly PageRows[]): Promise<Partial<PageMetadata>> {
  const { info } = await pdf.document.getMetadata();
  const fields = info as Readonly<Record<string, unknown>>;
  const text = (key: string) => (typeof fields[key] === 'string' ? fields[key] : '');
  const title = text('Title').trim();
  const said = statedMetadata({
    title: NO_TITLE.test(title) ? null : title,
    author: text('Author'),
    description: text('Subject'),
    published: isoDate(text('CreationDate')),
    modified: isoDate(text('ModDate')),
    language: text('Language'),
  });
  return { ...said, dir: isRightToLeft(pages.flatMap(({ page }) => page.pieces)) ? 'rtl' : null };
}

/** A PDF date (ISO 32000-1, 7.9.4) as ISO 8601 has it. */
function isoDate(text: string): string | null {
  const parts = /^D:(\d{8})(?:(\d{4}(?:\d\d)?)(Z|[+-]\d\d)?'?(\d\d)?)?/.exec(text);
  if (parts === null) return null;
  const [, day, time, zone = '', minutes = '00'] = parts;
  if (time === undefined) return day!;
  return `${day}T${time}${zone}${zone === 'Z' || zone === '' ? '' : minutes}`;
}
