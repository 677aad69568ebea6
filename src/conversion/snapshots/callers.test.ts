import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { computedMs, onThisMachine } from '../../../tests/support/machine-speed.ts';
import { fail } from '../../contract/failure.ts';
import { openMemorySnapshots } from '../../storage/memory-snapshots.ts';
import type { LoadedPage, PageRequest } from '../ports.ts';
import { MOST_RENDERS_BY_FRAGMENT } from './counted-renders.ts';
import { namesElement } from './page-fragment.ts';
import { deferred, reasonOf, settle, setUp, TTL_MS, URL_A } from './snapshot-source.fixture.ts';

const limited = () => fail('concurrency_limited', 'too much of this key is in work');
const rendered = { view: 'rendered' } as const;
const hasty = { ...rendered, isHasty: true, timeoutMs: 1000 };
/** A renderer that gives what it is told to; a caller's own deadline cuts the page short. */
const cutShort = ({ patience }: PageRequest): Partial<LoadedPage> => {
  const { endsAt, isOwn } = patience!();
  return isOwn ? { cutFor: endsAt, bytes: new TextEncoder().encode('half') } : {};
};

describe('a page that a deadline of a caller cut short', () => {
  test('is for that caller, kept nowhere, and taken back from nobody', async () => {
    const { upstream, load, requests } = setUp();
    upstream.answer = cutShort;
    const cut = await load(hasty);
    expect(cut).toMatchObject({ text: 'half', cacheStatus: 'pagemark; fwd=miss; fwd-status=200' });
    expect([cut.keeping, cut.forget]).toEqual([undefined, undefined]);
    for (const keyId of ['key_one', 'key_two'])
      expect((await load({ ...rendered, keyId })).text).toBe('version 2');
    expect(requests).toHaveLength(2);
  });

  test('is nothing to one with more time who came while it was read', async () => {
    const { upstream, load, requests } = setUp();
    const reading = deferred();
    upstream.answer = async (request) => {
      const page = cutShort(request);
      await reading.promise;
      return page;
    };
    const first = load(hasty);
    await settle();
    const second = load({ ...rendered, keyId: 'key_two' });
    const third = load({ ...hasty, timeoutMs: 2000, keyId: 'key_three' });
    await settle();
    reading.resolve(undefined);
    expect((await first).text).toBe('half');
    expect((await second).text).toBe('version 2');
    expect((await third).text).toBe('version 2');
    expect(requests).toHaveLength(2);
  });

  test('is followed by one fetch for all who waited for it in other processes', async () => {
    const store = openMemorySnapshots({ maxBytes: 1e6 });
    const [here, ...others] = [0, 1, 2].map(() => setUp({ store }));
    const reading = deferred();
    here!.upstream.answer = async (request) => {
      await reading.promise;
      return cutShort(request);
    };
    for (const { upstream } of others) upstream.answer = () => sleep(300, {});
    const first = here!.load({ ...hasty, timeoutMs: 30_000 });
    await settle();
    const waiting = others.map(({ load }, i) => load({ ...rendered, keyId: `key_${i}` }));
    await settle();
    reading.resolve(undefined);
    expect((await first).text).toBe('half');
    for (const page of await Promise.all(waiting)) expect(page.text).toBe('version 1');
    expect(others.flatMap(({ requests }) => requests)).toHaveLength(1);
  });

  test('does not stand in the place of one that ran out', async () => {
    const { clock, upstream, load } = setUp();
    await load(rendered);
    clock.ms += TTL_MS;
    upstream.answer = cutShort;
    expect(await load(hasty)).toMatchObject({
      text: 'version 1',
      cacheStatus: expect.stringContaining('stale-if-error'),
    });
  });

  test('leaves what is kept where it was asked for anew', async () => {
    const { upstream, load } = setUp();
    await load(rendered);
    upstream.answer = cutShort;
    expect((await load({ ...hasty, maxAgeS: 0 })).text).toBe('half');
    expect((await load(rendered)).text).toBe('version 1');
  });
});

