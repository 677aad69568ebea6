import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createTurnstile, type Turnstile } from './turnstile.ts';

/** A site with as many pages as are wanted, and with what a crawler can lose itself in. */
export interface TrapSite {
  readonly address: string;
  readonly url: string;
  /** Paths of the pages that a crawl must have, once each. */
  readonly pages: readonly string[];
  /** Times that each path with its query was asked for. */
  readonly asked: Map<string, number>;
  /** What answers go through, numbered by how many paths were asked for until then. */
  readonly answers: Turnstile;
  close(): Promise<void>;
}

const html = (title: string, content: string, chrome: string): string => `<!doctype html><html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head><body>
<header><nav><a href="/">Home</a> ${chrome}</nav></header>
<main><article><h1>${title}</h1>${content}</article></main><footer>Copyright</footer></body></html>`;

const prose = (of: string): string =>
  Array.from(
    { length: 6 },
    (_, i) =>
      `<p>Paragraph ${i + 1} of ${of} tells of rivers, bridges and the people who cross them every single day.</p>`,
  ).join('\n');

const A_LIST = 20;

/**
 * Starts the site on loopback. A quarter of its pages is in a packed sitemap alone, a quarter in numbered lists, a quarter in a chain of
 * links to the next one, and a quarter in the navigation alone. `robots`: more lines of its robots.txt.
 */
