import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { computedMs } from '../../tests/support/machine-speed.ts';
import { fail } from '../contract/failure.ts';
import { readSite, readSitemaps, type SitemapBounds } from './read-site.ts';

const ORIGIN = 'https://a.example';
const set = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc> ${ORIGIN}${path} </loc></url>`).join('')}</urlset>`;
const index = (...paths: string[]) =>
  `<?xml version="1.0"?><sitemapindex>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`;

/** A site of files; a number is a status. */
const site = (files: Readonly<Record<string, string | Uint8Array | number>>) => async (url: string) => {
  const file = files[url.slice(ORIGIN.length)] ?? 404;
  return typeof file === 'number'
    ? { status: file, bytes: new Uint8Array() }
    : { status: 200, bytes: Buffer.from(file) };
};
const read = (
  files: Parameters<typeof site>[0],
  sitemaps: readonly string[] = ['/s.xml'],
  bounds = { files: 9, addresses: 99, bytes: 1e6 },
) => readSitemaps(ORIGIN, { sitemaps }, site(files), bounds);
const at = (...paths: string[]) => paths.map((path) => ORIGIN + path);

describe('readSitemaps', () => {
  test('reads indexes, gzip, text, CDATA and entities, each address once', async () => {
    const { urls, files, failed } = await read(
      {
        '/s.xml': index('/a.xml', `${ORIGIN}/b.xml.gz`, '/deep.xml', '/a.xml'),
        '/a.xml': `<x:urlset><x:url><x:loc><![CDATA[${ORIGIN}/a?x=1&y]]></x:loc></x:url><url><loc>${ORIGIN}/a?x=1&amp;y=2</loc><image:image><image:loc>${ORIGIN}/i.png</image:loc></image:image></url></x:urlset>`,
        '/b.xml.gz': gzipSync(set('/b', '/a?x=1&y')),
        '/deep.xml': index('/text.txt', '/s.xml'),
        '/text.txt': `${ORIGIN}/c\r\n\nno address\n${ORIGIN}/d`,
      },
      ['/s.xml', `${ORIGIN}/s.xml`],
    );
    expect(urls).toEqual(at('/a?x=1&y', '/a?x=1&y=2', '/b', '/c', '/d'));
    expect([files, failed]).toEqual([5, []]);
  });

  test('reads a CDATA section to its end, whatever brackets and elements are in it', async () => {
    const raw = (path: string) => `<url><loc><![CDATA[${ORIGIN}${path}]]></loc></url>`;
    const { urls } = await read({ '/s.xml': `<urlset>${raw('/a[1]')}${raw('/b?<loc>')}${raw('/c')}` });
    expect(urls).toEqual(at('/a[1]', '/b?%3Cloc%3E', '/c'));
  });

  test('counts addresses that are too long to be asked for', async () => {
    const { urls, unlisted } = await read({ '/s.xml': set('/a', `/${'x'.repeat(8200)}`, '/b') });
    expect([urls, unlisted]).toEqual([at('/a', '/b'), 1]);
  });

  test('names files that are missing or broken, and reads the others', async () => {
    const { urls, failed } = await read(
      {
        '/s.xml': set('/a'),
        '/page': '<!doctype html><title>x</title>',
        '/gz': Buffer.from([0x1f, 0x8b, 1]),
      },
      ['/none.xml', '/page', '/gz', '/s.xml'],
    );
    expect(urls).toEqual(at('/a'));
    expect(failed.map(({ reason }) => reason)).toEqual([
      'status 404',
      'no sitemap',
      'too large, or damaged gzip',
    ]);
  });

  test('looks at the usual place where none is named, and does not miss it', async () => {
    expect(await read({ '/sitemap.xml': set('/a') }, [])).toMatchObject({ urls: at('/a'), failed: [] });
    expect(await read({}, [])).toMatchObject({ urls: [], failed: [] });
  });

  test('is bounded by the delay of robots.txt', async () => {
    const fetch = site({ '/a.xml': set('/a'), '/b.xml': set('/b') });
    const sitemaps = ['/a.xml', '/b.xml', '/c.xml'];
    const bounds = { files: 9, addresses: 99, bytes: 1e6, seconds: 120 };
    const read = (delayS: number) => readSitemaps(ORIGIN, { sitemaps, delayS }, fetch, bounds);
    expect(await read(60)).toMatchObject({ urls: [`${ORIGIN}/a`, `${ORIGIN}/b`], unread: 1 });
    expect(await read(500)).toMatchObject({ urls: [`${ORIGIN}/a`], unread: 2 });
  });

  test('is bounded in files, addresses and bytes, packed ones too', async () => {
    const many = Array.from({ length: 50 }, (_, i) => `/${i}`);
    expect(
      (await read({ '/s.xml': set(...many) }, ['/s.xml'], { files: 9, addresses: 7, bytes: 1e6 })).urls,
    ).toHaveLength(7);
    const files = Object.fromEntries(many.map((path) => [`${path}.xml`, set(path)]));
    const names = Object.keys(files);
    expect((await read(files, names, { files: 3, addresses: 99, bytes: 1e6 })).files).toBe(3);
  });

  test('counts every file that is asked for, and the bytes of those that are no use', async () => {
    const asked: string[] = [];
    const of = (files: Parameters<typeof site>[0], bounds: SitemapBounds, names = ['/s.xml']) =>
      readSitemaps(
        ORIGIN,
        { sitemaps: names },
        (url) => {
          asked.push(url);
          return site(files)(url);
        },
        bounds,
      );
    const none = Array.from({ length: 50 }, (_, i) => `/none-${i}.xml`);
    const missing = await of({ '/s.xml': index(...none) }, { files: 5, addresses: 99, bytes: 1e6 });
    expect([asked.length, missing.failed.length, missing.unread]).toEqual([5, 4, 46]);
    const endless = {
      '/s.xml': index(...none),
      ...Object.fromEntries(none.map((name) => [name, index(...none.map((other) => name + other))])),
    };
    asked.length = 0;
    expect(await of(endless, { files: 5, addresses: 99, bytes: 1e6 })).toMatchObject({
      files: 5,
      failed: [],
    });
    expect(asked).toHaveLength(5);
    const bomb = gzipSync(set(...Array.from({ length: 5000 }, (_, i) => `/${i}`)));
    const bombs = Object.fromEntries(none.map((name) => [name, bomb]));
    asked.length = 0;
    const bounded = await of(bombs, { files: 50, addresses: 9999, bytes: 1000 }, none);
    expect(bounded).toMatchObject({
      urls: [],
      failed: [{ reason: 'too large, or damaged gzip' }],
      unread: 49,
    });
    expect(asked).toHaveLength(1);
  });

  test('asks for no more bytes of a file than are left', async () => {
    const most: number[] = [];
    const fetch = async (url: string, mostBytes?: number) => {
      most.push(mostBytes!);
      if (url.endsWith('/large')) throw fail('response_too_large', 'x');
      return site({ '/s.xml': set('/a') })(url);
    };
    const bounds = { files: 9, addresses: 9, bytes: 1000 };
    const read = await readSitemaps(ORIGIN, { sitemaps: ['/s.xml', '/large', '/s.xml?2'] }, fetch, bounds);
    expect(most).toEqual([1000, 1000 - set('/a').length]);
    expect(read).toMatchObject({ urls: at('/a'), failed: [{ reason: 'response_too_large' }], unread: 1 });
  });

  test('names what it left out, and holds no more of relative addresses than of others', async () => {
    const many = Array.from({ length: 50 }, (_, i) => `/${i}`);
    const cut = await read({ '/s.xml': set(...many) }, ['/s.xml'], { files: 9, addresses: 7, bytes: 1e6 });
    expect([cut.urls.length, cut.unlisted]).toEqual([7, 43]);
    const deep = await read({
      '/s.xml': index('/1.xml'),
      '/1.xml': index('/2.xml'),
      '/2.xml': index('/3.xml'),
      '/3.xml': index('/4.xml', '/5.xml'),
    });
    expect([deep.files, deep.unread]).toEqual([4, 2]);
    const folder = `/${'long/'.repeat(500)}`;
    const listed = await read(
      {
        [`${folder}s.xml`]: `<urlset>${many.map((path) => `<loc>${path.slice(1)}</loc>`).join('')}</urlset>`,
      },
      [`${folder}s.xml`],
      { files: 9, addresses: 99, bytes: 10_000 },
    );
    expect(listed.urls.join('').length).toBeLessThanOrEqual(10_000);
    expect(listed.urls.length + listed.unlisted).toBe(50);
  });

  test('ends when it is told to, whatever a fetch that was ended says', async () => {
    const stop = new AbortController();
    const fetch = async () => {
      stop.abort(fail('fetch_timeout', 'over'));
      throw fail('upstream_unreachable', 'x');
    };
    const bounds = { files: 9, addresses: 9, bytes: 1000 };
    await expect(
      readSitemaps(ORIGIN, { sitemaps: ['/a', '/b'] }, fetch, bounds, stop.signal),
    ).rejects.toThrow('over');
  });

  test.each(['<loc', '<loc><![CDATA[', '<loc>]<![CDATA[x]'])(
    'takes time linear in a file of %s',
    async (part) => {
      const startedAt = computedMs();
      await read({ '/s.xml': `<urlset>${part.repeat(20_000)}` });
      expect(computedMs() - startedAt).toBeLessThan(2000);
    },
  );
});

