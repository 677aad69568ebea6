import type { DocumentLack, Outcome } from '../contract/failure.ts';
import type { Root } from './content/tree.ts';
import { withMedia } from './content/with-media.ts';
import { fieldsOf } from './conversion-fields.ts';
import type { Diagnostics, Fault } from './diagnostics/diagnostics.ts';
import { lazy } from './lazy.ts';
import { writeFrontmatter } from './markdown/frontmatter.ts';
import { writeMarkdown } from './markdown/write.ts';
import { contractMetadata, type PageMetadata, withoutInvisibleFields } from './metadata/metadata.ts';
import type { ConvertOptions, Metadata } from './options.ts';
import { isBlankContent } from './outcome/blank-content.ts';
import { writeText } from './text/write.ts';
import { cutParts, type Part, type PartBounds } from './writing/cut-parts.ts';
import {
  type SizeBounds,
  sizeBounds,
  TooLong,
  utf8Length,
  type WrittenDocument,
  writtenLimit,
} from './writing/written-document.ts';

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
  /** How the conversion went. */
  readonly diagnostics: Diagnostics;
  /**
   * The Markdown in parts of at most `maxTokens` estimated tokens, each to be read alone: heads of tables and fences of code are
   * repeated. Without that option the whole is one part. Listed among the fields only with it.
   */
  readonly parts: readonly string[];
}

/** What is written from a content tree, whatever it was read from. */
export interface WrittenConversion extends Conversion {
  /** What the page needs too much of, as in "more than 800000 elements and texts"; null when nothing. */
  readonly exceeded: string | null;
  /** What a document lacks whose outcome is not `ok`; null when nobody can tell. */
  readonly lack: DocumentLack | null;
  /** The Markdown or the text in parts (`cutParts`), whose own texts joined are the whole. */
  cut(format: 'markdown' | 'text', bounds: PartBounds): readonly Part[];
  /** The content tree, with its links and images whatever the options say of them. */
  readonly content: Root;
}

/** A content tree and what its source says of itself, each computed when it is asked for. */
export interface ConversionSource {
  readonly content: () => Root;
  readonly page: () => PageMetadata;
  readonly outcome: () => Outcome;
  /** What the source needs too much of; null where nobody said. */
  readonly exceeded: () => string | null;
  /** What the source lacks; absent where nobody said. */
  readonly lack?: DocumentLack;
  /** Bytes of the source after all decompression: they bound what is written. */
  readonly readBytes: () => number;
  /** Diagnostics of a conversion whose Markdown is given. */
  readonly diagnostics: (markdown: string) => Diagnostics;
  /** Runs a stage, so that one which throws leaves a fault and `fallback` stands for it. */
  readonly stage: Stage;
}

/** A function that computes a stage once; when it throws, its fault is noted and the fallback is the value. */
type Stage = <T>(name: Fault['stage'], compute: () => T, fallback: () => T) => () => T;

/** A runner of stages that notes their faults in `faults`. */
export function stageRunner(faults: Fault[]): Stage {
  return (name, compute, fallback) =>
    lazy(() => {
      try {
        return compute();
      } catch (thrown) {
        faults.push({ stage: name, message: thrown instanceof Error ? thrown.message : String(thrown) });
        return fallback();
      }
    });
}

/** Markdown, text, metadata and parts of a content tree, by the options of the caller. */
export class LazyConversion implements WrittenConversion {
  readonly #source: ConversionSource;
  readonly #markdown: () => WrittenDocument;
  readonly #text: () => WrittenDocument;
  readonly #page: () => PageMetadata;
  readonly #metadata: () => Metadata;
  readonly #outcome: () => Outcome;
  readonly #exceeded: () => string | null;
  readonly #diagnostics: () => Diagnostics;
  readonly #parts: () => readonly string[];

