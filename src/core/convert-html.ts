import type { Outcome } from '../contract/failure.ts';
import { Budget } from './budget.ts';
import { buildContent } from './content/build.ts';
import { namePictures } from './content/name-pictures.ts';
import { normalizeContent } from './content/normalize.ts';
import { withoutRepeatedLines } from './content/repeats.ts';
import { withTitleHeading } from './content/title-heading.ts';
import type { Block, Root } from './content/tree.ts';
import {
  countContentStructures,
  countPageStructures,
  type Diagnostics,
  type Fault,
} from './diagnostics/diagnostics.ts';
import { traceRemovals } from './diagnostics/trace-removals.ts';
import { readFrames } from './embedded/read-frames.ts';
import { withEmbeddedContent } from './embedded/with-embedded-content.ts';
import { ENGINE_VERSION } from './engine-version.ts';
import { decodeHtml } from './html/decode.ts';
import { parseHtml } from './html/parse.ts';
import type { HtmlDocument } from './html/tree.ts';
import { isXhtml, type WrittenXhtml, writeXhtml } from './html/xhtml.ts';
import { type InvisibleCounts, noInvisible } from './invisible-characters.ts';
import { lazy } from './lazy.ts';
import { type PageMetadata, type PageSummary, readMetadata, readSummary } from './metadata/metadata.ts';
import type { ConvertOptions } from './options.ts';
import { isBlankContent } from './outcome/blank-content.ts';
import { judgeOutcome, type Verdict } from './outcome/judge-outcome.ts';
import type { StubModel } from './outcome/page-reading.ts';
import { annotate } from './page/annotate.ts';
import { PageTitles } from './page/page-titles.ts';
import { judgeVisibility, UNJUDGED, type VisibilityFacts } from './page/visibility/judge-visibility.ts';
import type { decide } from './select/decide.ts';
import { type Extraction, extract } from './select/extract.ts';
import { readSelectors, tooManySelectors } from './select/selectors/apply-selectors.ts';
import {
  type ConversionSource,
  LazyConversion,
  stageRunner,
  type WrittenConversion,
} from './write-conversion.ts';
import { estimateTokens } from './writing/token-estimate.ts';
import { utf8Length } from './writing/written-document.ts';

/** A converted page, with what the service asks of it. */
export interface ConvertedHtml extends WrittenConversion {
  /** The parsed page. */
  readonly document: HtmlDocument;
  /** What speaks for content that scripts have yet to bring; empty where nothing does, and for a rendered page. */
  readonly incomplete: readonly string[];
}

/** What the conversion knows beyond the options of the caller. */
export interface ConvertContext {
  /** HTTP status of the page; it sharpens the outcome. */
  readonly status?: number;
  /** A browser made the document: its scripts have run. */
  readonly rendered?: boolean;
  /** The browser's time was over before the page had come to its end. */
  readonly isLoading?: boolean;
  /** Where characters that show nothing are counted as they go; see `Diagnostics.invisible`. */
  readonly invisible?: InvisibleCounts;
  /** The work that the page may cost; by its bytes unless given. */
  readonly budget?: Budget;
  /** What decides which blocks stay, to measure another model or other rules; the engine's own unless given. */
  readonly decide?: typeof decide;
  /** What tells how likely a page is a stub, to train or measure another; the engine's own unless given. */
  readonly stubModel?: StubModel;
}

/**
 * Converts an HTML page to Markdown and plain text. Synchronous and pure: the result depends on the arguments and
 * the engine version alone. Bytes are decoded as `options.contentType` and the page itself say. Never throws for a
 * page; a `html` that is neither string nor bytes is a TypeError, a selector that is none a SyntaxError (as in the DOM), more
 * selectors than `MAX_SELECTORS` a RangeError.
 */
