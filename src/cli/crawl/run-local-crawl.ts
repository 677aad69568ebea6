import path from 'node:path';
import type { CrawlTarget } from '../../crawl/crawl-target.ts';
import type { Site, Sitemaps } from '../../crawl/read-site.ts';
import { isOfStop, runLanes } from '../../crawl/run-lanes.ts';
import type { CrawlEnd, Trail } from '../../crawl/site-crawl.ts';
import { openJsonLines } from '../batch/json-lines.ts';
import type { OutputFolder } from '../batch/output-folder.ts';
import { type CrawlRun, piecesOf } from './crawl-run.ts';
import { visitPage } from './visit-page.ts';

/**
 * A line of the journal: some of what sitemaps list, after all of that what else is known of them, or what of a page was new. A
 * page without a record in the results is none.
 */
type JournalLine = { readonly listing: readonly string[] } | { readonly listed: Sitemaps } | Trail;

const JOURNAL = 'crawl.jsonl';

/** Crawls in this process, from where an earlier run ended. */
export async function runLocalCrawl({ folder, pace, stop, ...run }: CrawlRun): Promise<CrawlEnd> {
  const before: JournalLine[] = [];
  const journal = await openJsonLines<JournalLine>(path.join(run.dir, JOURNAL), (line) => before.push(line));
  const listOf = async (site: Site): Promise<Sitemaps> => {
    const kept = listedBefore(before);
    if (kept !== undefined) return kept;
    const listed = await site.list();
    for (const listing of piecesOf(listed)) await journal.add({ listing });
    await journal.add({ listed: { ...listed, urls: [] } });
    return listed;
  };
  const crawl = run.newCrawl(listOf);
  const parts = { ...run.parts, ...crawl.view, siteAt: run.siteAt };
  const visit = async (target: CrawlTarget): Promise<void> => {
    const { record, trail } = await visitPage(target, parts);
    // What the page leads to is written ahead of its record: a page without record is asked for again.
    await journal.add({ ...trail, finding: await crawl.learn(trail) });
    await folder.add(record);
    run.onProgress(folder.records.size, crawl.total());
    if (target.depth === 0) await crawl.list();
  };
  try {
    for (const trail of trailsBefore(before, folder.records)) await crawl.restore(trail);
    const lanes = () => (pace.isKept() ? 1 : run.concurrency);
    await runLanes({ take: crawl.take, visit, stop, lanes });
  } catch (error) {
    if (!isOfStop(error, stop)) throw error;
  } finally {
    await journal.close();
  }
  return crawl.end();
}

/** What an earlier run read of sitemaps, where it read all of them. */
function listedBefore(lines: readonly JournalLine[]): Sitemaps | undefined {
  const { listed } = lines.find((line) => 'listed' in line) ?? {};
  const listings = lines.flatMap((line) => ('listing' in line ? line.listing : []));
  return listed && { ...listed, urls: listings };
}

/** The pages of earlier runs that have a record, the first page ahead; one that was asked for again counts once, where it came last. */
function trailsBefore(lines: readonly JournalLine[], records: OutputFolder['records']): readonly Trail[] {
  const trails = new Map<string, Trail>();
  for (const line of lines) {
    if (!('target' in line) || !records.has(line.target.url)) continue;
    trails.delete(line.target.url);
    trails.set(line.target.url, line);
  }
  const all = [...trails.values()];
  return all[0]?.target.depth === 0 ? all : [];
}
