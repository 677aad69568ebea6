import { parseHttpUrl, parseUrl } from '../../contract/address.ts';
import { attr, HTML_NS, type HtmlNode } from './tree.ts';

/**
 * The URL that relative links of a page resolve against: the first `<base>` with an `href`, resolved on the page's
 * URL, when that gives http or https; else the page's URL as it is (HTML Standard, "document base URL").
 */
export function baseUrlOf(nodes: readonly HtmlNode[], url: string): string {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    // The content of a template is no part of the document.
    if (node.tag === 'template') i = node.end - 1;
    if (node.tag !== 'base' || node.ns !== HTML_NS) continue;
    const href = attr(node, 'href');
    if (href === null) continue;
    return parseHttpUrl(href, url || undefined)?.href ?? url;
  }
  return url;
}

/** The part of an address behind its `#` where it leads to a place of the page itself, as it stands there; '' where not. `page`: address of the page. */
export function localFragment(href: string, page: string): string {
  const hash = href.indexOf('#');
  if (hash < 0) return '';
  const path = href.slice(0, hash);
  const isLocal = path === '' || (page !== '' && page.split('#', 1)[0]!.endsWith(path));
  return isLocal ? href.slice(hash + 1) : '';
}

/** A part of an address with its percent-encoding undone, where it can be. */
export function percentDecoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Keys of a query that tell where a reader came from or which language they want, and name no other page. */
const TRACKING_KEY = /^(?:utm_|mc_|_ga|srsltid$|fbclid$|gclid$|msclkid$|ref$|source$|lang$|hl$)/i;

/** Whether a path is that of a site's front page: `/`, `/index.html` and its like. */
function isFrontPath(path: string): boolean {
  return /^\/(?:index\.\w{2,5})?$/.test(path);
}

/** Whether an address is that of a site's front page: a query may name any other (`/?p=31228`). */
export function isFrontPage(url: URL): boolean {
  return isFrontPath(url.pathname) && [...url.searchParams.keys()].every((key) => TRACKING_KEY.test(key));
}

/**
 * Whether an address on the page `pageUrl`, no front page itself, is that of the front page of its site, or of the one that
 * its host belongs to.
 */
export function leadsToFrontPage(href: string, pageUrl: string, baseUrl: string): boolean {
  const page = parseUrl(pageUrl);
  const target = parseUrl(href, baseUrl || undefined);
  return isBareFrontPage(target) && !isBareFrontPage(page) && isSameSite(page, target);
}

function isBareFrontPage(url: URL | undefined): url is URL {
  return url !== undefined && url.search === '' && isFrontPath(url.pathname);
}

/** Whether two pages are of one host, or of a host and one below it: a forum links to the site that it belongs to. */
function isSameSite(page: URL | undefined, target: URL): boolean {
  if (page === undefined) return false;
  const [one, other] = [page.host, target.host.replace(/^www\./, '')];
  return one === target.host || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Endings of the names of picture files. */
const KIND = /\.(?:jpe?g|png|gif|webp|avif|svg|heic|bmp|tiff?)$/i;

/** The name of the file that an address names, without query and fragment; '' where it ends in a folder. */
export function fileNameOf(address: string): string {
  const path = withoutQuery(address);
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a name of a file is that of a picture. */
export function isPictureName(fileName: string): boolean {
  return KIND.test(fileName);
}

/** The same anywhere in an address: one look tells nearly all addresses that are none. */
const ANY_KIND = /\.(?:jpe?g|png|gif|webp|avif|svg|heic|bmp|tiff?)(?![a-z])/i;

/** An address without what asks its page for a state, or a place in it. */
export function withoutQuery(address: string): string {
  const end = address.search(/[?#]/);
  return end < 0 ? address : address.slice(0, end);
}

/** Whether an address is that of a document to read elsewhere, by its ending. */
export function isDocumentFile(address: string): boolean {
  return /\.(?:pdf|docx?|xlsx?|pptx?|od[pst]|rtf|csv|epub)(?:[?#]|$)/i.test(address);
}

/** Whether an address is that of a picture's file. */
export function isPictureFile(address: string): boolean {
  return ANY_KIND.test(address) && isPictureName(fileNameOf(address));
}

/** A name of a file without the ending that says that it is a picture. */
export function withoutPictureKind(fileName: string): string {
  return fileName.replace(KIND, '');
}

/** Folders in which sites keep the portraits of their users. */
const PORTRAIT = /gravatar\.com\/avatar|(?:\/|%2F)(?:(?:user_?)?avatars?|profile_images?)(?:\/|%2F)/i;

/** Whether an address is that of a user's portrait, by where sites keep them. */
export function isPortraitFile(address: string): boolean {
  return PORTRAIT.test(address);
}
