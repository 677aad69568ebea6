import { firstOf } from '../../first-of.ts';
import { attr, childrenOf, type HtmlNode } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { resolveMedia } from '../urls.ts';
import { isPixel } from './ornament.ts';
import { nameOf } from './title.ts';

/** `<video>` and `<audio>`: a link to the file, in a paragraph of its own. */
export function handleMedia(node: HtmlNode, b: Builder): boolean {
  const url = mediaUrl(node, b);
  if (url === null) return false;
  // A muted loop without controls is decoration behind a page's text.
  if (attr(node, 'autoplay') !== null && attr(node, 'controls') === null && attr(node, 'title') === null)
    return false;
  const title = childrenOf(node.parent!).find((part) => b.roles.has(part, ROLE.playerTitle));
  const name = nameOf(node) || (title === undefined ? '' : labelOf(b.doc, title));
  return addMedia(url, name || (node.tag === 'audio' ? 'Audio' : 'Video'), b);
}

function mediaUrl(node: HtmlNode, b: Builder): string | null {
  const sources = childrenOf(node).filter(({ tag }) => tag === 'source');
  const told = sources.map((source) => attr(source, 'src') ?? attr(source, 'data-src'));
  const addresses = [attr(node, 'src'), attr(node, 'data-src'), ...told];
  return firstOf(addresses, (address) => resolveMedia(address, b.doc.baseUrl));
}

/** `<iframe>`: players and posts become links; other frames only when they have a title. */
export function handleIframe(node: HtmlNode, b: Builder): boolean {
  const lazy = attr(node, 'data-src') ?? attr(node, 'data-lazy-src');
  const addresses = [attr(node, 'src') ?? lazy, lazy ?? attr(node, 'data-cookieblock-src')];
  const url = firstOf(addresses, (address) => resolveMedia(address, b.doc.baseUrl));
  if (url !== null && !isPixel(node)) addFrame(node, url, b);
  return false;
}

/** `<script>`: what it writes in its place, such as a gist, becomes a link until it ran. */
export function handleScript(node: HtmlNode, b: Builder): boolean {
  const url = b.doc.scriptsRan === true ? null : resolveMedia(attr(node, 'src'), b.doc.baseUrl);
  const page = url === null ? null : playerPage(url);
  return page !== null && addMedia(page.url, page.name, b);
}

/** The place of a gist that a script fills (Jetpack). */
export function handleGist(node: HtmlNode, b: Builder): boolean | null {
  const page = playerPage(
    `https://gist.github.com/${(attr(node, 'data-gist') ?? '').replace('.json', '.js')}`,
  );
  return page !== null && node.first === null ? addMedia(page.url, page.name, b) : null;
}

/** Links to the page of a player, and to anything else that has a name; returns whether it did. */
function addFrame(node: HtmlNode, url: string, b: Builder): boolean {
  const embed = embedOf(url);
  const name = nameOf(node) || (embed?.name ?? '');
  if (name !== '') addMedia(embed?.url ?? url, name, b);
  return name !== '';
}

/** Custom elements of AMP for posts: the attribute with the identifier, and what it stands for. */
const AMP_POSTS: ReadonlyMap<string, readonly [string, string, string]> = new Map([
  ['amp-twitter', ['data-tweetid', 'https://x.com/i/status/$1', 'Post on X']],
  ['amp-instagram', ['data-shortcode', 'https://www.instagram.com/p/$1/', 'Instagram post']],
  ['amp-tiktok', ['data-src', 'https://www.tiktok.com/video/$1', 'TikTok video']],
  ['amp-vimeo', ['data-videoid', 'https://vimeo.com/$1', 'Vimeo video']],
]);

/** A post that AMP loads. */
export function handleAmpPost(node: HtmlNode, b: Builder): boolean {
  const [name, url, title] = AMP_POSTS.get(node.tag)!;
  const id = attr(node, name) ?? '';
  if (!/^[\w-]+$/.test(id)) return true;
  return addMedia(url.replace('$1', id), nameOf(node) || title, b);
}

/** `<embed>`, `<object>` and the custom elements that stand for a player. */
export function handleEmbed(node: HtmlNode, b: Builder): boolean {
  const id = attr(node, 'videoid') ?? attr(node, 'data-videoid') ?? attr(node, 'video-id');
  if (id !== null && /^[\w-]+$/.test(id)) {
    const url = `https://www.youtube.com/watch?v=${id}`;
    return addMedia(url, nameOf(node) || (attr(node, 'playlabel') ?? 'YouTube video'), b);
  }
  const url = resolveMedia(attr(node, 'src') ?? attr(node, 'data'), b.doc.baseUrl);
  if (url === null) return true;
  if (embedOf(url) !== null || !attr(node, 'type')?.startsWith('image/')) return !addFrame(node, url, b);
  return b.atom({ type: 'image', url, title: null, alt: nameOf(node) });
}

/** The attributes of a frame that a script puts into the element, as a JSON list (s9e: XenForo 2, phpBB). */
const FRAME_LIST = 'data-s9e-mediaembed-iframe';
/** Nodes after such an element within which forums link to what it shows. */
const MAX_NEXT_NODES = 12;

/** An element that a script makes a player of, unless a link to the same stands right after it. */
export function handleFramePlace(node: HtmlNode, b: Builder): boolean | null {
  const src = /"src","([^"]*)"/.exec(attr(node, FRAME_LIST) ?? '')?.[1];
  const url = resolveMedia(src?.replaceAll('\\/', '/') ?? null, b.doc.baseUrl);
  const embed = url === null ? null : embedOf(url);
  if (embed === null) return null;
  const id = embed.url.split(/[/=]/).at(-1)!;
  const next = b.doc.nodes.slice(node.end, node.end + MAX_NEXT_NODES);
  const isLinked = next.some((link) => link.tag === 'a' && attr(link, 'href')?.includes(id));
  if (!isLinked) addMedia(embed.url, embed.name, b);
  return false;
}

