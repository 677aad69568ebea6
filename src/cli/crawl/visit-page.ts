import { fail, type OutcomeReason, type ServiceError } from '../../contract/failure.ts';
import type { ConvertedPage } from '../../conversion/converter.ts';
import { defined } from '../../conversion/defined.ts';
import { outcomeFailure } from '../../conversion/outcome-failure.ts';
import type { PageTrail } from '../../conversion/page-trail.ts';
import type { CrawlFinding, CrawlTarget } from '../../crawl/crawl-target.ts';
import { statusFailure } from '../../fetching/response-head.ts';
import type { BatchConverter } from '../batch/batch-converter.ts';
import type { BatchRecord } from '../batch/output-folder.ts';

/** A page that a crawl has asked for: its record, and what the frontier learns of it. */
export interface Visit {
  readonly record: BatchRecord;
  readonly finding: CrawlFinding;
}

/** What a crawl does with a page. */
export interface VisitParts {
  readonly converter: Pick<BatchConverter, 'convert'>;
  /** A page without content is a failure. */
  readonly strict: boolean;
  readonly isOfSite: (url: string) => boolean | Promise<boolean>;
  /** The address that has a content, which is the given one where none had it before. */
  readonly claim: (digest: string, url: string) => string | Promise<string>;
  /** Hears where the first page ended, ahead of its pictures. */
  readonly settle: (finalUrl: string) => Promise<void>;
  /** It has not got the content after all. */
  readonly release: (digest: string, url: string) => void | Promise<void>;
}

/** Outcomes of pages that show less than they have and lead on all the same. */
const LEADS_ON: ReadonlySet<string> = new Set([
  'ok',
  'empty_content',
  'js_required',
  'consent_wall',
  'login_wall',
  'paywall',
]);
/** Outcomes of addresses that are no page. */
const NO_PAGE: ReadonlySet<string> = new Set([
  'empty_content',
  'soft_404',
  'error_page',
  'upstream_not_found',
]);

/** Asks for a page and writes it, unless its content is another page's or it is none. Rejects as the converter does. */
export async function visitPage(
  { url, depth }: CrawlTarget,
  { converter, strict, isOfSite, settle, claim, release }: VisitParts,
): Promise<Visit> {
  const none = { links: [], contentLinks: 0, notToFollow: [], canonical: null, digest: '' };
  let finding: CrawlFinding = { ...none, finalUrl: url, isRepeat: false };
  const lookAt = async (page: ConvertedPage): Promise<BatchRecord | null> => {
    const { finalUrl, outcome = 'ok' } = page;
    // It is asked for again, when the site wants to be.
    if (outcome === 'upstream_unavailable') throw unavailable(page);
    const trail = JSON.parse(page.forms!.trail!) as PageTrail;
    if (depth === 0) await settle(finalUrl);
    if (depth > 0 && !(await isOfSite(finalUrl)))
      return { url, status: 'left_out', kind: 'other_site', of: finalUrl };
    const leads = LEADS_ON.has(outcome) ? trail : none;
    const isPage = outcome === 'ok' && trail.digest !== '';
    finding = { ...leads, finalUrl, digest: isPage ? trail.digest : '', isRepeat: NO_PAGE.has(outcome) };
    if (outcome !== 'ok') return strict ? failed(url, page, outcome) : null;
    const of = isPage ? await claim(trail.digest, url) : url;
    if (of === url) return null;
    finding = { ...finding, isRepeat: true };
    return { url, status: 'left_out', kind: 'duplicate', of };
  };
  const record = await converter.convert(url, lookAt);
  const { digest, isRepeat } = finding;
  if (record.status === 'error' && digest !== '' && !isRepeat) {
    await release(digest, url);
    finding = { ...finding, digest: '' };
  }
  return { record: strict ? withoutOutcome(record) : record, finding };
}

function unavailable({ upstream: { status, retryAfterMs } }: ConvertedPage): ServiceError {
  const { reason, message } = statusFailure(status)!.failure;
  return fail(reason, message, defined({ retryAfterMs }));
}

function failed(url: string, { upstream }: ConvertedPage, outcome: string): BatchRecord {
  const failure = outcome.startsWith('upstream_')
    ? statusFailure(upstream.status)
    : outcomeFailure(outcome as OutcomeReason, {});
  const { reason, message } = failure!.failure;
  return { url, status: 'error', reason, message };
}

function withoutOutcome(record: BatchRecord): BatchRecord {
  if (record.status !== 'success') return record;
  const { outcome: _, ...rest } = record;
  return rest;
}
