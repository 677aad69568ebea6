import { describe, expect, test } from 'vitest';
import { ANY_DEPTH, type CrawlBounds, type CrawlFinding, type CrawlTarget } from './crawl-target.ts';
import { Frontier } from './frontier.ts';

const HOME = 'https://a.example/';
const BOUNDS: CrawlBounds = { limit: 1000, depth: ANY_DEPTH, include: [], exclude: [] };
const finding = (url: string, links: readonly string[], more: Partial<CrawlFinding> = {}): CrawlFinding => ({
  finalUrl: url,
  links: links.map((link) => new URL(link, HOME).href),
  contentLinks: links.length,
  moreLinks: 0,
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
  const frontier = new Frontier(HOME, { ...BOUNDS, ...bounds });
  frontier.heed(HOME, (path) => !path.startsWith('/private'));
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
  test('tells apart parameters whose values have the signs of others', () => {
    const links = ['/q?a=1%26b=2', '/q?a=1&b=2', '/q?b=2&a=%31', '/q?c%3Dd=e', '/q?c=d%3De'];
    expect(crawl({ '/': links }).paths).toEqual(['/', ...links.filter((link) => !link.includes('%31'))]);
  });

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
    const frontier = new Frontier(HOME, { ...BOUNDS, limit: 4 });
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
    const frontier = new Frontier(HOME, BOUNDS);
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

  test('asks for pages whose parameter has a name of sessions and means something', () => {
    const talks = ['/talk?session=12', '/talk?session=opening', '/talk?token=main', '/a;sid=front'];
    expect(crawl({ '/': talks }).paths).toEqual(['/', ...talks]);
  });

  test('a parameter that means nothing on pages of one shape may mean something on others', () => {
    const token = (i: number) => `0123456789abcdef${String(i).padStart(4, '0')}`;
    const banners = Array.from({ length: 8 }, (_, i) => `/banner?id=${token(i)}`);
    const items = Array.from({ length: 8 }, (_, i) => `/item?id=${token(i)}`);
    const listed = crawl({ '/': [...banners, ...items] }, {}, (path) => ({
      digest: path.replace(/^.banner.*/, 'banner'),
    }));
    expect(listed.paths).toEqual(expect.arrayContaining(items));
    expect(listed.leftOut.session).toBeGreaterThan(0);
  });

  test('takes what a sitemap lists as it is spelt', () => {
    const frontier = new Frontier(HOME, BOUNDS);
    const listed = ['x?PHPSESSID=0123456789abcdef0123', 'x?utm_source=a', 'y?gclid=1'].map(
      (path) => HOME + path,
    );
    frontier.list(listed);
    expect([frontier.take(), frontier.take(), frontier.take()].map((target) => target?.url)).toEqual(listed);
  });

  test('asks first for what contents lead to, also where a sitemap or the chrome had it before', () => {
    const frontier = new Frontier(HOME, BOUNDS);
    frontier.begin();
    const first = frontier.take()!;
    frontier.list([`${HOME}old`, `${HOME}new`]);
    frontier.finish(first, finding(HOME, ['/new', '/menu'], { contentLinks: 1 }));
    const menu = frontier.take()!;
    expect(menu.url).toBe(`${HOME}new`);
    frontier.finish(menu, finding(menu.url, ['/menu']));
    expect([frontier.take(), frontier.take()].map((target) => target?.url)).toEqual([
      `${HOME}menu`,
      `${HOME}old`,
    ]);
  });

  test('follows numbered lists to their end where an old sitemap has most of their pages', () => {
    const lists = Array.from({ length: 40 }, (_, i) => `/list?page=${i + 1}`);
    const links = Object.fromEntries(lists.map((list, i) => [list, [`/item/${i}`, `/list?page=${i + 2}`]]));
    const frontier = new Frontier(HOME, BOUNDS);
    frontier.begin();
    frontier.list(Array.from({ length: 38 }, (_, i) => `${HOME}item/${i}`));
    const taken: string[] = [];
    for (let target = frontier.take(); target !== undefined; target = frontier.take()) {
      const path = target.url.slice(HOME.length - 1);
      taken.push(path);
      frontier.finish(target, finding(target.url, path === '/' ? ['/list?page=1'] : (links[path] ?? [])));
    }
    expect(taken).toContain('/item/39');
  });

  test.each(['before', 'after'])(
    'asks for all dated pages that a sitemap has, told %s a page links them',
    (when) => {
      const dated = Array.from(
        { length: 200 },
        (_, i) => `/log/${1990 + Math.floor(i / 12)}/${(i % 12) + 1}`,
      );
      const list = () => frontier.list(dated.map((day) => new URL(day, HOME).href));
      const frontier = new Frontier(HOME, BOUNDS);
      frontier.begin();
      const first = frontier.take()!;
      if (when === 'before') list();
      frontier.finish(first, finding(HOME, dated));
      if (when === 'after') list();
      const taken: string[] = [];
      for (let target = frontier.take(); target !== undefined; target = frontier.take()) {
        taken.push(target.url.slice(HOME.length - 1));
        frontier.finish(target, finding(target.url, []));
      }
      expect([taken, frontier.leftOut()]).toEqual([dated, {}]);
    },
  );

  test('an address that is restored twice is under way once', () => {
    const frontier = new Frontier(HOME, { ...BOUNDS, depth: 2 });
    frontier.begin();
    const first = { url: HOME, rank: 'content', depth: 0, row: 0 } as const;
    frontier.restore(first);
    frontier.restore(first);
    frontier.finish(first, finding(HOME, ['/a']));
    const a = frontier.take()!;
    frontier.finish(a, finding(a.url, ['/b']));
    expect(frontier.take()?.url).toBe(`${HOME}b`);
    expect(frontier.total()).toBe(3);
  });

  test('a page is as far as its shortest way, in whatever order ways are found', () => {
    const links = { '/': ['/a', '/x'], '/a': ['/b'], '/b': ['/x'], '/x': ['/y'], '/y': ['/z'] };
    const { paths, leftOut } = crawl(links, { depth: 2 }, (path) =>
      path === '/' ? { contentLinks: 1 } : {},
    );
    expect(paths.toSorted()).toEqual(['/', '/a', '/b', '/x', '/y']);
    expect(leftOut).toEqual({ depth: 1 });
    const frontier = new Frontier(HOME, { ...BOUNDS, depth: 3 });
    frontier.begin();
    const first = frontier.take()!;
    frontier.finish(first, finding(HOME, ['/a', '/b']));
    const [a, b] = [frontier.take()!, frontier.take()!];
    frontier.finish(a, finding(a.url, ['/c']));
    const c = frontier.take()!;
    frontier.finish(c, finding(c.url, ['/d']));
    // What is three away waits for the page that is one away: it may lead there too.
    expect(frontier.take()).toBeUndefined();
    frontier.finish(b, finding(b.url, ['/d']));
    expect(frontier.take()).toMatchObject({ url: `${HOME}d`, depth: 2 });
  });

  test('names addresses beyond those that may wait apart from the limit', () => {
    const many = Array.from({ length: 20 }, (_, i) => `/${i}`);
    const { paths, leftOut } = crawl({ '/': many }, { waiting: 5 });
    expect([paths.length, leftOut]).toEqual([6, { waiting: 15 }]);
  });

  test('judges addresses by the robots.txt of their own host', () => {
    const frontier = new Frontier(HOME, BOUNDS);
    frontier.begin();
    const first = frontier.take()!;
    frontier.heed('https://new.example/', (path) => path !== '/no');
    const finalUrl = 'https://new.example/';
    frontier.finish(first, {
      ...finding(HOME, ['https://new.example/no', 'https://new.example/yes', '/no']),
      finalUrl,
    });
    expect([frontier.take(), frontier.take()].map((target) => target?.url)).toEqual([
      'https://new.example/yes',
      `${HOME}no`,
    ]);
    expect(frontier.leftOut()).toEqual({ robots: 1 });
  });

  test('bears any number of parameters of one path, and leaves out what has too many', () => {
    const frontier = new Frontier(HOME, BOUNDS);
    frontier.begin();
    const form = (at: number) =>
      `${HOME}f?${Array.from({ length: 1300 }, (_, i) => `${(at * 1300 + i).toString(36)}=`).join('&')}`;
    frontier.list(Array.from({ length: 100 }, (_, at) => form(at)));
    const first = frontier.take()!;
    frontier.finish(first, finding(HOME, ['/f?a=x&b=2', form(101)]));
    expect(frontier.leftOut()).toEqual({ query: 1 });
  });

  test('pages of a wiki that end as files do are pages', () => {
    const pages = ['/wiki/Node.js', '/wiki/File:Bridge.jpg', '/src/main.css'];
    const { paths, leftOut } = crawl({ '/': [...pages, '/bridge.jpg', '/x.ZIP'] });
    expect([paths, leftOut]).toEqual([['/', ...pages], { media: 2 }]);
  });

  test('tells what of a page was new, which is all that another run must know', () => {
    const frontier = new Frontier(HOME, BOUNDS);
    frontier.begin();
    const first = frontier.take()!;
    const given = finding(HOME, ['/a', '/b', 'https://b.example/'], { notToFollow: [`${HOME}c`] });
    expect(frontier.finish(first, given)).toEqual(given);
    const a = frontier.take()!;
    const again = { ...given, finalUrl: a.url, digest: 'a', links: [...given.links, `${HOME}d`] };
    expect(frontier.finish(a, { ...again, contentLinks: 3 })).toEqual({
      ...again,
      links: [`${HOME}d`],
      contentLinks: 0,
      notToFollow: [],
    });
  });
});
