import { parseUrl } from '../contract/address.ts';

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
