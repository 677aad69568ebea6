import type { ConvertedPage } from '../../../conversion/converter.ts';
import { defined } from '../../../conversion/defined.ts';
import { addressOf } from '../../../conversion/response-data.ts';
import { type Format, type Scrape, warningOf } from './scrape-request.ts';

/** A page as one of their documents: the formats that were asked for, and its metadata. `url`: as it was asked for. */
export function documentOf(
  page: ConvertedPage,
  { formats, warning }: Scrape,
  { url, id }: { readonly url: string; readonly id: string },
) {
  const { content, forms = {}, links = [], images = [] } = page;
  const made: Readonly<Record<Format, () => unknown>> = {
    markdown: () => content,
    html: () => forms.html,
    rawHtml: () => forms.source,
    summary: () => forms.summary,
    links: () => [...new Set(links.map((link) => link.url))],
    images: () => [...new Set(images.map((image) => image.url))],
  };
  return {
    ...Object.fromEntries(formats.map((format) => [format, made[format]()])),
    metadata: metadataOf(page, url, id),
    ...warningOf(warning),
  };
}

function metadataOf(page: ConvertedPage, url: string, id: string) {
  const { metadata, extended, upstream, ageS } = page;
  return defined({
    title: metadata?.title,
    description: metadata?.excerpt ?? undefined,
    language: extended?.language ?? undefined,
    author: extended?.author ?? metadata?.byline ?? undefined,
    publishedTime: extended?.published ?? undefined,
    modifiedTime: extended?.modified ?? undefined,
    ogImage: extended?.image ?? undefined,
    ogSiteName: metadata?.siteName ?? undefined,
    sourceURL: url,
    url: addressOf(page),
    statusCode: upstream.status,
    contentType: upstream.contentType,
    scrapeId: id,
    proxyUsed: 'basic',
    cacheState: ageS === undefined ? 'miss' : 'hit',
    cachedAt: ageS === undefined ? undefined : new Date(Date.now() - ageS * 1000).toISOString(),
    creditsUsed: 1,
  });
}
