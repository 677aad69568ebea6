import { attr, type HtmlNode } from './tree.ts';

/** The media type of JSON-LD, with or without parameters (`; charset=utf-8`). */
const MEDIA_TYPE = /^\s*application\/ld\+json\s*(?:;|$)/i;

/** Whether a script holds JSON-LD (JSON-LD 1.1, section 7.1: a data block of this type). */
export function isJsonLd(script: HtmlNode): boolean {
  return MEDIA_TYPE.test(attr(script, 'type') ?? '');
}
