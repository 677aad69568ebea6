import { readFileSync } from 'node:fs';
import type { TestService } from '../../support/test-service.ts';
import { type Page, startUpstream, type Upstream } from '../../support/upstream.ts';
import type { Site } from './site.ts';

const LIBRARIES = new URL('../../../fixtures/made/libraries/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
};

/** A site that runs, on a port of its own. */
export interface RunningSite {
  readonly site: Site;
  readonly upstream: Upstream;
  /** Times that its first page was asked for: once for the source, more often when a browser came. */
  readonly visits: () => number;
}

/** What a reader was given of a site. */
export interface Played {
  readonly id: string;
  /** Absent: all that the site promises, and nothing that it forbids. */
  readonly fault?: string;
  readonly ms: number;
  readonly inBrowser: boolean;
}

/** Starts a site with the libraries that its pages ask for. */
export async function startSite(site: Site): Promise<RunningSite> {
  let visits = 0;
  const pages: Record<string, Page> = {};
  const markup = Object.values(site.files)
    .map((file) => (typeof file === 'string' ? file : ''))
    .join('');
  for (const [, name] of markup.matchAll(/\/lib\/([a-z-]+)\.js/g))
    pages[`/lib/${name}.js`] = answer('.js', readFileSync(new URL(`${name}.js`, LIBRARIES), 'utf8'));
  for (const [path, file] of Object.entries(site.files)) {
    const served = typeof file === 'object' ? answer(path, file.body, file.delayMs, file.status) : undefined;
    pages[path] = (request, response) => {
      if (path === '/') visits++;
      const page = served ?? answer(path, typeof file === 'function' ? file(request) : (file as string));
      page(request, response);
    };
  }
  const upstream = await startUpstream(pages);
  return { site, upstream, visits: () => visits };
}

function answer(path: string, body: string, delayMs = 0, status = 200): Exclude<Page, string> {
  const type = TYPES[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8';
  return (_request, response) => {
    if (delayMs === Number.POSITIVE_INFINITY) return;
    setTimeout(() => response.writeHead(status, { 'content-type': type }).end(body), delayMs);
  };
}

/** Asks a service for the first page of a site and compares with what it promises. */
export async function playSite(
  { site, upstream, visits }: RunningSite,
  service: TestService,
  key: string,
  render: 'auto' | 'always',
): Promise<Played> {
  const before = visits();
  const startedAt = performance.now();
  const response = await service.convert(
    {
      url: `${upstream.url}/`,
      render,
      include_diagnostics: true,
      ...(site.timeoutMs === undefined ? {} : { timeout_ms: site.timeoutMs }),
    },
    key,
    { 'cache-control': 'no-store' },
  );
  const ms = performance.now() - startedAt;
  const answered = (await response.json()) as Answer;
  const inBrowser = visits() - before > (render === 'auto' ? 1 : 0);
  const fault =
    faultOf(site, answered) ??
    (site.isServed && render === 'auto' && inBrowser ? 'browser started' : undefined);
  return { id: site.id, ms, inBrowser, ...(fault === undefined ? {} : { fault }) };
}

interface Answer {
  readonly data?: { readonly content: string };
  readonly error?: { readonly reason: string; readonly message: string };
}

function faultOf({ shows, lacks = [], refused }: Site, { data, error }: Answer): string | undefined {
  if (error !== undefined)
    return error.reason === refused ? undefined : `refused: ${error.reason} (${error.message})`;
  if (refused !== undefined)
    return `not refused as ${refused}: ${JSON.stringify(data!.content.slice(0, 80))}`;
  const missing = shows.find((text) => !data!.content.includes(text));
  if (missing !== undefined) return `misses ${JSON.stringify(missing.slice(0, 50))}`;
  const left = lacks.find((text) => data!.content.includes(text));
  return left === undefined ? undefined : `shows ${JSON.stringify(left)}`;
}
