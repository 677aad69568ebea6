import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inForm } from '../support/full-form.ts';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { type Page, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER } from './rendering-harness.ts';

/** Deadline of a caller in a hurry, and when what it does not wait for is there. */
const HURRY_MS = 2500;
const LATE_MS = 3000;
const HEAD = { 'content-type': 'text/html; charset=utf-8' };

const seen: { readonly url: string; readonly fields: string }[] = [];
let site: Upstream;
let service: TestService;

/** A page that says at once that its main part is on its way, which comes by `how`. */
const late = (
  how: string,
): string => `<!doctype html><title>Tides</title><main><h1>Tides</h1>${PROSE.repeat(4)}
<p id="wait">Loading…</p></main><script>
const show = () => { document.querySelector('#wait').outerHTML = '<p id="main">The tide table of the harbour is here.</p>' };
${how}</script>`;
const MAIN = 'tide table';

/** An application that shows by the fragment, and tells what it showed. */
const ROUTED = `<!doctype html><title>Manual</title><h2 id="names">Names</h2><main id="view"></main>
<!-- <p id="commented"> --><script>const unused = '<p id="in-script">';</script><template><p id="in-template"></template>
<script>document.querySelector('#view').innerHTML = '<h1>Manual</h1><p>Chapter ' + (location.hash || 'none') + ' begins here.</p>' + ${JSON.stringify(PROSE)};</script>`;

