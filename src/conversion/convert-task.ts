import { createHash } from 'node:crypto';
import type { ExtendedMetadata } from '../contract/convert.ts';
import type { DocumentKind } from '../contract/document-kinds.table.ts';
import { type ConvertedHtml, convertHtml } from '../core/convert-html.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { PageMetadata } from '../core/metadata/metadata.ts';
import type { ConvertOptions } from '../core/options.ts';
import { signsOfBareRefusal } from '../core/outcome/gate.ts';
import type { WrittenConversion } from '../core/write-conversion.ts';
import type { Part } from '../core/writing/cut-parts.ts';
import { estimateTokens } from '../core/writing/token-estimate.ts';
import { convertDocument } from '../documents/convert-document.ts';
import { documentKind, unreadKind } from '../documents/document-kind.ts';
import { defined } from './defined.ts';
import { contentDigest, pageVersion, writeCursor } from './page-cursor.ts';
import { formsOf } from './page-forms.ts';
import { listImages, listLinks } from './page-lists.ts';
import type { FurtherOutput, PageOutput, PageTask } from './ports.ts';
import { wordSet } from './word-set.ts';

/** A page with all that an answer could tell of it. */
interface Converted {
  readonly conversion: WrittenConversion;
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
  if (kind === null) {
    const outcome = 'unsupported_media_type';
    return tagged(task, { content: '', outcome, tokens: 0, unread: unreadKind(task) });
  }
  const { part } = task;
  const converted = await convertWhole(kind, task);
  if (part === undefined)
    return withFurther(task, outputOf(task, { content: converted.whole }, converted), () =>
      otherFormat(task, converted),
    );
  const sha256 = task.sha256 ?? createHash('sha256').update(task.bytes).digest('hex');
  const version = pageVersion(sha256);
  const asked = outputOf(task, placeOf(part, converted, version), converted);
  return withFurther(task, asked, () => partsAfter(task, part, converted, version));
}

/** Parts that are given beside the one that was asked for, and bytes that the facts which each repeats may have in all. */
const MOST_PARTS_AHEAD = 256;
const MOST_FACTS_AHEAD_BYTES = 1_048_576;

/** Adds what was not asked for yet, where it is wanted and there is content. */
function withFurther(task: PageTask, output: PageOutput, further: () => FurtherOutput[]): PageOutput {
  const isWanted = task.wantFurther === true && output.outcome === 'ok' && !output.cursorExpired;
  return isWanted ? { ...output, further: further() } : output;
}

/** An answer with some content of what was converted; `place`: where the part stands. */
function outputOf(
  task: PageTask,
  { content, ...place }: Pick<PageOutput, 'content' | 'part' | 'nextCursor' | 'cursorExpired'>,
  { facts, choice }: Pick<Converted, 'facts' | 'choice'>,
): PageOutput {
  return { ...tagged(task, { content, tokens: estimateTokens(content), ...place, ...facts }), ...choice };
}

function otherFormat(task: PageTask, { conversion, facts, choice }: Converted): FurtherOutput[] {
  const format = task.format === 'text' ? 'markdown' : 'text';
  const whole = conversion[format];
  if (whole === '') return [];
  const { diagnostics } = facts;
  const digests = diagnostics && { diagnostics: { ...diagnostics, contentDigest: contentDigest(whole) } };
  const other = { facts: { ...facts, ...digests }, choice };
  return [{ asked: { format }, output: outputOf({ ...task, format }, { content: whole }, other) }];
}

function partsAfter(task: PageTask, part: PagePart, converted: Converted, version: string): FurtherOutput[] {
  const { digest, parts, facts } = converted;
  // Views are compared by their first parts.
  const { words: _, ...choice } = converted.choice;
  const factsBytes = JSON.stringify(facts).length;
  const most = Math.min(MOST_PARTS_AHEAD, Math.ceil(MOST_FACTS_AHEAD_BYTES / factsBytes));
  return parts.slice(part.index + 1, part.index + 1 + most).map((__, i) => {
    const next = { ...part, digest, index: part.index + 1 + i };
    const output = outputOf(task, placeOf(next, converted, version), { facts, choice });
    return { asked: { format: task.format, part: next }, output };
  });
}

async function convertWhole(kind: DocumentKind, task: PageTask): Promise<Converted> {
  const { format, options, part } = task;
  const conversion = await conversionOf(kind, task, options);
  const whole = format === 'text' ? conversion.text : conversion.markdown;
  const digest = part !== undefined || task.wantDiagnostics ? contentDigest(whole) : '';
  const facts = {
    // A page of pictures alone has no text.
    outcome: conversion.outcome === 'ok' && whole === '' ? 'empty_content' : conversion.outcome,
    ...(conversion.exceeded === null ? {} : { exceeded: conversion.exceeded }),
    ...(conversion.lack === null ? {} : { lack: conversion.lack }),
    ...(task.wantMetadata ? { metadata: conversion.metadata } : {}),
    ...(task.wantExtended ? { extended: extendedOf(conversion.extended) } : {}),
    ...(await listsOf(kind, task, conversion)),
    ...(task.forms === undefined ? {} : { forms: await formsOf(kind, task, conversion) }),
    ...(task.wantDiagnostics ? { diagnostics: { ...conversion.diagnostics, contentDigest: digest } } : {}),
  };
  return {
    conversion,
    whole,
    digest,
    facts,
    choice: choiceOf(task, conversion),
    parts: part === undefined ? [] : conversion.cut(format, part),
  };
}

function choiceOf(
  { rendered = false, wantWords = false, status }: PageTask,
  conversion: ConvertedHtml | WrittenConversion,
): Converted['choice'] {
  const incomplete =
    'incomplete' in conversion
      ? conversion.incomplete
      : signsOfBareRefusal(status, conversion.text.split(/\s+/).length);
  return {
    ...(incomplete.length === 0 ? {} : { incomplete }),
    ...(wantWords && (rendered || incomplete.length > 0) ? { words: wordSet(conversion.text) } : {}),
  };
}

/** Page or document of a task; a page's has its `document`. */
export function conversionOf(
  kind: DocumentKind,
  task: PageTask,
  options: ConvertOptions,
): ConvertedHtml | Promise<WrittenConversion> {
  const { bytes, contentType, url, status } = task;
  const all = { ...options, url, ...defined({ contentType }) };
  return kind === 'html'
    ? convertHtml(bytes, all, {
        status,
        rendered: task.rendered === true,
        isLoading: task.isLoading === true,
      })
    : convertDocument(kind, task, all);
}

type PagePart = NonNullable<PageTask['part']>;

/** The asked part of the content, and where the next one is. */
function placeOf(
  { digest, version: _, index, ...bounds }: PagePart,
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
