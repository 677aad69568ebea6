import { createHash } from 'node:crypto';
import type { ExtendedMetadata } from '../contract/convert.ts';
import { type Conversion, convertHtml } from '../core/convert-html.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { PageMetadata } from '../core/metadata/metadata.ts';
import type { ConvertOptions } from '../core/options.ts';
import { estimateTokens } from '../core/token-estimate.ts';
import { isHtml } from './media-type.ts';
import { contentDigest, writeCursor } from './page-cursor.ts';
import { listImages, listLinks } from './page-lists.ts';
import type { PageOutput, PageTask } from './ports.ts';

/** Converts one page where it is called: inside a worker, or in the process of the command line. */
export function convertTask(task: PageTask): PageOutput {
  const { bytes, contentType, status, format, options } = task;
  if (!isHtml(contentType, bytes)) {
    return tagged(task, { content: '', outcome: 'unsupported_media_type', tokens: 0 });
  }
  const conversion = convertHtml(bytes, pageOptions(task, options), {
    status,
    rendered: task.rendered === true,
  });
  const whole = format === 'text' ? conversion.text : conversion.markdown;
  const { content, ...place } = partOf(task, conversion, whole);
  return tagged(task, {
    content,
    outcome: conversion.outcome,
    tokens: estimateTokens(content),
    ...place,
    ...(task.wantMetadata ? { metadata: conversion.metadata } : {}),
    ...(task.wantExtended ? { extended: extendedOf(conversion.extended) } : {}),
    ...listsOf(task, conversion),
    ...(task.wantDiagnostics
      ? { diagnostics: { ...conversion.diagnostics, contentDigest: contentDigest(whole) } }
      : {}),
  });
}

function pageOptions({ contentType, url }: PageTask, options: ConvertOptions): ConvertOptions {
  return { ...options, url, ...(contentType === undefined ? {} : { contentType }) };
}

/** The asked part of the content, and where the next one is. */
function partOf(
  { part, format }: PageTask,
  conversion: Conversion,
  whole: string,
): Pick<PageOutput, 'content' | 'nextCursor' | 'cursorExpired'> {
  if (part === undefined) return { content: whole };
  const digest = contentDigest(whole);
  const parts = conversion.pages(format, part.maxTokens);
  const content = parts[part.index];
  if (part.digest !== undefined && (part.digest !== digest || content === undefined)) {
    return { content: '', cursorExpired: true };
  }
  const next = part.index + 1;
  return {
    content: content ?? '',
    ...(next < parts.length
      ? { nextCursor: writeCursor({ digest, maxTokens: part.maxTokens, index: next }) }
      : {}),
  };
}

/** The lists are of the content itself, also when the options leave links or images out of what is written. */
function listsOf(task: PageTask, conversion: Conversion): Pick<PageOutput, 'links' | 'images'> {
  if (!task.wantLinks && !task.wantImages) return {};
  const { links, images, ...shape } = task.options;
  const written = (links ?? 'inline') !== 'none' && (images ?? 'keep') === 'keep';
  const { content } = written ? conversion : convertHtml(task.bytes, pageOptions(task, shape));
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