export async function startTrapSite(count: number, robots = ''): Promise<TrapSite> {
  const asked = new Map<string, number>();
  const answers = createTurnstile();
  const quarter = Math.floor(count / 4);
  const of = (kind: string) => Array.from({ length: quarter }, (_, i) => `/${kind}/${i}`);
  const [inSitemap, inLists, inChain, inChrome] = ['only-listed', 'item', 'chain', 'nav'].map(of) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const listPages = Math.ceil(quarter / A_LIST);
  const token = () => randomBytes(16).toString('hex');
  const links = (paths: readonly string[]) =>
    paths
      .map(
        (path) =>
          `<p>Who has crossed the river may read on at <a href="${path}">the bridge ${path}</a> of it.</p>`,
      )
      .join('');

  /** The traps that every page leads to. */
  const traps = (path: string): string =>
    `<a href="${path}?PHPSESSID=${token()}">Stay</a> <a href="${path}?visitno=${token()}">Here</a>
    <a href="/calendar/2026/11">Calendar</a> <a href="/events?month=2026-11">Events</a> <a href="/loop/a/b/">More</a>
    <a href="/gone/${token()}">Offer</a> <a href="/shop">Shop</a> <a href="/results?offset=0">Results</a>
    ${/0$/.test(path) ? `<a href="/print${path}">Print</a>` : ''} <a href="/private/account">Account</a> <a href="https://other.example/">Friends</a>
    <a href="/brochure.zip">Brochure</a> <a rel="nofollow" href="/vote?for=${token()}">Vote</a>
    ${inChrome
      .filter((_, i) => i % 50 === path.length % 50 || path === '/')
      .map((each) => `<a href="${each}">${each}</a>`)
      .join(' ')}`;

  const page = (path: string, title = path, more = '') =>
    html(`The bridge of ${title}`, prose(title) + more, traps(path));
  const month = (path: string, at: number, href: (at: number) => string) =>
    html(
      `Month ${at}`,
      `<p>Nothing happens in month ${at}, as far as anybody knows who was asked about it this week.</p>`,
      `<a href="${href(at - 1)}">Earlier</a> <a href="${href(at + 1)}">Later</a> ${traps(path)}`,
    );
  const pathOfMonth = (at: number) =>
    `/calendar/${Math.floor(at / 12)}/${String((at % 12) + 1).padStart(2, '0')}`;
  const queryOfMonth = (at: number) =>
    `/events?month=${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;

  const answer = (url: URL): string | null => {
    const path = url.pathname.replace(/^\/print(?=\/)/, '');
    const [, kind = '', name = ''] = path.split('/');
    const at = Number(name);
    const calendar =
      /^\/calendar\/(\d{4})\/(\d{2})$/.exec(path) ?? /^month=(\d{4})-(\d{2})/.exec(url.search.slice(1));
    if (path === '/') return page('/', 'the start', links(['/list?page=1', '/chain/0', '/item/0']));
    if (path === '/list') {
      const number = Number(url.searchParams.get('page'));
      if (!(number >= 1 && number <= listPages)) return page('/list', 'no results');
      const listed = inLists.slice((number - 1) * A_LIST, number * A_LIST);
      return page(
        url.pathname + url.search,
        `list ${number}`,
        links([...listed, `/list?page=${number + 1}`]),
      );
    }
    if (calendar !== null) {
      const number = Number(calendar[1]) * 12 + Number(calendar[2]) - 1;
      return month(path, number, kind === 'calendar' ? pathOfMonth : queryOfMonth);
    }
    if (kind === 'loop')
      return html('Around', prose('the loop'), `<a href="a/b/">Around again</a> ${traps('/')}`);
    if (kind === 'gone')
      return html(
        'Page not found',
        '<p>Sorry, the page you are looking for could not be found.</p>',
        traps('/'),
      );
    if (kind === 'shop') {
      const chosen = [...url.searchParams]
        .map(([key, value]) => `${key} ${value}`)
        .sort()
        .join(', ');
      const choices = ['color', 'size', 'sort', 'brand', 'price'].flatMap((key) =>
        Array.from({ length: 5 }, (_, value) => {
          const next = new URLSearchParams(url.search);
          next.set(key, String(value));
          return `<a href="/shop?${next.toString().replaceAll('&', '&amp;')}">${key} ${value}</a>`;
        }),
      );
      return html(
        `Shop with ${chosen || 'everything'}`,
        prose(`the shop with ${chosen || 'everything'}`),
        choices.join(' '),
      );
    }
    if (kind === 'results') {
      const offset = Number(url.searchParams.get('offset'));
      return html(
        `Results from ${offset}`,
        prose(`results from ${offset}`),
        `<a href="/results?offset=${offset + 10}">More</a>`,
      );
    }
    if (kind === 'private') return page(path);
    if (!(at >= 0 && at < quarter)) return null;
    if (kind === 'chain') return page(path, path, at + 1 < quarter ? links([`/chain/${at + 1}`]) : '');
    return ['only-listed', 'item', 'nav'].includes(kind) ? page(path) : null;
  };

  const server = createServer(async (request, response) => {
    const path = request.url!;
    asked.set(path, (asked.get(path) ?? 0) + 1);
    await answers.pass(asked.size);
    const origin = `http://${request.headers.host}`;
    const locations = (paths: readonly string[]) =>
      paths.map((each) => `<url><loc>${origin}${each}</loc></url>`).join('');
    if (path === '/robots.txt')
      response.end(`User-agent: *\nDisallow: /private/\n${robots}\nSitemap: ${origin}/sitemaps.xml\n`);
    else if (path === '/sitemaps.xml')
      response.end(
        `<?xml version="1.0"?><sitemapindex><sitemap><loc>${origin}/pages.xml.gz</loc></sitemap><sitemap><loc>/missing.xml</loc></sitemap></sitemapindex>`,
      );
    else if (path === '/pages.xml.gz')
      response
        .setHeader('content-type', 'application/gzip')
        .end(gzipSync(`<urlset>${locations(inSitemap)}</urlset>`));
    else {
      const body = answer(new URL(path, origin));
      response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body ?? html('404', '<p>Not here</p>', ''));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lists = Array.from({ length: listPages }, (_, i) => `/list?page=${i + 1}`);
  return {
    address,
    url: `http://${address}`,
    pages: ['/', ...lists, ...inSitemap, ...inLists, ...inChain, ...inChrome],
    asked,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