export function convertHtml(
  html: string | Uint8Array,
  options: ConvertOptions = {},
  context: ConvertContext = {},
): ConvertedHtml {
  checkArguments(html, options);
  const url = options.url ?? '';
  const faults: Fault[] = [];
  const stage = stageRunner(faults);
  const pageBytes = typeof html === 'string' ? utf8Length(html) : html.length;
  const readBytes = (): number => pageBytes;
  const budget = context.budget ?? Budget.for(pageBytes);
  // The decoded text is not held: megabytes, of which the strings of the tree keep what they need.
  const parsed = lazy(() => {
    const { text, encoding, isReadable } =
      typeof html === 'string'
        ? { text: html.toWellFormed(), encoding: 'utf-8', isReadable: true }
        : decodeHtml(html, options.contentType);
    // A browser has written what it made as HTML.
    const xml = context.rendered !== true && isXhtml(text, options.contentType) ? writeXhtml(text) : null;
    const source = xml !== null && 'html' in xml ? xml.html : text;
    // Every encoding has U+0000 from bytes of zero alone, which are found faster.
    const page = parseHtml(source, url, budget, typeof html === 'string' || html.includes(0));
    if (context.rendered === true) page.scriptsRan = true;
    if (!page.truncated)
      budget.stage(
        () => judgeVisibility(page),
        () => UNJUDGED,
      );
    const document = context.rendered ? page : withEmbeddedContent(readFrames(page), url);
    const metadata = lazy(() => readMetadata(document, url));
    document.author = () => metadata().author;
    return { document, encoding, isReadable, xml, metadata };
  });
  const document = (): HtmlDocument => parsed().document;
  const visibility = (): VisibilityFacts =>
    budget.exceeded === null ? judgeVisibility(document()) : UNJUDGED;
  const annotated = lazy(() => annotate(document()));
  // A page that needs too much is judged by that alone: the passes that are left could cost as much as it likes.
  const nothing = (): Extraction => nothingFrom(document());
  const extraction = stage(
    'extract',
    () =>
      document().truncated || budget.exceeded !== null
        ? nothing()
        : budget.stage(() => extract(annotated(), options, context.decide), nothing),
    nothing,
  );
  const invisible = context.invisible ?? noInvisible();
  const build = (): Root => {
    const built = buildContent(annotated(), extraction().selection, options);
    const settled = normalizeContent(built, budget, invisible);
    if (options.scope === 'full') return namePictures(settled);
    const titles = lazy(() => new PageTitles(document()));
    return namePictures(withTitleHeading(withoutRepeatedLines(settled), titles));
  };
  const found = stage(
    'content',
    (): Root => (extraction().strategy === 'none' ? EMPTY : budget.stage(build, () => EMPTY)),
    () => EMPTY,
  );
  const page = (): PageMetadata => parsed().metadata();
  // The outcome is that of what the page shows: its summary makes no success of a shell.
  const content = lazy(() => {
    const shown = found();
    return faults.length === 0 && budget.exceeded === null && wasSought(extraction(), options)
      ? withSummary(shown, () => readSummary(document(), url))
      : shown;
  });
  const verdict = lazy((): Verdict => {
    const evidence = { doc: document(), extraction: extraction(), content: found(), ...context };
    if (budget.exceeded !== null) return { outcome: 'document_too_complex', signs: [budget.exceeded] };
    if (faults.length > 0) return { outcome: 'malformed_document', signs: [] };
    if (!parsed().isReadable) return { outcome: 'malformed_document', signs: ['text in no known encoding'] };
    return judgeOutcome(evidence);
  });
  const outcome = (): Outcome => verdict().outcome;
  const diagnostics = (markdown: string): Diagnostics => ({
    engine: ENGINE_VERSION,
    encoding: parsed().encoding,
    ...xmlOf(parsed().xml),
    strategy: content() === found() ? extraction().strategy : 'summary',
    ...traceRemovals(document(), visibility(), extraction(), found()),
    structures: { in: countPageStructures(document()), out: countContentStructures(found()) },
    invisible,
    tokens: estimateTokens(markdown),
    outcomeSigns: verdict().signs,
    faults,
  });
  const exceeded = (): string | null => budget.exceeded;
  const source = { content, page, outcome, exceeded, readBytes, diagnostics, stage };
  return new PageConversion(source, options, document, () => verdict().incomplete ?? []);
}

function checkArguments(html: unknown, options: ConvertOptions): void {
  if (typeof html !== 'string' && !(html instanceof Uint8Array))
    throw new TypeError(`Pass the page as a string or as bytes; got ${html === null ? 'null' : typeof html}`);
  const selectors = [options.includeSelectors, options.excludeSelectors].map(readSelectors);
  const problem = selectors.flatMap(({ problems }) => problems)[0];
  if (problem !== undefined) throw new SyntaxError(problem);
  const tooMany = tooManySelectors(selectors);
  if (tooMany !== null) throw new RangeError(tooMany);
}

class PageConversion extends LazyConversion implements ConvertedHtml {
  readonly #document: () => HtmlDocument;
  readonly #incomplete: () => readonly string[];

  constructor(
    source: ConversionSource,
    options: ConvertOptions,
    document: () => HtmlDocument,
    incomplete: () => readonly string[],
  ) {
    super(source, options);
    this.#document = document;
    this.#incomplete = incomplete;
  }

  get document(): HtmlDocument {
    return this.#document();
  }

  get incomplete(): readonly string[] {
    return this.#incomplete();
  }
}

const EMPTY: Root = { type: 'root', children: [] };

/** How a page of XML was read. */
function xmlOf(xml: WrittenXhtml | null): Pick<Diagnostics, 'xml'> {
  if (xml === null) return {};
  return {
    xml: 'fault' in xml ? `read as HTML, because it is not well-formed: ${xml.fault}` : 'well-formed',
  };
}

/** Whether the content was sought in the page: it was read, and the caller did not say what of it stays. */
function wasSought({ strategy }: Extraction, { scope }: ConvertOptions): boolean {
  return strategy !== 'none' && strategy !== 'selectors' && scope !== 'full';
}

/** The extraction of a page that is not to be read: nothing is removed, nothing is looked at. */
function nothingFrom(doc: HtmlDocument): Extraction {
  return { selection: { removedBy: new Uint8Array(doc.nodes.length), steps: [] }, strategy: 'none' };
}

/**
 * What a page of which nothing was found says of itself to those who link to it: its title and its description, which on the
 * shell of a thread or an article is its beginning. Content with any text or picture is returned as it is, and so is that
 * of a page without a description.
 */
function withSummary(content: Root, page: () => PageSummary): Root {
  if (!isBlankContent(content)) return content;
  const { title, description } = page();
  if (description === null) return content;
  const heading: Block = { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] };
  const paragraph: Block = { type: 'paragraph', children: [{ type: 'text', value: description }] };
  return { type: 'root', children: title === '' ? [paragraph] : [heading, paragraph] };
}
