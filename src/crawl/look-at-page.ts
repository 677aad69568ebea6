import type { OutcomeReason, ServiceError } from '../contract/failure.ts';
import { outcomeFailure } from '../conversion/outcome-failure.ts';
import type { PageTrail } from '../conversion/page-trail.ts';
import { statusFailure } from '../fetching/response-head.ts';
import type { CrawlFinding, CrawlTarget } from './crawl-target.ts';

/** Outcomes of pages that show less than they have and lead on all the same. */
const LEADS_ON: ReadonlySet<string> = new Set([
  'ok',
  'empty_content',
  'js_required',
  'consent_wall',
  'login_wall',
  'paywall',
]);
/** True for a page whose links are those of its site. */
export const leadsOn = (outcome: string): boolean => LEADS_ON.has(outcome);

/** Outcomes of addresses that are no page. */
const NO_PAGE: ReadonlySet<string> = new Set([
  'empty_content',
  'soft_404',
  'error_page',
  'upstream_not_found',
]);

/** A page that came. */
interface SeenPage extends Pick<CrawlTarget, 'url' | 'depth'> {
  readonly finalUrl: string;
  readonly outcome: string;
  readonly trail: PageTrail;
}

/** What tells whether it is a page of the crawl. */
export interface CrawlView {
  readonly isOfSite: (url: string) => boolean | Promise<boolean>;
  /** The address that has a content, which is the given one where none had it before. */
  readonly claim: (digest: string, url: string) => string | Promise<string>;
}

const NOTHING = { links: [], contentLinks: 0, moreLinks: 0, notToFollow: [], canonical: null, digest: '' };

/** The finding of a page that did not come. */
export const noFinding = (url: string): CrawlFinding => ({ ...NOTHING, finalUrl: url, isRepeat: false });

/** Why a page that came is none of its crawl, and where it or its content is. */
export interface LeftPage {
  readonly kind: 'duplicate' | 'other_site';
  readonly of: string;
}

/** What a page turns out to be. */
export async function lookAtPage(
  { url, depth, finalUrl, outcome, trail }: SeenPage,
  { isOfSite, claim }: CrawlView,
): Promise<{ readonly finding: CrawlFinding; readonly left?: LeftPage }> {
  if (depth > 0 && !(await isOfSite(finalUrl)))
    return { finding: noFinding(url), left: { kind: 'other_site', of: finalUrl } };
  const leads = leadsOn(outcome) ? trail : NOTHING;
  const isPage = outcome === 'ok' && trail.digest !== '';
  const digest = isPage ? trail.digest : '';
  const finding = { ...leads, finalUrl, digest, isRepeat: NO_PAGE.has(outcome) };
  const of = isPage ? await claim(digest, url) : url;
  return of === url
    ? { finding }
    : { finding: { ...finding, isRepeat: true }, left: { kind: 'duplicate', of } };
}

/** Why a page without the outcome `ok` has no content. */
export const outcomeError = (outcome: string, { status }: { readonly status: number }): ServiceError =>
  outcome.startsWith('upstream_') ? statusFailure(status)! : outcomeFailure(outcome as OutcomeReason, {});

/** Who has which content. */
export function createContents() {
  const owners = new Map<string, string>();
  return {
    claim(digest: string, url: string): string {
      if (!owners.has(digest)) owners.set(digest, url);
      return owners.get(digest)!;
    },
    release(digest: string, url: string): void {
      if (owners.get(digest) === url) owners.delete(digest);
    },
  };
}
