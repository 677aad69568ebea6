import { z } from 'zod';
import { convertRequest } from '../../../contract/convert.ts';
import { withScheme } from '../../../contract/typed-address.ts';
import { firstAddress } from '../../../crawl/crawl-address.ts';
import type { CrawlEnd } from '../../../crawl/site-crawl.ts';
import type { ThreadRequest } from '../../../crawl/site-thread.ts';

/** What is read of the sitemaps of a site for one request, by each process that goes on with it. */
const SITEMAPS = { files: 20, addresses: 30_000, bytes: 8_388_608 };
/** Addresses that are known of a site at a time. */
export const MOST_ADDRESSES = SITEMAPS.addresses;

const flag = z.boolean().nullish();

/** Fields of a request about a site. */
export const siteFields = {
  url: convertRequest.shape.url,
  sitemap: z.enum(['include', 'skip', 'only']).nullish(),
  ignoreSitemap: flag,
  ignoreQueryParameters: flag,
};
type SiteFields = z.infer<z.ZodObject<typeof siteFields>> & {
  readonly sitemapOnly?: boolean | null | undefined;
};

/** The site of a request as its thread has it. `seconds`: what of the site's delay its sitemaps may take. Throws `invalid_url`. */
export const wantedSite = (
  { url, sitemap, sitemapOnly, ignoreSitemap }: SiteFields,
  bounds: Pick<ThreadRequest['bounds'], 'limit' | 'depth'>,
  seconds = Number.POSITIVE_INFINITY,
) => ({
  url: firstAddress(withScheme(url)).url.href,
  sitemap: sitemap ?? (sitemapOnly ? 'only' : ignoreSitemap ? 'skip' : 'include'),
  sitemaps: { ...SITEMAPS, seconds },
  bounds: { ...bounds, include: [], exclude: [], waiting: MOST_ADDRESSES },
});

/** What was left out of a site, and could not be read of it; '' each when nothing was. */
export function leftOutTexts({ leftOut, failed, unread }: CrawlEnd): readonly string[] {
  const kinds = Object.entries(leftOut).map(([kind, number]) => `${kind} ${number}`);
  return [
    kinds.length > 0 ? `Left out: ${kinds.join(', ')}.` : '',
    failed.length + unread > 0 ? `Sitemaps that were not read: ${failed.length + unread}.` : '',
  ];
}
