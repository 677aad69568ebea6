import { createHash } from 'node:crypto';
import { convertHtml } from '../core/convert-html.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { estimateTokens } from '../core/token-estimate.ts';
import { isHtml } from './media-type.ts';
import type { PageOutput, PageTask } from './ports.ts';

/** Converts one page where it is called: inside a worker, or in the process of the command line. */
export function convertTask(task: PageTask): PageOutput {
  const { bytes, contentType, url, status, format, options } = task;
  if (!isHtml(contentType, bytes)) {
    return tagged(task, { content: '', outcome: 'unsupported_media_type', tokens: 0 });
  }
  const conversion = convertHtml(
    bytes,
    { ...options, url, ...(contentType === undefined ? {} : { contentType }) },
    { status },
  );
  const content = format === 'text' ? conversion.text : conversion.markdown;
  return tagged(task, {
    content,
    outcome: conversion.outcome,
    tokens: estimateTokens(content),
    ...(task.wantMetadata ? { metadata: conversion.metadata } : {}),
    ...(task.wantDiagnostics ? { diagnostics: { ...conversion.diagnostics } } : {}),
  });
}

/** Adds a strong entity tag (RFC 9110, 8.8.3) over engine, format, options and all that is returned. */
function tagged({ format, options, url }: PageTask, output: Omit<PageOutput, 'etag'>): PageOutput {
  const facts = JSON.stringify([ENGINE_VERSION, format, options, url, output]);
  return { ...output, etag: `"${createHash('sha256').update(facts).digest('base64url')}"` };
}