  constructor(source: ConversionSource, options: ConvertOptions) {
    const url = options.url ?? '';
    const { content, stage } = source;
    const page = lazy(() => withoutInvisibleFields(source.page()));
    const shown = lazy(() => withMedia(content(), options));
    const limit = lazy(() => writtenLimit(source.readBytes()));
    const size = lazy(() => sizeBounds(shown(), options.links === 'reference'));
    /** The Markdown; null when it is longer than the page may be written in. */
    const within = lazy(() => writtenWithin(shown, options, size(), limit()));
    const isTooLong = stage(
      'markdown',
      () => size().most > limit() && within() === null,
      () => false,
    );
    const markdown = stage(
      'markdown',
      () => withFrontmatter(within() ?? NOTHING_WRITTEN, options, page, url),
      () => NOTHING_WRITTEN,
    );
    const text = stage(
      'text',
      () => (isTooLong() ? NOTHING_WRITTEN : writeText(shown())),
      () => NOTHING_WRITTEN,
    );
    this.#source = source;
    this.#page = page;
    this.#markdown = markdown;
    this.#text = text;
    this.#metadata = lazy(() => contractMetadata(page(), content(), text().text, url));
    this.#outcome = lazy(() => {
      const outcome = source.outcome();
      if (outcome !== 'ok') return outcome;
      // Options may leave nothing of a page: one of pictures alone, without its pictures.
      if (isBlankContent(shown())) return 'empty_content';
      return isTooLong() ? 'document_too_complex' : outcome;
    });
    this.#exceeded = lazy(() => {
      content();
      return source.exceeded() ?? (isTooLong() ? `more than ${limit()} bytes of output` : null);
    });
    this.#diagnostics = lazy(() => source.diagnostics(markdown().text));
    this.#parts = lazy(() =>
      this.cut('markdown', { maxTokens: options.maxTokens || Infinity }).map(
        ({ before, own, after }) => before + own + after,
      ),
    );
    Object.defineProperties(this, options.maxTokens ? FIELDS_AND_PARTS : FIELDS);
  }

  get markdown(): string {
    return this.#markdown().text;
  }

  get text(): string {
    return this.#text().text;
  }

  get metadata(): Metadata {
    return this.#metadata();
  }

  get extended(): PageMetadata {
    return this.#page();
  }

  get outcome(): Outcome {
    return this.#outcome();
  }

  get exceeded(): string | null {
    return this.#exceeded();
  }

  get lack(): DocumentLack | null {
    return this.#source.lack ?? null;
  }

  get diagnostics(): Diagnostics {
    return this.#diagnostics();
  }

  get parts(): readonly string[] {
    return this.#parts();
  }

  get content(): Root {
    return this.#source.content();
  }

  cut(format: 'markdown' | 'text', bounds: PartBounds): readonly Part[] {
    return cutParts(format === 'markdown' ? this.#markdown() : this.#text(), bounds);
  }

  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return { ...this };
  }
}

const FIELDS = fieldsOf(LazyConversion.prototype);
const FIELDS_AND_PARTS = { ...FIELDS, ...fieldsOf(LazyConversion.prototype, ['parts']) };

const NOTHING_WRITTEN: WrittenDocument = {
  text: '',
  blockStarts: [],
  itemStarts: [],
  frames: [],
  definitions: new Map(),
};

/** The Markdown of a tree; null when it is longer than `limit` bytes, which a tree much longer is told by its bounds. */
function writtenWithin(
  root: () => Root,
  options: ConvertOptions,
  { least, most }: SizeBounds,
  limit: number,
): WrittenDocument | null {
  if (least > limit) return null;
  try {
    const written = writeMarkdown(root(), options, limit);
    return most <= limit || utf8Length(written.text) <= limit ? written : null;
  } catch (thrown) {
    if (thrown instanceof TooLong) return null;
    throw thrown;
  }
}

/** Front matter, when asked for, is in the first part. */
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
    ...written,
    text: yaml + written.text,
    blockStarts: [0, ...written.blockStarts.slice(1).map(shift)],
    itemStarts: written.itemStarts.map(shift),
    frames: written.frames.map(({ start, end, ...frame }) => ({
      ...frame,
      start: shift(start),
      end: shift(end),
    })),
  };
}
