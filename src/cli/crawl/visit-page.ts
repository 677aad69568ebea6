import type { ConvertedPage } from '../../conversion/converter.ts';
import type { PageTrail } from '../../conversion/page-trail.ts';
import type { CrawlTarget } from '../../crawl/crawl-target.ts';
import { type CrawlView, lookAtPage, noFinding, outcomeError } from '../../crawl/look-at-page.ts';
import type { Trail } from '../../crawl/site-crawl.ts';
import type { BatchConverter } from '../batch/batch-converter.ts';
import type { BatchRecord } from '../batch/output-folder.ts';
import { CRAWL_FLAGS, inFlags } from '../page-commands.ts';

/** A page that a crawl has asked for: its record, and what the crawl learns of it. */
export interface Visit {
  readonly record: BatchRecord;
  readonly trail: Trail;
}

/** What a crawl does with a page. */
export interface VisitParts extends CrawlView {
  readonly converter: Pick<BatchConverter, 'convert'>;
  /** A page without content is a failure. */
  readonly strict: boolean;
  /** Hears where the first page ended, ahead of its pictures. */
  readonly siteAt: (finalUrl: string) => Promise<unknown>;
  /** It has not got the content after all. */
  readonly release: (digest: string, url: string) => void | Promise<void>;
}

/** Asks for a page and writes it, unless its content is another page's or it is none. Rejects as the converter does. */
export async function visitPage(
  target: CrawlTarget,
  { converter, strict, siteAt, release, ...view }: VisitParts,
): Promise<Visit> {
  const { url, depth } = target;
  let trail: Trail = { target, finding: noFinding(url) };
  const lookAt = async (page: ConvertedPage): Promise<BatchRecord | null> => {
    const { finalUrl, outcome = 'ok' } = page;
    if (depth === 0) await siteAt(finalUrl);
    const seen = { url, depth, finalUrl, outcome, trail: JSON.parse(page.forms!.trail!) as PageTrail };
    const look = await lookAtPage(seen, view);
    trail = { target, ...look };
    if (look.left !== undefined) return { url, status: 'left_out', ...look.left };
    return outcome !== 'ok' && strict ? failed(url, page, outcome) : null;
  };
  const record = await converter.convert(url, lookAt);
  const { digest, isRepeat } = trail.finding;
  if (record.status === 'error' && digest !== '' && !isRepeat) {
    await release(digest, url);
    trail = { target, finding: { ...trail.finding, digest: '' } };
  }
  return { record: strict ? withoutOutcome(record) : record, trail };
}

function failed(url: string, { upstream }: ConvertedPage, outcome: string): BatchRecord {
  const { reason, message } = outcomeError(outcome, upstream).failure;
  return { url, status: 'error', reason, message: inFlags(message, CRAWL_FLAGS) };
}

function withoutOutcome(record: BatchRecord): BatchRecord {
  if (record.status !== 'success') return record;
  const { outcome: _, ...rest } = record;
  return rest;
}
