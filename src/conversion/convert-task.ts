import { createHash } from 'node:crypto';
import type { ExtendedMetadata } from '../contract/convert.ts';
import { type Conversion, convertHtml } from '../core/convert-html.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { PageMetadata } from '../core/metadata/metadata.ts';
import type { ConvertOptions } from '../core/options.ts';
import type { WrittenConversion } from '../core/write-conversion.ts';
import type { Part } from '../core/writing/cut-parts.ts';
import { estimateTokens } from '../core/writing/token-estimate.ts';
import { convertDocument } from '../documents/convert-document.ts';
import type { DocumentKind } from '../documents/document.ts';
import { documentKind } from '../documents/document-kind.ts';
import { contentDigest, pageVersion, writeCursor } from './page-cursor.ts';
import { listImages, listLinks } from './page-lists.ts';
import type { PageOutput, PageTask } from './ports.ts';
import { wordSet } from './word-set.ts';

/** A page with all that an answer could tell of it. */
interface Converted {
  readonly whole: string;
  /** Of the whole; '' where it is not asked for. */
  readonly digest: string;
  readonly facts: Omit<PageOutput, 'content' | 'tokens' | 'etag'>;
  /** For the choice between the views of the page; no part of the answer. */
  readonly choice: Pick<PageOutput, 'incomplete' | 'words'>;
  readonly parts: readonly Part[];
}

/**
 * Converts one page or document where it is called: inside a worker, or in the process of the command line. A page is
 * converted before the call returns its promise; the parser of another kind of document is loaded when one comes.
 */
export async function convertTask(task: PageTask): Promise<PageOutput> {
  const kind = documentKind(task);
  if (kind === null) return tagged(task, { content: '', outcome: 'unsupported_media_type', tokens: 0 });
  if (task.part === undefined) {
    const { whole, facts, choice } = await convertWhole(kind, task);
    return { ...tagged(task, { content: whole, tokens: estimateTokens(whole), ...facts }), ...choice };
  }
  const sha256 = createHash('sha256').update(task.bytes).digest('hex');
  const name = nameOf(task, sha256);
  const converted = openWalk.find(name, task.part.digest) ?? (await convertWhole(kind, task));
  const { content, ...place } = partOf(task.part, converted, pageVersion(sha256));
  if (place.nextCursor !== undefined) openWalk.keep(name, converted.digest, converted);
  const { facts, choice } = converted;
  return { ...tagged(task, { content, tokens: estimateTokens(content), ...place, ...facts }), ...choice };
}

/** How long the last page waits for its next part, in milliseconds: a model reads a part in less. */
const KEPT_MS = 60_000;

/** The last page of this thread that was given in parts and has more. */
class OpenWalk<Page> {
  #last: { readonly name: string; readonly digest: string; readonly page: Page } | null = null;
  #end: NodeJS.Timeout | undefined;

  /** The page when it is the last one, and its content has the digest. */
  find(name: string, digest: string | undefined): Page | null {
    const last = this.#last;
    return last !== null && last.name === name && last.digest === digest ? last.page : null;
  }

  /** Keeps a page in place of the last one, until no part was asked for in a minute. */
  keep(name: string, digest: string, page: Page): void {
    this.#last = { name, digest, page };
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      this.#last = null;
    }, KEPT_MS).unref();
  }
}

/**
 * The page that is read part by part, so that its next part does not cost it whole again. Only who has a cursor, and so the
 * content's digest, is given of it: no timing tells a caller what another one reads.
 */
const openWalk = new OpenWalk<Converted>();

