import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { resolveMedia } from '../urls.ts';
import { embedOf } from './embeds.ts';
import { nameOf } from './title.ts';

/** `<video>` and `<audio>`: a link to the file, in a paragraph of its own. */
export function handleMedia(node: HtmlNode, b: Builder): boolean {
  const url = mediaUrl(node, b);
  if (url === null) return false;
  // A muted loop without controls is decoration behind a page's text.
  if (attr(node, 'autoplay') !== null && attr(node, 'controls') === null && attr(node, 'title') === null)
    return false;
  addMedia(url, nameOf(node) || (node.tag === 'audio' ? 'Audio' : 'Video'), b);
  return false;
}

function mediaUrl(node: HtmlNode, b: Builder): string | null {
  const base = b.doc.baseUrl;
  for (const own of [attr(node, 'src'), attr(node, 'data-src')]) {
    const url = own === null ? null : resolveMedia(own, base);
    if (url !== null) return url;
  }
  for (let child = node.first; child !== null; child = child.next) {
    const src = child.tag === 'source' ? (attr(child, 'src') ?? attr(child, 'data-src')) : null;
    const url = src === null ? null : resolveMedia(src, base);
    if (url !== null) return url;
  }
  return null;
}

/** `<iframe>`: players and posts become links; other frames only when they have a title. */
export function handleIframe(node: HtmlNode, b: Builder): boolean {
  const raw = attr(node, 'src') ?? attr(node, 'data-src') ?? attr(node, 'data-lazy-src');
  const url = frameUrl(node, raw, b);
  if (url === null || isTiny(node)) return false;
  const embed = embedOf(url);
  const title = nameOf(node);
  if (embed !== null) addMedia(embed.url, title || embed.name, b);
  else if (title !== '') addMedia(url, title, b);
  return false;
}

function frameUrl(node: HtmlNode, raw: string | null, b: Builder): string | null {
  const url = raw === null ? null : resolveMedia(raw, b.doc.baseUrl);
  if (url !== null) return url;
  const lazy = attr(node, 'data-src') ?? attr(node, 'data-lazy-src') ?? attr(node, 'data-cookieblock-src');
  return lazy === null ? null : resolveMedia(lazy, b.doc.baseUrl);
}

/** Custom elements of AMP for posts: the attribute with the identifier, and what it stands for. */
const AMP_POSTS: ReadonlyMap<string, readonly [string, (id: string) => string, string]> = new Map([
  ['amp-twitter', ['data-tweetid', (id: string) => `https://x.com/i/status/${id}`, 'Post on X']],
  [
    'amp-instagram',
    ['data-shortcode', (id: string) => `https://www.instagram.com/p/${id}/`, 'Instagram post'],
  ],
  ['amp-tiktok', ['data-src', (id: string) => `https://www.tiktok.com/video/${id}`, 'TikTok video']],
  ['amp-vimeo', ['data-videoid', (id: string) => `https://vimeo.com/${id}`, 'Vimeo video']],
]);

/** A post that AMP loads. */
export function handleAmpPost(node: HtmlNode, b: Builder): boolean {
  const [name, url, title] = AMP_POSTS.get(node.tag)!;
  const id = attr(node, name) ?? '';
  if (!/^[\w-]+$/.test(id)) return true;
  addMedia(url(id), nameOf(node) || title, b);
  return false;
}

/** `<embed>`, `<object>` and the custom elements that stand for a player. */
export function handleEmbed(node: HtmlNode, b: Builder): boolean {
  const id = attr(node, 'videoid') ?? attr(node, 'data-videoid') ?? attr(node, 'video-id');
  if (id !== null && /^[\w-]+$/.test(id)) {
    const url = `https://www.youtube.com/watch?v=${id}`;
    addMedia(url, nameOf(node) || (attr(node, 'playlabel') ?? 'YouTube video'), b);
    return false;
  }
  const raw = attr(node, 'src') ?? attr(node, 'data');
  const url = raw === null ? null : resolveMedia(raw, b.doc.baseUrl);
  const embed = url === null ? null : embedOf(url);
  if (embed !== null) addMedia(embed.url, nameOf(node) || embed.name, b);
  else if (url !== null && (attr(node, 'type') ?? '').startsWith('image/'))
    return handleObjectImage(url, node, b);
  else if (url !== null && nameOf(node) !== '') addMedia(url, nameOf(node), b);
  else return true;
  return false;
}

/** The attributes of a frame that a script puts into the element, as a JSON list (s9e: XenForo 2, phpBB). */
const FRAME_LIST = 'data-s9e-mediaembed-iframe';
/** Nodes after such an element within which forums link to what it shows. */
const MAX_NEXT_NODES = 12;

/** An element that a script makes a player of, unless a link to the same stands right after it. */
export function handleFramePlace(node: HtmlNode, b: Builder): boolean | null {
  const list = attr(node, FRAME_LIST);
  const src = list === null ? undefined : /"src","([^"]*)"/.exec(list)?.[1];
  const url = src === undefined ? null : resolveMedia(src.replaceAll('\\/', '/'), b.doc.baseUrl);
  const embed = url === null ? null : embedOf(url);
  if (embed === null) return null;
  if (!isLinkedAfter(node, embed.url, b)) addMedia(embed.url, embed.name, b);
  return false;
}

/** Whether one of the next links leads to what an address names at its end. */
function isLinkedAfter(node: HtmlNode, url: string, b: Builder): boolean {
  const name = url.split(/[/=]/).at(-1)!;
  const next = b.doc.nodes.slice(node.end, node.end + MAX_NEXT_NODES);
  return name !== '' && next.some((link) => link.tag === 'a' && attr(link, 'href')?.includes(name));
}

function handleObjectImage(url: string, node: HtmlNode, b: Builder): boolean {
  b.atom({ type: 'image', url, title: null, alt: nameOf(node) });
  return false;
}

/** A link to a player, on a line of its own unless it stands in inline content. */
function addMedia(url: string, name: string, b: Builder): void {
  b.boundary();
  const text = { type: 'text' as const, value: name };
  if (b.hasMark('link')) b.text(name);
  else b.atom({ type: 'link', url, title: null, children: [text] });
  b.boundary();
}

function isTiny(node: HtmlNode): boolean {
  const zero = /^\s*[01](?:px)?\s*$/;
  return zero.test(attr(node, 'width') ?? '') || zero.test(attr(node, 'height') ?? '');
}