describe('a render that callers share waits', () => {
  const waiting = async (callers: readonly Partial<PageRequest>[]) => {
    const { upstream, load } = setUp();
    const [began, end] = [deferred(), deferred()];
    upstream.answer = async ({ patience }) => {
      began.resolve(patience);
      await end.promise;
      return {};
    };
    const from = performance.now();
    const loads = callers.map((caller, i) => load({ ...rendered, keyId: `key_${i}`, ...caller }));
    const patience = (await began.promise) as NonNullable<PageRequest['patience']>;
    await settle();
    return { load, loads, end, patience, seconds: () => Math.round((patience().endsAt - from) / 1000) };
  };

  test.each([
    ['the one there is', [{ isHasty: true, timeoutMs: 9000 }], 9, true],
    [
      'the last of those in a hurry',
      [9000, 12_000, 7000].map((timeoutMs) => ({ isHasty: true, timeoutMs })),
      12,
      true,
    ],
    ['one who is in none', [{ isHasty: true, timeoutMs: 9000 }, { timeoutMs: 30_000 }], 30, false],
    [
      'one who is in none and ends first',
      [{ timeoutMs: 9000 }, { isHasty: true, timeoutMs: 12_000 }],
      12,
      false,
    ],
  ])('for %s', async (_who, callers, seconds, isOwn) => {
    const { loads, end, patience, seconds: until } = await waiting(callers);
    expect([until(), patience().isOwn]).toEqual([seconds, isOwn]);
    end.resolve(undefined);
    await Promise.all(loads);
  });

  test('for those who are left when one has gone', async () => {
    const gone = new AbortController();
    const { loads, end, patience, seconds } = await waiting([
      { isHasty: true, timeoutMs: 9000 },
      { timeoutMs: 30_000, signal: gone.signal },
    ]);
    gone.abort(fail('draining', 'gone'));
    expect(await reasonOf(loads[1]!)).toBe('draining');
    expect([seconds(), patience().isOwn]).toEqual([9, true]);
    end.resolve(undefined);
    await loads[0];
  });
});

test('a page that still loads is kept with the mark that it does', async () => {
  const { upstream, load } = setUp();
  upstream.answer = () => ({ isLoading: true });
  for (const keyId of ['key_one', 'key_two'])
    expect(await load({ ...rendered, keyId })).toMatchObject({ text: 'version 1', isLoading: true });
  expect((await load()).isLoading).toBe(true);
  upstream.answer = () => ({});
  expect('isLoading' in (await load({ ...rendered, maxAgeS: 0 }))).toBe(false);
  expect('isLoading' in (await load(rendered))).toBe(false);
});

describe('a refusal for what a key has in work', () => {
  const refusing = (keyIds: readonly string[]) => {
    const set = setUp();
    const gate = deferred();
    set.upstream.answer = async ({ keyId }) => {
      await gate.promise;
      if (keyIds.includes(keyId!)) throw limited();
      return {};
    };
    return { ...set, gate };
  };

  test('is nothing to other keys that waited for its fetch', async () => {
    const { requests, load, gate } = refusing(['key_one']);
    const keys = ['key_one', 'key_one', 'key_two', 'key_three', 'key_two'];
    const ends = keys.map((keyId) =>
      load({ keyId }).then(
        ({ text }) => text,
        (error) => error.failure.reason,
      ),
    );
    await settle();
    gate.resolve(undefined);
    expect(await Promise.all(ends)).toEqual([
      'concurrency_limited',
      'concurrency_limited',
      ...Array(3).fill('version 2'),
    ]);
    expect(requests).toHaveLength(2);
  });

  test('of each is told to each', async () => {
    const { requests, load, gate } = refusing(['key_one', 'key_two']);
    const ends = ['key_one', 'key_two', 'key_three'].map((keyId) => reasonOf(load({ keyId })));
    await settle();
    gate.resolve(undefined);
    expect(await Promise.all(ends)).toEqual(['concurrency_limited', 'concurrency_limited', 'none']);
    expect(requests).toHaveLength(3);
  });
});

