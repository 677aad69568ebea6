import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/config.ts';
import { parseHttpUrl } from '../../contract/address.ts';
import { invalid } from '../../contract/failure.ts';
import { ANY_DEPTH, type CrawlBounds } from '../../crawl/crawl-target.ts';
import { LEFT_OUT, type LeftOutKind } from '../../crawl/left-out.ts';
import type { CrawlReport } from '../crawl/crawl-site.ts';
import { EXIT } from '../exit-codes.ts';
import { CRAWL_FLAGS, toldInFlags } from '../page-commands.ts';
import { addOptions, CRAWL_OPTIONS, type Flags } from '../page-options.ts';
import { formatJson, formatTable } from '../terminal.ts';
import { folderOptions, optionsOf, reasonTable } from './batch.ts';
import { type CommandContext, collect, jsonFlag, parseMost } from './context.ts';

interface SiteFlags extends Flags {
  readonly limit: number;
  readonly depth?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly json?: boolean;
}

interface CrawlFlags extends SiteFlags {
  readonly out: string;
  readonly concurrency: number;
}

/** Most pages of a crawl, and addresses of a map, unless told otherwise. */
const USUAL_LIMIT = 10_000;
const MOST_PAGES = 1_000_000;

/** A command about a site, with the bounds of what of it is wanted. */
function siteCommand(program: Command, name: string, what: string): Command {
  return jsonFlag(program.command(name))
    .argument('<url>', 'address of its first page')
    .option('--limit <n>', `most ${what}`, parseMost(MOST_PAGES), USUAL_LIMIT)
    .option(
      '--include <pattern>',
      'only paths that begin so, as in robots.txt: "*" is anything, "$" the end; may be repeated',
      collect,
    )
    .option('--exclude <pattern>', 'without paths that begin so; may be repeated', collect);
}

/** `pagemark map`: the addresses of a site, one a line. */
export function addMap(program: Command, { terminal, env }: CommandContext): void {
  siteCommand(program, 'map', 'addresses')
    .description('list the addresses of a site: what its first page leads to and its sitemaps list')
    .action((url: string, flags: SiteFlags) =>
      toldInFlags(async () => {
        const { mapOwnSite } = await import('../crawl/crawl-site.ts');
        const map = await mapOwnSite(siteConfig(env), await firstPage(url), boundsOf(flags));
        if (flags.json) {
          const { urls, leftOut: left_out, failed: failed_sitemaps, unread: unread_sitemaps } = map;
          terminal.out(formatJson({ urls, left_out, failed_sitemaps, unread_sitemaps }));
        } else {
          terminal.out(map.urls.map((each) => `${each}\n`).join(''));
          terminal.err(leftOutTable(map.leftOut) + failedLines(map.failed, map.unread));
        }
        if (map.fault) throw map.fault;
        // No option of a map says a field of a request.
      }, new Map()),
    );
}

/** `pagemark crawl`: the pages of a site into a folder; resumable, and shared by machines where Redis is set. */
export function addCrawl(program: Command, { terminal, env, setExitCode }: CommandContext): void {
  const command = folderOptions(siteCommand(program, 'crawl', 'pages that are asked for'), 2, 100)
    .description('convert the pages of a site into a folder; run it again to go on where it was ended')
    .option('--depth <n>', 'most links from the first page on', parseMost(ANY_DEPTH - 1));
  addOptions(command, CRAWL_OPTIONS).action(async (url: string, flags: CrawlFlags) => {
    const report = await toldInFlags(async () => {
      const { crawlOwnSite } = await import('../crawl/crawl-site.ts');
      const { out: dir, concurrency } = flags;
      const asked = { url: await firstPage(url), bounds: boundsOf(flags), dir, concurrency };
      return crawlOwnSite(siteConfig(env), { ...asked, options: optionsOf(flags, CRAWL_OPTIONS) }, terminal);
    }, CRAWL_FLAGS);
    terminal.out(flags.json ? formatJson(report) : told(report));
    const { PASSING } = await import('../batch/batch-converter.ts');
    // Dead links are a matter of the site; what it would have had at another time is missing.
    const passed = Object.keys(report.by_reason).filter((reason) => PASSING.has(reason)).length;
    if (!report.complete) setExitCode(EXIT.limit);
    else if (report.converted === 0 || passed > 0) setExitCode(EXIT.page);
  });
}

/** The settings of this machine; robots.txt is heeded unless they say otherwise. */
const siteConfig = (env: NodeJS.ProcessEnv): Config =>
  loadConfig({ ...env, PAGEMARK_ROBOTS: env.PAGEMARK_ROBOTS || 'on' });

async function firstPage(typed: string): Promise<string> {
  const { addressOf } = await import('../typed-address.ts');
  const url = parseHttpUrl(addressOf(typed) ?? '');
  if (url === undefined) throw invalid(`Give an http or https address; it is ${JSON.stringify(typed)}.`);
  return url.href;
}

const boundsOf = ({ limit, depth = ANY_DEPTH, include = [], exclude = [] }: SiteFlags): CrawlBounds => ({
  limit,
  depth,
  include,
  exclude,
});

function told(report: CrawlReport): string {
  const { total, converted, failed, complete, by_reason: reasons } = report;
  const rest = complete ? '' : '; run the command again to go on';
  return [
    `${total} pages asked for, ${converted} converted, ${failed} failed${rest}.\n`,
    reasonTable(reasons),
    leftOutTable(report.left_out),
    failedLines(report.failed_sitemaps, report.unread_sitemaps),
  ].join('');
}

function leftOutTable(counts: CrawlReport['left_out']): string {
  const rows = Object.entries(counts).map(([kind, count]) => [
    kind,
    String(count),
    LEFT_OUT[kind as LeftOutKind],
  ]);
  return rows.length === 0 ? '' : formatTable(['left out', 'addresses', 'what they are'], rows, '');
}

function failedLines(failed: CrawlReport['failed_sitemaps'], unread: number): string {
  const lines = failed.map(({ url, reason }) => `Sitemap not read: ${url} (${reason})\n`);
  if (unread > 0) lines.push(`${unread} more sitemaps were not read: a site has so many files at most.\n`);
  return lines.join('');
}
