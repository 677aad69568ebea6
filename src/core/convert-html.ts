import type { Outcome } from '../contract/failure.ts';
import { buildContent } from './content/build.ts';
import { normalizeContent } from './content/normalize.ts';
import type { Root } from './content/tree.ts';
import {
  countContentStructures,
  countPageStructures,
  type Diagnostics,
  type Fault,
  traceRemovals,
} from './diagnostics.ts';
import { ENGINE_VERSION } from './engine-version.ts';
import { type Extraction, extract } from './extract/extract.ts';
import { decodeHtml } from './html/decode.ts';
import { parseHtml } from './html/parse.ts';
import type { HtmlDocument } from './html/tree.ts';
import { writeFrontmatter } from './markdown/frontmatter.ts';
import { cutPages } from './markdown/pages.ts';
import { type WrittenDocument, writeMarkdownDocument } from './markdown/write.ts';
import { firstParagraph } from './metadata/first-paragraph.ts';
import { type PageMetadata, readMetadata } from './metadata/metadata.ts';
import type { ConvertOptions, Metadata } from './options.ts';
import { judgeOutcome } from './outcome/judge-outcome.ts';
import { writeTextDocument } from './text/write.ts';
import { estimateTokens } from './token-estimate.ts';

/** A converted page. Every field is computed when it is first read, once. */
export interface Conversion {
  /** Main content as GitHub-flavoured Markdown. */
  readonly markdown: string;
  /** The same content without any markup. */
  readonly text: string;
  /** The contract's seven metadata fields. */
  readonly metadata: Metadata;
  /** What else the page says of itself. */
  readonly extended: PageMetadata;
  /** `ok`, or why what was found is not the page's content; what was found is returned all the same. */
  readonly outcome: Outcome;
  readonly diagnostics: Diagnostics;
  /**
   * The Markdown or the text in pages of at most `maxTokens` estimated tokens, cut at block boundaries; joined
   * they are the whole (`cutPages`).
   */
  pages(format: 'markdown' | 'text', maxTokens: number): readonly string[];
  /** The content tree that both writers read. */
  readonly content: Root;
  /** The parsed page. */
  readonly document: HtmlDocument;
}

/** What the conversion knows beyond the options of the caller. */
export interface ConvertContext {
  /** HTTP status of the page; it sharpens the outcome. */
  readonly status?: number;
}

/**
 * Converts an HTML page to Markdown and plain text. Synchronous and pure: the result depends on the arguments and
 * the engine version alone. Bytes are decoded as `options.contentType` and the page itself say. Never throws for a
 * page; a `html` that is neither string nor bytes is a TypeError.
 */
export function convertHtml(
  html: string | Uint8Array,
  options: ConvertOptions = {},
  context: ConvertContext = {},
): Conversion {
  if (typeof html !== 'string' && !(html instanceof Uint8Array))
    throw new TypeError(`Pass the page as a string or as bytes; got ${html === null ? 'null' : typeof html}`);
  const url = options.url ?? '';
  const faults: Fault[] = [];
  const stage = <T>(name: Fault['stage'], compute: () => T, fallback: () => T): (() => T) =>
    lazy(() => {
      try {
        return compute();
      } catch (thrown) {
        faults.push({ stage: name, message: thrown instanceof Error ? thrown.message : String(thrown) });
        return fallback();
      }
    });
  const decoded = lazy(() =>
    typeof html === 'string' ? { text: html, encoding: 'utf-8' } : decodeHtml(html, options.contentType),
  );
  const document = lazy(() => parseHtml(decoded().text, url));
  const extraction = stage(
    'extract',
    (): Extraction => (document().truncated ? nothingFrom(document()) : extract(document(), options)),
    () => nothingFrom(document()),
  );
  // A page that broke the node budget is judged by that alone: its passes could cost as much as it likes.
  const content = stage(
    'content',
    (): Root =>
      document().truncated
        ? EMPTY
        : normalizeContent(buildContent(document(), extraction().selection, options)),
    () => EMPTY,
  );
  const markdown = stage(
    'markdown',
    () => withFrontmatter(writeMarkdownDocument(content(), options), options, extended, url),
    () => NOTHING_WRITTEN,
  );
  const text = stage(
    'text',
    () => writeTextDocument(content()),
    () => NOTHING_WRITTEN,
  );
  const extended = lazy(() => readMetadata(document(), url));
  const metadata = lazy((): Metadata => contractMetadata(extended(), content(), text().text, url));
  const outcome = lazy((): Outcome => {
    const evidence = { doc: document(), extraction: extraction(), content: content(), ...context };
    return faults.length > 0 ? 'malformed_document' : judgeOutcome(evidence);
  });
  const diagnostics = lazy(
    (): Diagnostics => ({
      engine: ENGINE_VERSION,
      encoding: decoded().encoding,
      strategy: extraction().strategy,
      ...traceRemovals(document(), extraction()),
      structures: { in: countPageStructures(document()), out: countContentStructures(content()) },
      tokens: estimateTokens(markdown().text),
      faults,
    }),
  );
  return {
    get markdown() {
      return markdown().text;
    },
    get text() {
      return text().text;
    },
    pages(format, maxTokens) {
      return cutPages(format === 'markdown' ? markdown() : text(), maxTokens);
    },
    get metadata() {
      return metadata();
    },
    get extended() {
      return extended();
    },
    get outcome() {
      return outcome();
    },
    get diagnostics() {
      return diagnostics();
    },
    get content() {
      return content();
    },
    get document() {
      return document();
    },
  };
}

const EMPTY: Root = { type: 'root', children: [] };

const NOTHING_WRITTEN: WrittenDocument = { text: '', blockStarts: [], itemStarts: [] };

/** Front matter, when asked for, is part of the first page. */
function withFrontmatter(
  written: WrittenDocument,
  options: ConvertOptions,
  page: () => PageMetadata,
  url: string,
): WrittenDocument {
  if (options.frontmatter !== true) return written;
  const { title, author, byline, siteName, published, modified, language, description, image } = page();
  const fields = {
    title,
    url,
    author: author ?? byline,
    site: siteName,
    published,
    modified,
    language,
    description,
    image,
  };
  const yaml = writeFrontmatter(fields);
  const shift = (offset: number): number => offset + yaml.length;
  return {
    text: yaml + written.text,
    blockStarts: [0, ...written.blockStarts.slice(1).map(shift)],
    itemStarts: written.itemStarts.map(shift),
  };
}

/** The extraction of a page that is not to be read: nothing is removed, nothing is looked at. */
function nothingFrom(doc: HtmlDocument): Extraction {
  return { selection: { removedBy: new Uint8Array(doc.nodes.length), steps: [] }, strategy: 'none' };
}

/** A function that computes its value at the first call and keeps it. */
function lazy<T>(compute: () => T): () => T {
  let value: T;
  let done = false;
  return () => {
    if (!done) {
      value = compute();
      done = true;
    }
    return value;
  };
}

function contractMetadata(page: PageMetadata, content: Root, text: string, url: string): Metadata {
  return {
    title: page.title,
    byline: page.byline,
    excerpt: page.description ?? firstParagraph(content),
    siteName: page.siteName,
    length: codePointsIn(text),
    dir: page.dir,
    url,
  };
}

function codePointsIn(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const low = text.charCodeAt(i + 1);
    if (low >= 0xdc00 && low <= 0xdfff) {
      count--;
      i++;
    }
  }
  return count;
}