test.each([
  ['concurrency_limited', 0],
  ['busy', 0],
  ['draining', 0],
  ['internal', 0],
  ['js_required', 0],
  ['upstream_unreachable', 1],
  ['invalid_request', 1],
] as const)('a fetch that ends as %s ends so for callers in %i other processes', async (reason, others) => {
  const store = openMemorySnapshots({ maxBytes: 1e6 });
  const [here, there] = [setUp({ store }), setUp({ store })];
  const gate = deferred();
  here.upstream.answer = async () => {
    await gate.promise;
    throw fail(reason, 'no');
  };
  const [first, second] = [here.load(), there.load({ keyId: 'key_two' })].map(reasonOf);
  await settle();
  expect(there.requests).toHaveLength(0);
  gate.resolve(undefined);
  expect([await first, await second]).toEqual([reason, others === 1 ? reason : 'none']);
});

describe('a fragment', () => {
  /** Renders show the fragment that they were asked for; the source has one place with a name. */
  const routed = () => {
    const set = setUp();
    set.upstream.answer = ({ view, url }) => ({
      bytes: new TextEncoder().encode(
        view === 'source' ? '<p id="here" class="a">' : `shows ${url.split('#')[1] ?? 'all'}`,
      ),
    });
    const shows = async (fragment: string, more: Partial<PageRequest> = {}) =>
      (await set.load({ ...rendered, url: `${URL_A}${fragment}`, ...more })).text;
    const renders = () => set.requests.filter(({ view }) => view === 'rendered').length;
    return { ...set, shows, renders };
  };

  test('of a source parts nothing', async () => {
    const { load, requests } = routed();
    for (const fragment of ['', '#here', '#/there']) await load({ url: `${URL_A}${fragment}` });
    expect(requests).toHaveLength(1);
  });

  test('that names an id is rendered and kept as none', async () => {
    const { shows, renders } = routed();
    for (const fragment of ['#here', '', '#', '#:~:text=x', '#%68ere'])
      expect(await shows(fragment)).toBe('shows all');
    expect(renders()).toBe(1);
  });

  test('that names none is rendered and kept by itself', async () => {
    const { shows, renders } = routed();
    const fragments = ['/there', '!there', 'HERE', 'a', 'class', '/there?x=1', '%'];
    for (let round = 0; round < 2; round++)
      for (const fragment of fragments) expect(await shows(`#${fragment}`)).toBe(`shows ${fragment}`);
    expect(renders()).toBe(fragments.length);
  });

  test('of a page whose source cannot be had is one of its own', async () => {
    const { upstream, shows } = routed();
    const { answer } = upstream;
    upstream.answer = (request) =>
      request.view === 'source' ? Promise.reject(fail('upstream_denied', 'no')) : answer(request);
    expect([await shows('#here'), await shows('')]).toEqual(['shows here', 'shows all']);
  });

  test('is kept where nothing may be fetched', async () => {
    const { shows, load } = routed();
    await shows('#/there');
    expect(await shows('#/there', { onlyIfCached: true })).toBe('shows /there');
    const other = load({ ...rendered, url: `${URL_A}#/other`, onlyIfCached: true });
    expect(await reasonOf(other)).toBe('not_cached');
  });

  test('of a redirect is kept with the page', async () => {
    const { upstream, load } = setUp();
    upstream.answer = () => ({ fragment: 'part' });
    for (let i = 0; i < 2; i++) expect((await load({ url: `${URL_A}#other` })).fragment).toBe('part');
  });

  test(`of one page is kept ${MOST_RENDERS_BY_FRAGMENT} times for each key, and as often again when their time is over`, async () => {
    const { clock, shows, renders } = routed();
    const all = Array.from({ length: MOST_RENDERS_BY_FRAGMENT + 4 }, (_, i) => `#/${i}`);
    const twice = async (fragments: readonly string[]) => {
      const before = renders();
      for (const fragment of [...fragments, ...fragments])
        expect(await shows(fragment)).toBe(`shows ${fragment.slice(1)}`);
      return renders() - before;
    };
    expect(await twice(all)).toBe(all.length + 4);
    clock.ms += TTL_MS;
    // Others are kept now.
    expect(await twice(all.toReversed())).toBe(all.length + 4);
  });

  test('counts for whoever is the first to have it kept, at once too', async () => {
    const { shows, renders } = routed();
    const all = Array.from({ length: MOST_RENDERS_BY_FRAGMENT + 4 }, (_, i) => `#/${i}`);
    await Promise.all(all.map((fragment) => shows(fragment)));
    await Promise.all(all.map((fragment) => shows(fragment)));
    expect(renders()).toBe(all.length + 4);
    await Promise.all(all.map((fragment) => shows(fragment, { keyId: 'key_two' })));
    await Promise.all(all.map((fragment) => shows(fragment)));
    expect(renders()).toBe(all.length + 8);
  });

  test('whose page turned out to be none counts no more', async () => {
    const { load, shows, renders } = routed();
    for (let i = 0; i < 2 * MOST_RENDERS_BY_FRAGMENT; i++)
      await (await load({ ...rendered, url: `${URL_A}#/none/${i}` })).forget?.();
    const before = renders();
    for (let i = 0; i < 2; i++) await shows('#/there');
    expect(renders()).toBe(before + 1);
  });

  test('past those is given with nothing to keep of it', async () => {
    const { load } = routed();
    const pages = [];
    for (let i = 0; i <= MOST_RENDERS_BY_FRAGMENT; i++)
      pages.push(await load({ ...rendered, url: `${URL_A}#/${i}` }));
    expect(pages[0]!.keeping).toBeDefined();
    expect(pages.at(-1)).toMatchObject({ cacheStatus: 'pagemark; fwd=miss; fwd-status=200' });
    expect(pages.at(-1)!.keeping).toBeUndefined();
  });
});