async function convertWhole(kind: DocumentKind, task: PageTask): Promise<Converted> {
  const { format, options, part } = task;
  const conversion = await conversionOf(kind, task, options);
  const whole = format === 'text' ? conversion.text : conversion.markdown;
  const digest = part !== undefined || task.wantDiagnostics ? contentDigest(whole) : '';
  const facts = {
    outcome: conversion.outcome,
    ...(conversion.exceeded === null ? {} : { exceeded: conversion.exceeded }),
    ...(conversion.lack === null ? {} : { lack: conversion.lack }),
    ...(task.wantMetadata ? { metadata: conversion.metadata } : {}),
    ...(task.wantExtended ? { extended: extendedOf(conversion.extended) } : {}),
    ...(await listsOf(kind, task, conversion)),
    ...(task.wantDiagnostics ? { diagnostics: { ...conversion.diagnostics, contentDigest: digest } } : {}),
  };
  const choice = choiceOf(task, conversion);
  return { whole, digest, facts, choice, parts: part === undefined ? [] : conversion.parts(format, part) };
}

function choiceOf(
  { rendered = false, wantWords = false }: PageTask,
  conversion: Conversion | WrittenConversion,
): Converted['choice'] {
  const incomplete = 'incomplete' in conversion ? conversion.incomplete : [];
  return {
    ...(incomplete.length === 0 ? {} : { incomplete }),
    ...(wantWords && (rendered || incomplete.length > 0) ? { words: wordSet(conversion.text) } : {}),
  };
}

/** What a conversion in parts depends on. */
function nameOf({ bytes: _, part, encoding: __, ...task }: PageTask, sha256: string): string {
  return JSON.stringify([sha256, part?.maxTokens, part?.maxBytes, task]);
}

/** Page or document of a task; a page's has its `document`. */
export function conversionOf(
  kind: DocumentKind,
  task: PageTask,
  options: ConvertOptions,
): Conversion | Promise<WrittenConversion> {
  const { bytes, contentType, url, status } = task;
  const all = { ...options, url, ...(contentType === undefined ? {} : { contentType }) };
  return kind === 'html'
    ? convertHtml(bytes, all, {
        status,
        rendered: task.rendered === true,
        isLoading: task.isLoading === true,
      })
    : convertDocument(kind, task, all);
}

/** The asked part of the content, and where the next one is. */
function partOf(
  { digest, version: _, index, ...bounds }: NonNullable<PageTask['part']>,
  { digest: wholeDigest, parts }: Converted,
  version: string,
): Pick<PageOutput, 'content' | 'part' | 'nextCursor' | 'cursorExpired'> {
  const asked = parts[index];
  if (digest !== undefined && (digest !== wholeDigest || asked === undefined))
    return { content: '', cursorExpired: true };
  const { before, own, after, isOver } = asked ?? { before: '', own: '', after: '', isOver: false };
  const next = index + 1;
  return {
    content: before + own + after,
    part: { before, after, isOver },
    ...(next < parts.length
      ? { nextCursor: writeCursor({ ...bounds, digest: wholeDigest, version, index: next }) }
      : {}),
  };
}

/** The lists are of the content itself, also when the options leave links or images out of what is written. */
async function listsOf(
  kind: DocumentKind,
  task: PageTask,
  conversion: WrittenConversion,
): Promise<Pick<PageOutput, 'links' | 'images'>> {
  if (!task.wantLinks && !task.wantImages) return {};
  const { links, images, ...shape } = task.options;
  const written = (links ?? 'inline') !== 'none' && (images ?? 'keep') === 'keep';
  const { content } = written ? conversion : await conversionOf(kind, task, shape);
  return {
    ...(task.wantLinks ? { links: listLinks(content) } : {}),
    ...(task.wantImages ? { images: listImages(content) } : {}),
  };
}

function extendedOf(page: PageMetadata): ExtendedMetadata {
  const { published, modified, author, language, canonical, image, siteName } = page;
  return { published, modified, author, language, canonical, image, site: siteName };
}

/** Adds a strong entity tag (RFC 9110, 8.8.3) over engine, format, options and all that is returned. */
function tagged({ format, options, url }: PageTask, output: Omit<PageOutput, 'etag'>): PageOutput {
  const facts = JSON.stringify([ENGINE_VERSION, format, options, url, output]);
  return { ...output, etag: `"${createHash('sha256').update(facts).digest('base64url')}"` };
}
