import { createHash } from 'node:crypto';
import type { ExtendedMetadata } from '../contract/convert.ts';
import { type Conversion, convertHtml } from '../core/convert-html.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { PageMetadata } from '../core/metadata/metadata.ts';
import type { ConvertOptions } from '../core/options.ts';
import { estimateTokens } from '../core/token-estimate.ts';
import type { WrittenConversion } from '../core/write-conversion.ts';
import { convertDocument } from '../documents/convert-document.ts';
import type { DocumentKind } from '../documents/document.ts';
import { documentKind } from '../documents/document-kind.ts';
import { contentDigest, pageVersion, writeCursor } from './page-cursor.ts';
import { listImages, listLinks } from './page-lists.ts';
import type { PageOutput, PageTask } from './ports.ts';

/**
 * Converts one page or document where it is called: inside a worker, or in the process of the command line. A page is
 * converted before the call returns its promise; the parser of another kind of document is loaded when one comes.
 */
export async function convertTask(task: PageTask): Promise<PageOutput> {
  const { format, options } = task;
  const kind = documentKind(task);
  if (kind === null) return tagged(task, { content: '', outcome: 'unsupported_media_type', tokens: 0 });
  const conversion = await conversionOf(kind, task, options);
  const whole = format === 'text' ? conversion.text : conversion.markdown;
  const { content, ...place } = partOf(task, conversion, whole);
  return tagged(task, {
    content,
    outcome: conversion.outcome,
    ...(conversion.exceeded === null ? {} : { exceeded: conversion.exceeded }),
    tokens: estimateTokens(content),
    ...place,
    ...(task.wantMetadata ? { metadata: conversion.metadata } : {}),
    ...(task.wantExtended ? { extended: extendedOf(conversion.extended) } : {}),
    ...(await listsOf(kind, task, conversion)),
    ...(task.wantDiagnostics
      ? { diagnostics: { ...conversion.diagnostics, contentDigest: contentDigest(whole) } }
      : {}),
  });
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
    ? convertHtml(bytes, all, { status, rendered: task.rendered === true })
    : convertDocument(kind, task, all);
}

/** The asked part of the content, and where the next one is. */
function partOf(
  { bytes, part, format }: PageTask,
  conversion: WrittenConversion,
  whole: string,
): Pick<PageOutput, 'content' | 'part' | 'nextCursor' | 'cursorExpired'> {
  if (part === undefined) return { content: whole };
  const { digest, version: _, index, ...bounds } = part;
  const wholeDigest = contentDigest(whole);
  const parts = conversion.parts(format, bounds);
  const asked = parts[index];
  if (digest !== undefined && (digest !== wholeDigest || asked === undefined))
    return { content: '', cursorExpired: true };
  const { before, own, after, isOver } = asked ?? { before: '', own: '', after: '', isOver: false };
  const next = index + 1;
  const version = pageVersion(createHash('sha256').update(bytes).digest('hex'));
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
