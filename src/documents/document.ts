import { parseUrl } from '../contract/address.ts';
import type { DocumentLack, Outcome } from '../contract/failure.ts';
import { BudgetSpent } from '../core/budget.ts';
import type { Alignment, Inline, Root, Table, TableRow } from '../core/content/tree.ts';
import type { RemovedBlock } from '../core/diagnostics/diagnostics.ts';
import type { DecodedText } from '../core/html/decode.ts';
import type { PageMetadata } from '../core/metadata/metadata.ts';
import { pageDate } from '../core/metadata/page-date.ts';
import { plainText } from '../core/metadata/plain-text.ts';
import type { WrittenConversion } from '../core/write-conversion.ts';

/** A document as it came. */
export interface DocumentBytes {
  readonly bytes: Uint8Array;
  /** The Content-Type header; undefined where nobody said one. */
  readonly contentType: string | undefined;
  /** Address after redirects; `''` when there is none. */
  readonly url: string;
  /** File name of a document that came without an address: its ending tells the type, and it is a title at last. */
  readonly name?: string;
}

/** A document that was read: the content tree and what the document says of itself. */
export interface ReadDocument {
  readonly content: Root;
  /** Fields that the document gives; the others are null. */
  readonly page?: Partial<PageMetadata>;
  /** WHATWG name of the encoding of text; `binary` where bytes are not text. */
  readonly encoding: string;
  /** Bytes of it after decompression, where these are more than came. */
  readonly readBytes?: number;
  /** What was left out, by step. */
  readonly removed?: readonly RemovedBlock[];
  /** Why this is not the document's content; `ok` and blank content are told apart by the tree. */
  readonly outcome?: Outcome;
  /** What it lacks, where that is known: its outcome is not `ok`. */
  readonly lack?: DocumentLack;
  /** What it needs too much of, where the outcome is `document_too_complex`. */
  readonly exceeded?: string;
}

/** Thrown where a part of a document is not what its format demands: the document cannot be read. */
export class MalformedDocument extends Error {
  constructor(readonly lack?: DocumentLack) {
    super();
  }
}

/** A document that cannot be read at all. One that needs too much of something is `BudgetSpent`, thrown by its reader. */
export function malformed(encoding = 'binary', lack?: DocumentLack): ReadDocument {
  const content: Root = { type: 'root', children: [] };
  return { content, encoding, outcome: 'malformed_document', ...(lack === undefined ? {} : { lack }) };
}

/** Bytes at the start and end of a file in which its marks stand, comments and junk included. */
const MARK_BYTES = 65_600;

/** What is missing of a file that cannot be read, of a format whose files begin and end with marks. */
export function missingOf(bytes: Uint8Array, begin: string, end: string): DocumentLack | undefined {
  const has = (part: Uint8Array, mark: string) => Buffer.from(part).includes(mark, 0, 'latin1');
  const isCut = has(bytes.subarray(0, MARK_BYTES), begin) && !has(bytes.subarray(-MARK_BYTES), end);
  return isCut ? 'end' : undefined;
}

/** What the decoding of a document says of it: its encoding, and that it cannot be read where its text is garbage. */
export function readingOf({ encoding, isReadable }: DecodedText): Pick<ReadDocument, 'encoding' | 'outcome'> {
  return isReadable ? { encoding } : { encoding, outcome: 'malformed_document' };
}

/** The content of a document that was turned into a page. Throws `BudgetSpent` when the page needs too much. */
export function contentOfPage({ content, exceeded }: WrittenConversion): Root {
  if (exceeded !== null) throw new BudgetSpent(exceeded);
  return content;
}

/** A table of rows of cells; `align`: of its columns, which nothing is said of by default. */
export function tableOf(rows: readonly (readonly Inline[][])[], align?: Alignment[]): Table {
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const children = rows.map((cells): TableRow => {
    return { type: 'tableRow', children: cells.map((inline) => ({ type: 'tableCell', children: inline })) };
  });
  return { type: 'table', align: align ?? new Array<Alignment>(widest).fill(null), children };
}

/** Texts in which a document speaks of itself, as it writes them. */
type Statements = Readonly<
  Partial<Record<'title' | 'author' | 'description' | 'published' | 'modified' | 'language', string | null>>
>;

/** The first of several texts of which something is left once it is cleaned. */
export function firstSaid(texts: readonly (string | null | undefined)[]): string | null {
  return texts.find((text) => plainText(text ?? '', 1000) !== null) ?? null;
}

/** What a document says of itself, cleaned and within bounds; a field is absent where nothing is left of it. */
export function statedMetadata(said: Statements): Partial<PageMetadata> {
  const line = (field: keyof Statements, limit: number) => plainText(said[field] ?? '', limit);
  const author = line('author', 300);
  const language = line('language', 40) ?? '';
  const fields = {
    title: line('title', 300),
    byline: author,
    author,
    description: line('description', 1000),
    published: pageDate(said.published ?? ''),
    modified: pageDate(said.modified ?? ''),
    language: /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(language) ? language : null,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The media type of a Content-Type header in lower case, without parameters; `''` when there is none. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The file ending of a document's address or name in lower case, without its dot; `''` when there is none. */
export function fileEnding({ url, name }: Pick<DocumentBytes, 'url' | 'name'>): string {
  const path = name ?? parseUrl(url)?.pathname ?? '';
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (file === 'dockerfile') return file;
  const dot = file.lastIndexOf('.');
  return dot > 0 ? file.slice(dot + 1) : '';
}
