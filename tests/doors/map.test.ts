import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startTrapSite, type TrapSite } from '../support/trap-site.ts';

let site: TrapSite;
let service: TestService;
let key: string;
beforeAll(async () => {
  site = await startTrapSite(40);
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: '{"test":{"perMinute":50,"perHour":50}}',
  });
  key = await service.newKey('test');
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

const map = async (path: string, body: object) => {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.url, ...body }),
  });
  const json = (await answer.json()) as { links: readonly unknown[]; warning: string; error: string };
  return { status: answer.status, left: answer.headers.get('ratelimit'), ...json };
};
const listed = Array.from({ length: 10 }, (_, i) => `/only-listed/${i}`);

describe('map of Firecrawl', () => {
  test('is one request, links of the content first; version 2 has objects', async () => {
    const [one, two] = [await map('/v1/map', {}), await map('/v2/map', {})];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.links).toEqual(one.links.map((url) => ({ url })));
    const paths = one.links.map((url) => String(url).slice(site.url.length));
    expect(paths.slice(0, 3)).toEqual(['/', '/chain/0', '/item/0']);
    expect(paths).toEqual(expect.arrayContaining([...listed, '/nav/0', '/shop']));
    expect(one.warning).toMatch(/Left out: .*robots 1.*Sitemaps that were not read: 1\./);
    const remaining = (left: string | null) => Number(/"minute";r=(\d+)/.exec(left ?? '')?.[1]);
    expect(remaining(one.left) - remaining(two.left)).toBe(1);
  });

  test('honours or names its fields', async () => {
    const only = await map('/v2/map', { sitemap: 'only' });
    expect(only.links).toEqual(['/', ...listed].map((path) => ({ url: site.url + path })));
    const none = await map('/v1/map', { ignoreSitemap: true });
    expect(none.links).not.toContain(`${site.url}/only-listed/0`);
    const searched = await map('/v1/map', { search: 'listed 7', limit: 1, includeSubdomains: true });
    expect(searched.links).toEqual([`${site.url}/only-listed/7`]);
    expect(searched.warning).toContain('"includeSubdomains" is not done');
    const refused = await map('/v2/map', { headers: { cookie: 'a=b' } });
    expect(refused).toMatchObject({ status: 400, error: expect.stringContaining('"headers"') });
    const unknown = await map('/v2/map', {
      useIndex: true,
      location: { country: 'DE' },
      includePaths: ['a'],
    });
    expect(unknown.warning).toMatch(/"location.country" is not done.*Not known: "useIndex", "includePaths"/);
    const secret = await map('/v2/map', { url: site.url.replace('//', '//ada:lovelace@') });
    expect(secret).toMatchObject({ status: 403, reason: 'blocked_target' });
    expect(JSON.stringify(secret)).not.toContain('lovelace');
    expect(await map('/v2/map', { url: 'http://10.0.0.1/' })).toMatchObject({ status: 403, success: false });
    expect(await map('/v2/map', { url: 'http://' })).toMatchObject({ status: 400, success: false });
    expect(await map('/v2/map', { url: 'ftp://a.example/' })).toMatchObject({ status: 400, success: false });
  });
});
