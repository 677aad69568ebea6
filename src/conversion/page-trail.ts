import { createHash } from 'node:crypto';
import { decodeHTMLAttribute } from 'entities/decode';
import { parseHttpUrl } from '../contract/address.ts';
import { sourceTags } from '../core/html/source-tags.ts';
import type { WrittenConversion } from '../core/write-conversion.ts';
import { listLinks } from './page-lists.ts';

/** Links that are read of a page, and their characters; what follows is not followed. */
const MOST_LINKS = 5000;
const MOST_CHARACTERS = 1_048_576;

/** What a crawl goes by: where a page leads, and what tells that it is another page again. */
export interface PageTrail {
  /** Absolute http and https addresses without fragments, each once, those of the content ahead of all others. */
  readonly links: readonly string[];
  /** How many of them are links of the content. */
  readonly contentLinks: number;
  /** Links beyond those that are read of a page. */
  readonly moreLinks: number;
  /** Addresses that the page asks programs not to follow: by `rel="nofollow"` or for all by its robots meta element. */
  readonly notToFollow: readonly string[];
  readonly canonical: string | null;
  /** SHA-256 of the content as text, in hexadecimal digits; '' without content. */
  readonly digest: string;
}

/** The trail of a page or document; `source`: its markup, '' of a document without. `url`: its address, the base of its links. */
export function trailOf(conversion: WrittenConversion, source: string, url: string): PageTrail {
  const found = new Set(listLinks(conversion.content).flatMap((link) => crawlable(link.url) ?? []));
  const { followed, refused } = linksOfSource(source, url);
  const contentLinks = [...found].filter((link) => !refused.has(link));
  const all = [...new Set([...contentLinks, ...followed])];
  const links = bounded(all);
  const text = conversion.text.trim();
  return {
    links,
    contentLinks: Math.min(contentLinks.length, links.length),
    moreLinks: all.length - links.length,
    notToFollow: bounded([...refused]),
    canonical: conversion.extended.canonical,
    digest: text === '' ? '' : createHash('sha256').update(text).digest('hex'),
  };
}

/** Those that are read of a page: a base has links be longer than the page. */
function bounded(links: readonly string[]): readonly string[] {
  let charactersLeft = MOST_CHARACTERS;
  const end = links.findIndex((link) => {
    charactersLeft -= link.length;
    return charactersLeft < 0;
  });
  return links.slice(0, end < 0 ? MOST_LINKS : Math.min(end, MOST_LINKS));
}

/** Where the anchors of a source lead, and its next page; an address that one anchor lets follow is followed. */
function linksOfSource(source: string, url: string) {
  const followed = new Set<string>();
  const refused = new Set<string>();
  let base = url;
  let isRefused = false;
  for (const { name, isStart, attributes } of sourceTags(source)) {
    if (!isStart) continue;
    const rel = attributes.get('rel') ?? '';
    const href = attributes.get('href');
    if (name === 'meta' && /^robots$/i.test(attributes.get('name') ?? ''))
      isRefused ||= /\b(?:nofollow|none)\b/i.test(attributes.get('content') ?? '');
    if (href === undefined) continue;
    const target = crawlable(decodeHTMLAttribute(href), base);
    if (target === undefined) continue;
    if (name === 'base' && base === url) base = target;
    const leads = name === 'a' || name === 'area' || (name === 'link' && /\bnext\b/i.test(rel));
    if (leads) (/\bnofollow\b/i.test(rel) ? refused : followed).add(target);
  }
  if (isRefused) return { followed: new Set<string>(), refused: new Set([...refused, ...followed]) };
  for (const link of followed) refused.delete(link);
  return { followed, refused };
}

function crawlable(href: string, base?: string): string | undefined {
  const url = parseHttpUrl(href, base);
  if (url === undefined) return undefined;
  url.hash = '';
  return url.href;
}