test.each([
  ['<p id="here">', 'here', true],
  ['<p ID = here>', 'here', true],
  ["<p class='x' id='a b'>", 'a%20b', true],
  ['<p id="a%20b">', 'a%20b', true],
  ['<svg><path id="here"/></svg>', 'here', true],
  ['<p id="here">', 'HERE', false],
  ['<p id="here-2">', 'here', false],
  ['<p data-id="here">', 'here', false],
  ['<a name="here">', 'here', false],
  ['<!-- <p id="here"> -->', 'here', false],
  ['<script>"<p id=here>"</script>', 'here', false],
  ['<textarea><p id="here"></textarea>', 'here', false],
  ['<template><p id="here"></template>', 'here', false],
  ['<body><noscript><p id="here"></p></noscript>', 'here', false],
  ['<p title=\'id="here"\'>', 'here', false],
  ['<p id="a.b">', 'a*b', false],
  ['<p id="one" id="here">', 'here', false],
  ['<template id="here">', 'here', true],
  ['<template><template></template><p id="here"></template>', 'here', false],
  ['<template></template><p id="here">', 'here', true],
  ['<!--><p id="here">', 'here', true],
  ['<p hidden id=here>', 'here', true],
  ['<p a="<!--"><p id="here">', 'here', true],
  ['<p a=\'b\'id="here">', 'here', true],
  ['<SCRIPT></script><p id="here">', 'here', true],
  ['<p title="id=here">here', 'here', false],
])('%s: whether it has #%s', (html, fragment, has) => {
  expect(namesElement(new TextEncoder().encode(`<!doctype html>${html}`), 'text/html', fragment)).toBe(has);
});

test('a source over a mebibyte is not looked through', () => {
  const page = (bytes: number) => new TextEncoder().encode('<p id="here">'.padEnd(bytes));
  expect([2 ** 20, 2 ** 20 + 1].map((bytes) => namesElement(page(bytes), 'text/html', 'here'))).toEqual([
    true,
    false,
  ]);
});

test.each([
  '<p id="here2">',
  '<p id=',
  '<p a="',
  "<p a='",
  '<!--',
  '<script>',
  '<template>',
  '<a ',
  'here = ',
  '<p here =',
  '</p',
])('a mebibyte of %j is looked through in time', (unit) => {
  const bytes = new TextEncoder().encode(unit.repeat(Math.floor((2 ** 20 - 4) / unit.length)) + 'here');
  const before = computedMs();
  expect(namesElement(bytes, 'text/html', 'here')).toBe(false);
  expect(computedMs() - before).toBeLessThan(onThisMachine(250));
});