describe('readSite', () => {
  const reading = {
    userAgent: 'pagemark/1',
    heedsRobots: true,
    sitemaps: { files: 9, addresses: 9, bytes: 1e6 },
  };
  const of = (file: string | number, heedsRobots = true) =>
    readSite(`${ORIGIN}/a`, site({ '/robots.txt': file, '/s.xml': set('/b') }), { ...reading, heedsRobots });

  test('a robots.txt that is not there allows all, a server that fails nothing, one that answers garbage all', async () => {
    expect((await of(404)).allows('/a')).toBe(true);
    const down = await of(503);
    expect([down.allows('/a'), down.isDown]).toEqual([false, true]);
    const broken = async () => Promise.reject(fail('malformed_response', 'x'));
    expect((await readSite(ORIGIN, broken, reading)).allows('/a')).toBe(true);
    const away = async () => Promise.reject(fail('upstream_unreachable', 'x'));
    await expect(readSite(ORIGIN, away, reading)).rejects.toThrow('x');
  });

  test('heeds rules and delay, up to a minute, unless it is not to; sitemaps are read all the same', async () => {
    const file = (delay: number) =>
      `User-agent: pagemark\nCrawl-delay: ${delay}\nDisallow: /a\nSitemap: ${ORIGIN}/s.xml`;
    const heeded = await of(file(3));
    expect([heeded.origin, heeded.delayS, heeded.allows('/a')]).toEqual([ORIGIN, 3, false]);
    expect((await of(file(500))).delayS).toBe(60);
    const other = await of(file(3), false);
    expect([other.delayS, other.allows('/a')]).toEqual([0, true]);
    expect((await other.list()).urls).toEqual(at('/b'));
  });
});