/** Adds a link to a player, on a line of its own unless it stands in inline content. False: the walk passes over its element. */
export function addMedia(url: string, name: string, b: Builder): false {
  b.boundary();
  if (b.hasMark('link')) b.text(name);
  else b.atom({ type: 'link', url, title: null, children: [{ type: 'text', value: name }] });
  b.boundary();
  return false;
}

/**
 * Players by their embed address without its scheme and `www.`, of which the first counts; their page with the groups of it
 * (`$0`: all); what they are called.
 */
const PLAYERS_BY_ADDRESS: readonly (readonly [pattern: RegExp, page: string, name: string])[] = [
  [
    /^(?:m\.)?youtube(?:-nocookie)?\.com\/(?:embed|v|shorts|live)\/(?!videoseries)([\w-]{6,})/,
    'www.youtube.com/watch?v=$1',
    'YouTube video',
  ],
  [
    /^youtube(?:-nocookie)?\.com\/embed\/videoseries\?(?:.*&)?list=([\w-]+)/,
    'www.youtube.com/playlist?list=$1',
    'YouTube playlist',
  ],
  [/^player\.vimeo\.com\/video\/(\d+)/, 'vimeo.com/$1', 'Vimeo video'],
  [/^dailymotion\.com\/embed\/video\/(\w+)/, 'www.dailymotion.com/video/$1', 'Dailymotion video'],
  [/^platform\.(?:twitter|x)\.com\/embed\/.*[?&]id=(\d+)/, 'x.com/i/status/$1', 'Post on X'],
  [/^open\.spotify\.com\/embed\/(\w+\/\w+)/, 'open.spotify.com/$1', 'Spotify'],
  [/^embed\.podcasts\.apple\.com\/(.+)$/, 'podcasts.apple.com/$1', 'Apple Podcasts'],
  [/^instagram\.com\/(p|reel|tv)\/([\w-]+)\/embed/, 'www.instagram.com/$1/$2/', 'Instagram post'],
  [/^tiktok\.com\/embed\/(?:v\d\/)?(\d+)/, 'www.tiktok.com/video/$1', 'TikTok video'],
  [
    /^embed\.bsky\.app\/embed\/([\w:.]+)\/app\.bsky\.feed\.post\/(\w+)/,
    'bsky.app/profile/$1/post/$2',
    'Post on Bluesky',
  ],
  [/^loom\.com\/embed\/(\w+)/, 'www.loom.com/share/$1', 'Loom video'],
  [/^codepen\.io\/([\w-]+)\/(?:embed|full)(?:\/preview)?\/(\w+)/, 'codepen.io/$1/pen/$2', 'CodePen'],
  [/^(jsfiddle\.net\/.+?)\/embed/, '$1/', 'JSFiddle'],
  [/^(gist\.github\.com\/[\w/-]+)\.js/, '$1', 'GitHub Gist'],
  [/^(gitlab\.com\/[\w./-]+)\.js$/, '$1', 'GitLab snippet'],
  [/^(asciinema\.org\/a\/\w+)\.js/, '$1', 'asciinema'],
  [/^(?:static|secure)\.polldaddy\.com\/p\/(\d+)/, 'poll.fm/$1', 'Poll'],
  [/^pastebin\.com\/embed_(?:js|iframe)\/(\w+)/, 'pastebin.com/$1', 'Pastebin'],
  [/^docs\.google\.com\/(?:document|spreadsheets|presentation|forms)\/[\w/-]+/, '$0', 'Google Docs'],
  [/^s9e\.github\.io\/iframe\/\d\/twitter(?:\.min)?\.html#(\d+)/, 'x.com/i/status/$1', 'Post on X'],
  [/^codesandbox\.io\/embed\/([^?#]+)/, 'codesandbox.io/s/$1', 'CodeSandbox'],
];

/** Hosts whose frames are content although they have no page of their own to name. */
const PLAYERS =
  /^https?:\/\/(?:[\w-]+\.)*(?:soundcloud\.com|wistia\.(?:com|net)|twitch\.tv|facebook\.com\/plugins\/(?:video|post)|stackblitz\.com|bandcamp\.com|observablehq\.com|figma\.com|ted\.com|archive\.org|bilibili\.com|slideshare\.net|speakerdeck\.com|datawrapper\.de|flourish\.studio|replit\.com|google\.com\/maps|kaggle\.com)/;

/** An address, and what it is called without a title. */
interface Embed {
  readonly url: string;
  readonly name: string;
}

/** The page that an embedded player or post stands for; null when it is none that we know. */
function playerPage(url: string): Embed | null {
  const address = url.replace(/^https?:\/\/(?:www\.)?/, '');
  for (const [pattern, page, name] of PLAYERS_BY_ADDRESS) {
    const match = pattern.exec(address);
    if (match !== null)
      return { url: `https://${page.replace(/\$(\d)/g, (_, group) => match[group]!)}`, name };
  }
  return null;
}

/** That page, or the frame itself where its host is one of players. */
function embedOf(url: string): Embed | null {
  const page = playerPage(url);
  if (page !== null) return page;
  const host = PLAYERS.test(url) ? /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(url)?.[1] : undefined;
  return host === undefined ? null : { url, name: host };
}