beforeAll(async () => {
  const page =
    (html: string): Page =>
    (request, response) => {
      seen.push({ url: request.url ?? '', fields: request.rawHeaders.join('\n') });
      response.writeHead(200, HEAD).end(html);
    };
  const to =
    (location: string): Page =>
    (_, response) =>
      response.writeHead(302, { location }).end();
  site = await startUpstream({
    '/late': page(late(`setTimeout(show, ${LATE_MS})`)),
    '/asked': page(late(`fetch('/slow').then(show)`)),
    '/slow': (_request, response) => void setTimeout(() => response.end('{}'), LATE_MS),
    '/framed': page(`<!doctype html><div id="root"></div><script>
document.querySelector('#root').innerHTML = '<p>Loading…</p>'; setTimeout(() => { document.querySelector('#root').innerHTML = ${JSON.stringify(`<main><h1>Tides</h1><p>The tide table of the harbour.</p>${PROSE}</main>`)} }, ${LATE_MS})</script>`),
    '/app': page(ROUTED),
    '/private': (_request, response) =>
      response.writeHead(200, { ...HEAD, 'cache-control': 'private' }).end(ROUTED),
    '/old': to('/app'),
    '/older': to('/old'),
    '/moved': to('/app#/moved'),
    '/moved-on': to('/old#/on'),
    '/cleared': to('/app#'),
  });
  service = await startTestService({
    PAGEMARK_BROWSER: BROWSER ?? 'off',
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_WORKERS: '2',
    PAGEMARK_PLANS: '{"wide":{"perMinute":999,"perHour":999}}',
  });
  await untilReady(service);
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Answer {
  readonly status: number;
  /** What a page is told as, or the reason why there is none. */
  readonly content: string;
  readonly outcome: string | undefined;
  readonly address: string | undefined;
  readonly etag: string | null;
  readonly cacheStatus: string;
}

async function ask(path: string, key: string, body: object = {}): Promise<Answer> {
  const asked = { url: `${site.url}${path}`, render: 'always', ...body };
  const answer = await service.convert(asked, key);
  const { data, error } = (await answer.json()) as {
    data?: { content: string; outcome?: string; metadata?: { url: string } };
    error?: { reason: string };
  };
  return {
    status: answer.status,
    content: data?.content ?? error!.reason,
    outcome: data?.outcome,
    address: data?.metadata?.url.replace(site.url, ''),
    etag: answer.headers.get('etag'),
    cacheStatus: answer.headers.get('cache-status') ?? '',
  };
}

const newKey = () => service.newKey('wide');
const hurry = { timeout_ms: HURRY_MS };
/** Renders of a path so far. */
const renders = (path: string) => seen.filter(({ url }) => url === path).length;

describe.skipIf(BROWSER === null)("nothing of a caller's haste reaches another:", () => {
  test.each(
    inForm(
      [
        ['a timer', '/late', {}],
        ['a timer, as text', '/late', { response_format: 'text' }],
        ['a timer, whatever it is', '/late', { strict: false }],
        ['a timer, in parts', '/late', { max_tokens: 5000 }],
        ['a script in the place of all', '/framed', {}],
        ['a script, by a look at the source', '/framed', { render: 'auto' }],
        ['a timer, as one who waits for it', '/late', { wait_for_selector: '#main' }],
        ['a request', '/asked', {}],
      ],
      4,
    ),
  )('what comes by %s is there for who asks after it', async (_what, path, body) => {
    const [hasty, other] = [await newKey(), await newKey()];
    const query = `${path}?${encodeURIComponent(JSON.stringify(body))}`;
    const cut = await ask(query, hasty, { ...body, ...hurry });
    expect(cut.content).not.toContain(MAIN);
    const whole = await ask(query, hasty, body);
    expect(whole).toMatchObject({ status: 200, cacheStatus: expect.stringContaining('fwd=miss') });
    expect(whole.content).toContain(MAIN);
    const hit = await ask(query, other, body);
    expect(hit).toMatchObject({ content: whole.content, cacheStatus: expect.stringContaining('hit') });
    // Who hurries is served what is kept, like everybody.
    expect((await ask(query, other, { ...body, ...hurry })).content).toBe(whole.content);
  });

  test.each([
    ['the same key', true],
    ['another key', false],
  ])('one render serves who hurries and, 60 ms later, %s who does not', async (_who, isSame) => {
    const hasty = await newKey();
    const patient = isSame ? hasty : await newKey();
    const path = `/late?joined-by-${isSame}`;
    const first = ask(path, hasty, hurry);
    await sleep(60);
    const second = await ask(path, patient);
    expect(second).toMatchObject({ status: 200 });
    expect(second.content).toContain(MAIN);
    expect((await first).content).not.toContain(MAIN);
    expect((await ask(path, await newKey())).cacheStatus).toContain('hit');
    expect(renders(path)).toBe(1);
  });

  test('who waits for longer than another in a hurry is not cut with it', async () => {
    const [one, two] = [await newKey(), await newKey()];
    const path = '/late?two-in-a-hurry';
    const answers = await Promise.all([ask(path, one, hurry), ask(path, two, { timeout_ms: 300_000 })]);
    expect(answers.map(({ content }) => content.includes(MAIN))).toEqual([false, true]);
  });
});

describe.skipIf(BROWSER === null)('a fragment that a page shows by is part of what is kept:', () => {
  test.each(
    inForm(
      [
        ['/docs/api', '/docs/intro'],
        ['!/docs/api', '!/docs/intro'],
        ['/search?q=tide', '/search?q=quay'],
        ['/docs', '/docs/'],
        ['names-of-none', 'NAMES'],
        ['commented', 'in-script'],
        ['in-template', 'state=1&part=2'],
        ['top', '%E2%82%AC'],
      ],
      4,
    ),
  )('#%s, #%s and none are three pages, for every key', async (one, other) => {
    const path = `/app?${encodeURIComponent(one)}`;
    const [first, second] = [await newKey(), await newKey()];
    for (const key of [first, second]) {
      for (const hash of [`#${one}`, `#${other}`, '']) {
        const answer = await ask(`${path}${hash}`, key, { include_metadata: true });
        expect(answer.content).toContain(`Chapter ${hash === '' ? 'none' : hash} begins`);
        expect(answer.address).toBe(`${path}${hash}`);
        expect(answer.cacheStatus).toContain(key === first ? 'fwd=miss' : 'hit');
      }
    }
  });

  test('by a look at the source too', async () => {
    const key = await newKey();
    for (const hash of ['#/docs/api', '#/docs/intro', ''])
      expect((await ask(`/app?auto${hash}`, key, { render: 'auto' })).content).toContain(
        `Chapter ${hash || 'none'} begins`,
      );
  });

  test('one that names an id of the source shares the page, each under its own address', async () => {
    const key = await newKey();
    const path = '/app?shared';
    const metadata = { include_metadata: true };
    const bare = await ask(path, key, metadata);
    const named = await ask(`${path}#names`, await newKey(), metadata);
    expect(named).toMatchObject({ content: bare.content, address: `${path}#names` });
    expect(named.cacheStatus).toContain('hit');
    expect(named.etag).not.toBe(bare.etag);
    expect(await ask(path, key, metadata)).toMatchObject({ address: path, etag: bare.etag });
    // First of all, it is what is kept for the bare address.
    expect((await ask('/app?first#names', key)).content).toContain('Chapter none begins');
    expect((await ask('/app?first', key)).cacheStatus).toContain('hit');
  });

  test('one is the same however it is written', async () => {
    const key = await newKey();
    expect((await ask('/app?form#/a b', key)).cacheStatus).toContain('fwd=miss');
    for (const hash of ['#/a%20b', '#/a b:~:text=tide'])
      expect((await ask(`/app?form${hash}`, key)).cacheStatus).toContain('hit');
    expect((await ask('/app?form', key)).cacheStatus).toContain('fwd=miss');
    expect((await ask('/app?form#', key)).cacheStatus).toContain('hit');
  });

  test.each(
    inForm(
      [
        ['/old#/docs/api', '/app#/docs/api'],
        ['/older#/docs/api', '/app#/docs/api'],
        ['/older', '/app'],
        ['/moved', '/app#/moved'],
        ['/moved#/docs/api', '/app#/moved'],
        ['/moved-on#/docs/api', '/app#/on'],
        ['/cleared#/docs/api', '/app'],
      ],
      4,
    ),
  )('%s is redirected to %s', async (from, to) => {
    const key = await newKey();
    const hash = to.slice('/app'.length);
    const asked = { include_metadata: true };
    for (const render of ['always', 'never']) {
      const answer = await ask(from, key, { ...asked, render, strict: false });
      expect(answer.address).toBe(to);
      if (render === 'always') expect(answer.content).toContain(`Chapter ${hash || 'none'} begins`);
    }
  });

  test('none is ever sent', () => {
    expect(seen.length).toBeGreaterThan(20);
    expect(seen.filter(({ url, fields }) => /#|docs\/api/.test(`${url}${fields}`))).toEqual([]);
  });

  test('a page that is private is kept by fragment for its key alone', async () => {
    const [one, two] = [await newKey(), await newKey()];
    for (const [key, status] of [
      [one, 'fwd=miss'],
      [two, 'fwd=miss'],
      [one, 'hit'],
      [two, 'hit'],
    ] as const)
      expect((await ask('/private#/x', key)).cacheStatus).toContain(status);
  });
});
