/** Keys of a query that tell where a reader came from or which language they want, and name no other page. */
const TRACKING_KEY = /^(?:utm_|mc_|_ga|srsltid$|fbclid$|gclid$|msclkid$|ref$|source$|lang$|hl$)/i;

/** Whether a path is that of a site's front page: `/`, `/index.html` and its like. */
export function isFrontPath(path: string): boolean {
  return /^\/(?:index\.\w{2,5})?$/.test(path);
}

/** Whether an address is that of a site's front page: a query may name any other (`/?p=31228`). */
export function isFrontPage(url: URL): boolean {
  return isFrontPath(url.pathname) && [...url.searchParams.keys()].every((key) => TRACKING_KEY.test(key));
}
