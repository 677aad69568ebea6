import type { DocumentKind } from '../contract/document-kinds.table.ts';
import type { Outcome } from '../contract/failure.ts';
import { Budget, BudgetSpent } from '../core/budget.ts';
import { normalizeContent } from '../core/content/normalize.ts';
import { plainText } from '../core/content/plain-text.ts';
import type { Root } from '../core/content/tree.ts';
import { countContentStructures, type Fault } from '../core/diagnostics/diagnostics.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { type InvisibleCounts, noInvisible } from '../core/invisible-characters.ts';
import { lazy } from '../core/lazy.ts';
import type { PageMetadata } from '../core/metadata/metadata.ts';
import { plainText as plainLine } from '../core/metadata/plain-text.ts';
import { nameOfPlace } from '../core/metadata/title-and-site.ts';
import type { ConvertOptions } from '../core/options.ts';
import { isBlankContent } from '../core/outcome/blank-content.ts';
import { walkContent } from '../core/walk-content.ts';
import { LazyConversion, stageRunner, type WrittenConversion } from '../core/write-conversion.ts';
import { estimateTokens } from '../core/writing/token-estimate.ts';
import {
  type DocumentBytes,
  MalformedDocument,
  malformed,
  missingOf,
  type ReadDocument,
} from './document.ts';

const MAX_TITLE = 300;
const EMPTY = (): Root => ({ type: 'root', children: [] });

/** Reads a document; what shows nothing and is taken out on the way is added to `invisible`. */
type Reader = (
  document: DocumentBytes,
  options: ConvertOptions,
  invisible: InvisibleCounts,
) => ReadDocument | Promise<ReadDocument>;

/** How each kind is read. A reader, and the parser it needs, is loaded when the first document of its kind comes. */
const READERS: Readonly<Record<Exclude<DocumentKind, 'html'>, () => Promise<Reader>>> = {
  text: async () => (await import('./read-text.ts')).readText,
  code: async () => (await import('./read-text.ts')).readCode,
  json: async () => (await import('./read-text.ts')).readJson,
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  docx: async () => (await import('./docx/read-docx.ts')).readDocx,
  xlsx: async () => (await import('./sheets/read-xlsx.ts')).readXlsx,
  ods: async () => (await import('./sheets/read-ods.ts')).readOds,
  csv: async () => (await import('./sheets/read-csv.ts')).readCsv,
  pptx: async () => (await import('./slides/read-pptx.ts')).readPptx,
  odt: async () => (await import('./odt/read-odt.ts')).readOdt,
  epub: async () => (await import('./epub/read-epub.ts')).readEpub,
  notebook: async () => (await import('./read-notebook.ts')).readNotebook,
  feed: async () => (await import('./feed/read-feed.ts')).readFeed,
  markdown: async () => (await import('./markdown/read-markdown.ts')).readMarkdown,
};

/** Loads the reader of a kind of document, and the parser it needs. */
export const loadReader = (kind: Exclude<DocumentKind, 'html'>): Promise<Reader> => READERS[kind]();

/**
 * Converts a document that is no page, through the same content tree and the same writers. The result depends on the
 * arguments and the engine version alone. A document that cannot be read is an outcome, never an exception.
 */
export async function convertDocument(
  kind: Exclude<DocumentKind, 'html'>,
  document: DocumentBytes,
  options: ConvertOptions,
): Promise<WrittenConversion> {
  const faults: Fault[] = [];
  const invisible = noInvisible();
  const read = await readSafely(kind, document, options, invisible, faults);
  const stage = stageRunner(faults);
  const readBytes = (): number => read.readBytes ?? document.bytes.length;
  const budget = Budget.for(readBytes());
  const content = stage(
    'content',
    () => budget.stage(() => normalizeContent(read.content, budget, invisible), EMPTY),
    EMPTY,
  );
  const exceeded = (): string | null => {
    content();
    return read.exceeded ?? budget.exceeded;
  };
  const outcome = (): Outcome => {
    if (faults.length > 0) return 'malformed_document';
    if (exceeded() !== null) return 'document_too_complex';
    return read.outcome ?? (isBlankContent(content()) ? 'empty_content' : 'ok');
  };
  const page = lazy(() => pageOf(read, content(), document));
  const lacking = document.bytes.length === 0 ? 'bytes' : read.lack;
  const lack = lacking === undefined ? {} : { lack: lacking };
  const diagnostics = (markdown: string) => {
    const structures = countContentStructures(content());
    const lost = (read.removed ?? []).reduce((sum, { text }) => sum + visibleLength(text), 0);
    const kept = lost === 0 ? 1 : visibleLength(written.text);
    return {
      engine: ENGINE_VERSION,
      encoding: read.encoding,
      strategy: kind,
      keptShare: kept + lost === 0 ? 0 : kept / (kept + lost),
      structures: { in: structures, out: structures },
      removed: read.removed ?? [],
      disclosed: [],
      invisible,
      tokens: estimateTokens(markdown),
      outcomeSigns: [exceeded() ?? [], lacking === undefined ? [] : `no ${lacking}`].flat(),
      faults,
    };
  };
  const written = new LazyConversion(
    { content, page, outcome, exceeded, ...lack, readBytes, diagnostics, stage },
    { ...options, url: document.url },
  );
  return written;
}

async function readSafely(
  kind: Exclude<DocumentKind, 'html'>,
  document: DocumentBytes,
  options: ConvertOptions,
  invisible: InvisibleCounts,
  faults: Fault[],
): Promise<ReadDocument> {
  const reader = await loadReader(kind);
  try {
    return await reader(document, options, invisible);
  } catch (thrown) {
    if (thrown instanceof BudgetSpent)
      return { content: EMPTY(), encoding: 'binary', exceeded: thrown.message };
    // The stack of the thread, or the longest string or array that there may be.
    if (thrown instanceof RangeError && /call stack|(?:string|array) length/i.test(thrown.message))
      return { content: EMPTY(), encoding: 'binary', exceeded: 'more than is read of one document' };
    if (thrown instanceof MalformedDocument)
      return malformed('binary', thrown.lack ?? missingOf(document.bytes, 'PK\x03\x04', 'PK\x05\x06'));
    faults.push({ stage: 'extract', message: thrown instanceof Error ? thrown.message : String(thrown) });
    return { content: EMPTY(), encoding: 'binary' };
  }
}

/** What the document says of itself; its title else its first heading, its file name or host. */
function pageOf({ page = {} }: ReadDocument, content: Root, { url, name }: DocumentBytes): PageMetadata {
  return {
    byline: null,
    description: null,
    siteName: null,
    dir: null,
    published: null,
    modified: null,
    author: null,
    language: null,
    canonical: null,
    image: null,
    ...page,
    title: page.title || firstHeading(content) || nameOfPlace(name ?? url),
  };
}

function firstHeading(content: Root): string | null {
  let title: string | null = null;
  walkContent(content, (node) => {
    if (node.type === 'heading') title = plainLine(plainText(node.children), MAX_TITLE);
    return title !== null;
  });
  return title;
}

/** Characters that are not white space. */
function visibleLength(text: string): number {
  return text.replace(/\s+/g, '').length;
}
