import { describe, expect, test } from 'vitest';
import { type CrawlBounds, type CrawlFinding, type CrawlTarget, Frontier } from './frontier.ts';

const HOME = 'https://a.example/';
const BOUNDS: CrawlBounds = { limit: 1000, depth: 1000, include: [], exclude: [] };
const finding = (url: string, links: readonly string[], more: Partial<CrawlFinding> = {}): CrawlFinding => ({
  finalUrl: url,
  links: links.map((link) => new URL(link, HOME).href),
  contentLinks: links.length,
  notToFollow: [],
  canonical: null,
  digest: url,
  isRepeat: false,
  ...more,
});

/** Crawls a site that answers each path with the links of a table; gives the paths in their order. */
function crawl(
  links: Readonly<Record<string, readonly string[]>>,
  bounds: Partial<CrawlBounds> = {},
  more: (path: string) => Partial<CrawlFinding> = () => ({}),
) {
  const frontier = new Frontier(HOME, { ...BOUNDS, ...bounds }, (path) => !path.startsWith('/private'));
  frontier.begin();
  const paths: string[] = [];
  for (let target = frontier.take(); target !== undefined; target = frontier.take()) {
    const path = target.url.slice(HOME.length - 1);
    paths.push(path);
    frontier.finish(target, finding(target.url, links[path] ?? [], more(path)));
  }
  return { paths, leftOut: frontier.leftOut(), frontier };
}

describe('Frontier', () => {
  test('gives each address once, whatever it is spelt like', () => {
    const { paths, leftOut } = crawl({
      '/': [
        '/a',
        '/a#part',
        'http://a.example/a',
        'https://www.a.example/a',
        '/b?x=1&y=2',
        '/b?y=2&x=1',
        '/',
      ],
      '/a': ['/a?utm_source=x', '/b;jsessionid=0123456789abcdef0123?x=1&y=2', '/'],
    });
    expect(paths).toEqual(['/', '/a', '/b?x=1&y=2']);
    expect(leftOut).toEqual({ session: 2 });
  });

  test('names what it does not ask for', () => {
    const { paths, leftOut } = crawl(
      {
        '/': [
          '/a',
          '/private/x',
          'https://b.example/',
          '/film.mp4',
          '/no/x',
          'mailto:a@a.example',
          '/a/a/a/a',
        ],
        '/a': ['/deep'],
        '/deep': ['/deeper', '/private/x'],
      },
      { depth: 2, exclude: ['/no/'] },
      (path) => (path === '/' ? { notToFollow: [`${HOME}vote`] } : {}),
    );
    expect(paths).toEqual(['/', '/a', '/deep']);
    const one = { depth: 1, excluded: 1, loop: 1, media: 1, nofollow: 1, other_site: 1, robots: 1 };
    expect(leftOut).toEqual(one);
  });

  test('takes links of contents, then sitemaps, then the rest, and no more than the limit', () => {
    const frontier = new Frontier(HOME, { ...BOUNDS, limit: 4 }, () => true);
    frontier.begin();
    frontier.list([`${HOME}listed`, 'https://b.example/']);
    const first = frontier.take()!;
    const links = ['/content', '/chrome', '/more'];
    frontier.finish(first, finding(HOME, links, { contentLinks: 1 }));
    const taken: (CrawlTarget | undefined)[] = [
      frontier.take(),
      frontier.take(),
      frontier.take(),
      frontier.take(),
    ];
    expect(taken.map((target) => target?.url)).toEqual([
      `${HOME}content`,
      `${HOME}listed`,
      `${HOME}chrome`,
      undefined,
    ]);
    expect(frontier.leftOut()).toEqual({ limit: 1, other_site: 1 });
  });

  test('the site is that which the first page led to, and a redirect is not asked for twice', () => {
    const ends: Record<string, string> = { '/': 'https://new.example/', '/old': `${HOME}to` };
    const { paths, leftOut } = crawl({ '/': ['https://new.example/a', '/old', '/to'] }, {}, (path) =>
      path in ends ? { finalUrl: ends[path]! } : {},
    );
    expect(paths).toHaveLength(3);
    expect(paths).not.toContain('/to');
    expect(leftOut).toEqual({});
  });

  test('learns a parameter under any name that means nothing, and none that means something', () => {
    const token = (i: number) => `0123456789abcdef${String(i).padStart(4, '0')}`;
    const pages = Array.from({ length: 40 }, (_, i) => `/p/${i}`);
    const links = Object.fromEntries(
      pages.flatMap((page, i) => {
        const next = [`${page}?zz=${token(i)}`, `${page}?lang=de`, ...(pages[i + 1] ? [pages[i + 1]!] : [])];
        return [[page, next] as const, [`${page}?zz=${token(i)}`, [`${page}?zz=${token(i + 500)}`]] as const];
      }),
    );
    const { paths, leftOut } = crawl({ '/': ['/p/0'], ...links }, {}, (path) => {
      const isCopy = path.includes('zz=');
      return { digest: path.replace(/\?zz.*/, ''), isRepeat: isCopy };
    });
    expect(paths.filter((path) => path.includes('lang='))).toHaveLength(40);
    expect(paths.filter((path) => path.includes('zz=')).length).toBeLessThan(10);
    expect(leftOut.session).toBeGreaterThan(30);
  });

  test('goes on where another one ended', () => {
    const links = { '/': ['/a', '/b'], '/a': ['/c'] };
    const whole = crawl(links).paths;
    const frontier = new Frontier(HOME, BOUNDS, () => true);
    frontier.begin();
    for (const path of ['/', '/a'] as const) {
      const target = { url: new URL(path, HOME).href, rank: 'content', depth: 0, row: 0 } as const;
      frontier.restore(target);
      frontier.finish(target, finding(target.url, links[path]));
    }
    const rest: string[] = [];
    for (let next = frontier.take(); next !== undefined; next = frontier.take())
      rest.push(new URL(next.url).pathname);
    expect(['/', '/a', ...rest].sort()).toEqual([...whole].sort());
    expect(frontier.total()).toBe(4);
  });
});
