import path from 'node:path';
import { type CrawlEnd, endOf } from '../../crawl/crawl-end.ts';
import type { CrawlFinding, CrawlTarget } from '../../crawl/crawl-target.ts';
import { createContents } from '../../crawl/look-at-page.ts';
import type { Sitemaps } from '../../crawl/read-site.ts';
import { isOfStop, runLanes } from '../../crawl/run-lanes.ts';
import { openJsonLines } from '../batch/json-lines.ts';
import { type CrawlRun, piecesOf } from './crawl-run.ts';
import { type Visit, visitPage } from './visit-page.ts';

/** A page of an earlier run, with what of it was new. */
interface Visited {
  readonly target: CrawlTarget;
  readonly finding: CrawlFinding;
}

/**
 * A line of the journal: some of what sitemaps list, after all of that what else is known of them, or what a page turned out to be. A
 * page without a record in the results is none.
 */
type JournalLine = { readonly listing: readonly string[] } | { readonly listed: Sitemaps } | Visited;

const JOURNAL = 'crawl.jsonl';

/** Crawls in this process, from where an earlier run ended. */
export async function runLocalCrawl(run: CrawlRun): Promise<CrawlEnd> {
  const { folder, pace, stop } = run;
  const frontier = run.newFrontier();
  const journal = await openJsonLines<JournalLine>(path.join(run.dir, JOURNAL));
  const contents = createContents();
  let listed: Sitemaps | undefined;
  const settle = async (url: string) => {
    const { origin, delayMs } = await run.siteAt(url);
    pace.keep(origin, delayMs);
  };
  const parts = { ...run.parts, ...contents, isOfSite: frontier.isOfSite, settle };
  const keep = async (target: CrawlTarget, { record, finding }: Visit) => {
    // What the page leads to is written ahead of its record: a page without record is asked for again.
    await journal.add({ target, finding: frontier.finish(target, finding) });
    await folder.add(record);
    run.onProgress(folder.records.size, frontier.total());
  };
  try {
    frontier.begin();
    const [before, ...others] = visitsBefore(journal.read, folder.records);
    const target = before?.target ?? frontier.take()!;
    const first = before === undefined ? await visitPage(target, parts) : undefined;
    const site = await run.siteAt((first ?? before!).finding.finalUrl);
    if (first === undefined) pace.keep(site.origin, site.delayMs);
    frontier.heed(site.origin, site.allows);
    const learn = ({ target: again, finding }: Visited) => {
      frontier.restore(again);
      frontier.finish(again, finding);
      const record = folder.records.get(again.url)!;
      if (finding.digest !== '')
        contents.claim(finding.digest, record.status === 'left_out' ? record.of : again.url);
    };
    if (first === undefined) learn(before!);
    else await keep(target, first);
    const kept = journal.read.find((line) => 'listed' in line);
    listed = kept?.listed ?? (await site.listed());
    frontier.list(listed.urls);
    if (kept === undefined) {
      for (const listing of piecesOf(listed)) await journal.add({ listing });
      await journal.add({ listed: { ...listed, urls: [] } });
    } else for (const line of journal.read) if ('listing' in line) frontier.list(line.listing);
    for (const each of others) learn(each);
    const visit = async (next: CrawlTarget) => keep(next, await visitPage(next, parts));
    await runLanes({ take: () => frontier.take(), visit, stop }, site.delayMs > 0 ? 1 : run.concurrency);
  } catch (error) {
    if (!isOfStop(error, stop)) throw error;
  } finally {
    await journal.close();
  }
  return endOf(frontier, listed);
}

/** The pages of earlier runs, the first page ahead; one that was asked for again counts once, where it came last. */
function visitsBefore(
  lines: readonly JournalLine[],
  records: ReadonlyMap<string, unknown>,
): readonly Visited[] {
  const visits = new Map<string, Visited>();
  for (const line of lines) {
    if (!('target' in line) || !records.has(line.target.url)) continue;
    visits.delete(line.target.url);
    visits.set(line.target.url, line);
  }
  const all = [...visits.values()];
  return all[0]?.target.depth === 0 ? all : [];
}
