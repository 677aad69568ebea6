import { describe, expect, test } from 'vitest';
import { convertRequest } from '../contract/convert.ts';
import { fail } from '../contract/failure.ts';
import type { LoadedPage, PageOutput, PageView } from './ports.ts';
import { createSiteMemory, type SiteMemory } from './site-memory.ts';
import { viewPage } from './view-page.ts';
import { wordSet } from './word-set.ts';

const PAGE: LoadedPage = {
  bytes: new Uint8Array(),
  contentType: 'text/html',
  finalUrl: 'https://example.test/',
  status: 200,
  redirects: [],
};
const SIGNS = ['a skeleton (+3)'];

const outputOf = (content: string, more: Partial<PageOutput> = {}): PageOutput => ({
  content,
  outcome: 'ok',
  tokens: 1,
  etag: '"a"',
  words: wordSet(content),
  ...more,
});

/** Plays a request over two views; `rendered` null: there is no browser. Tells what was loaded. */
async function view(
  source: PageOutput,
  rendered: PageOutput | Error,
  {
    memory = createSiteMemory({ store: null }),
    pages = {},
    isKept = false,
    hasLeft = false,
    ...asked
  }: {
    memory?: SiteMemory;
    pages?: Partial<Record<PageView, Partial<LoadedPage>>>;
    isKept?: boolean;
    hasLeft?: boolean;
    render?: 'never' | 'auto';
    timeout_ms?: number;
  } = {},
) {
  const loaded: PageView[] = [];
  const request = convertRequest.parse({ url: PAGE.finalUrl, ...asked });
  const viewed = await viewPage(request, {
    memory,
    isGiven: false,
    hasLeft: () => hasLeft,
    async load(which) {
      loaded.push(which);
      if (which === 'rendered' && rendered instanceof Error) throw rendered;
      // A source takes longer than it takes to ask what is known of its site.
      if (which === 'source') await new Promise(setImmediate);
      return { ...PAGE, ...pages[which] };
    },
    kept: async () => (isKept ? { ...PAGE, ...pages.rendered } : undefined),
    convert: async (page, which) => ({
      page,
      view: which,
      isKept: false,
      output: which === 'source' ? source : (rendered as PageOutput),
    }),
  });
  return { ...viewed, loaded };
}

describe('viewPage', () => {
  const INCOMPLETE = outputOf('notes of the river', { incomplete: SIGNS });

  test('a source without signs is taken, and no browser started', async () => {
    expect(await view(outputOf('notes'), outputOf('more'))).toMatchObject({
      view: 'source',
      loaded: ['source'],
    });
  });

  test.each([
    ['more words', 'notes of the river and the weir', 'rendered'],
    ['the same words', 'the river of notes', 'source'],
    ['fewer words', 'notes', 'source'],
    ['as many others', 'notes of the weir', 'source'],
  ] as const)(
    'of two that are pages the one with more words that the other lacks is taken: %s',
    async (_what, text, taken) => {
      const { view: chosen, rendering } = await view(INCOMPLETE, outputOf(text));
      expect(chosen).toBe(taken);
      expect(rendering).toMatchObject({
        signs: SIGNS,
        why: expect.stringMatching(/words only when rendered/),
      });
    },
  );

  test('a render that is still loading is told: the source is what it shows meanwhile', async () => {
    const { view: chosen, rendering } = await view(INCOMPLETE, outputOf('notes', { outcome: 'js_required' }));
    expect(chosen).toBe('rendered');
    expect(rendering?.why).toBe('still loading when its time was over');
  });

  test('a page is taken over a reason, and of two reasons that of the rendered one', async () => {
    const wall = outputOf('please sign in to see the many notes', { outcome: 'login_wall' });
    expect(await view(INCOMPLETE, wall)).toMatchObject({ view: 'source' });
    const empty = outputOf('', { outcome: 'empty_content', incomplete: SIGNS });
    expect(await view(empty, outputOf('a'))).toMatchObject({ view: 'rendered' });
    expect(await view(empty, wall)).toMatchObject({ view: 'rendered' });
  });

  test('a source that will do stands when its render fails, and one that will not fails with it', async () => {
    const late = fail('fetch_timeout', 'late');
    expect(await view(INCOMPLETE, late)).toMatchObject({
      view: 'source',
      rendering: { why: 'not rendered: fetch_timeout' },
    });
    const empty = outputOf('', { outcome: 'empty_content', incomplete: SIGNS });
    const missing = fail('js_required', 'Install Chromium: none was found. The page needs JavaScript.');
    expect((await view(empty, missing)).untried).toMatch(/^Install Chromium.*would be tried here/);
    expect((await view(empty, late, { render: 'never' })).untried).toMatch(/^Set "render" to "auto"/);
    const shell = outputOf('', { outcome: 'js_required', incomplete: SIGNS });
    await expect(view(shell, late)).rejects.toThrow('late');
    const none = fail('js_required', 'no browser');
    expect(await view(shell, none)).toMatchObject({ view: 'source', unrendered: none });
    const never = (await view(shell, none, { render: 'never' })).unrendered;
    expect(never?.message).toContain('or send the HTML of the page as "html"');
    expect((await view(INCOMPLETE, none)).unrendered).toBeUndefined();
    expect(await view(INCOMPLETE, late, { render: 'never' })).toMatchObject({
      view: 'source',
      loaded: ['source'],
    });
  });

  test('a site that needed the browser is rendered at once, and its source is taken all the same where it is better', async () => {
    const memory = createSiteMemory({ store: null });
    await view(INCOMPLETE, outputOf('notes of the river and the weir'), { memory });
    const { loaded, view: chosen } = await view(INCOMPLETE, outputOf('notes'), { memory });
    expect(loaded.toSorted()).toEqual(['rendered', 'source']);
    expect(chosen).toBe('source');
    expect((await view(INCOMPLETE, outputOf('notes'), { memory })).loaded).toEqual(['source', 'rendered']);
  });

  test.each([
    ['a challenge', outputOf('', { outcome: 'bot_wall' }), 200],
    ['a refusal', outputOf('forbidden'), 403],
    ['a loop', fail('too_many_redirects', 'round and round'), 200],
  ])('a page whose scripts led to %s is tried once', async (_what, drawn, status) => {
    const memory = createSiteMemory({ store: null });
    const shell = outputOf('', { outcome: 'js_required', incomplete: SIGNS });
    const asked = { memory, pages: { rendered: { status } } };
    await view(shell, drawn, asked).catch(() => undefined);
    const again = await view(shell, outputOf('notes'), asked);
    expect(again.loaded).toEqual(['source']);
    expect(again.unrendered?.failure.reason).toBe('bot_wall');
  });

  test('a page whose scripts led to another reason is tried again', async () => {
    const memory = createSiteMemory({ store: null });
    const shell = outputOf('', { outcome: 'js_required', incomplete: SIGNS });
    await view(shell, outputOf('', { outcome: 'soft_404' }), {
      memory,
      pages: { rendered: { status: 404 } },
    });
    expect((await view(shell, outputOf('notes'), { memory })).view).toBe('rendered');
  });

  describe('behind a wall', () => {
    const WALL = outputOf('checking your browser', { outcome: 'bot_wall', incomplete: ['a wall'] });
    const REFUSED = outputOf('forbidden', { incomplete: ['status 403'] });
    const is403 = { source: { status: 403 } };

    test('a page that a browser gets is taken', async () => {
      expect(await view(WALL, outputOf('notes'))).toMatchObject({
        view: 'rendered',
        rendering: { why: '"ok" over "bot_wall"' },
      });
      expect(await view(REFUSED, outputOf('notes'), { pages: is403 })).toMatchObject({
        view: 'rendered',
        rendering: { why: '"ok" over status 403' },
      });
    });

    test.each([
      ['a wall', outputOf('', { outcome: 'login_wall' }), 200],
      ['a page that is still loading', outputOf('', { outcome: 'js_required' }), 200],
      ['an error', outputOf('sorry'), 503],
      ['a failure', fail('fetch_timeout', 'late'), 200],
    ])('the first reason stands where a browser gets %s', async (_, drawn, status) => {
      const { view: chosen, output } = await view(WALL, drawn, { pages: { rendered: { status } } });
      expect(chosen).toBe('source');
      expect(output.outcome).toBe('bot_wall');
    });

    test('what has no time for a browser now is told so', async () => {
      await expect(view(WALL, fail('busy', 'full'))).rejects.toThrow('full');
    });

    test('a site that stopped a browser is not tried again, whatever its other pages are', async () => {
      const memory = createSiteMemory({ store: null });
      expect((await view(WALL, WALL, { memory })).loaded).toEqual(['source', 'rendered']);
      await view(outputOf('notes'), outputOf('more'), { memory });
      expect((await view(WALL, outputOf('notes'), { memory })).loaded).toEqual(['source']);
    });

    test("what a caller's own deadline cut short says nothing of a site", async () => {
      for (const source of [WALL, outputOf('', { outcome: 'js_required', incomplete: SIGNS })]) {
        const memory = createSiteMemory({ store: null });
        await view(source, WALL, { memory, pages: { rendered: { cutFor: 1 } } });
        expect((await view(source, outputOf('notes'), { memory })).view).toBe('rendered');
      }
    });

    test('a site that says when to come again is not tried', async () => {
      const source = { status: 503, retryAfterMs: 0 };
      expect((await view(WALL, outputOf('notes'), { pages: { source } })).loaded).toEqual(['source']);
    });

    test('a site where a render failed is not tried again, unless its caller ended it or no browser was asked', async () => {
      for (const [reason, asked, loads] of [
        ['malformed_response', {}, 1],
        ['fetch_timeout', {}, 1],
        ['fetch_timeout', { timeout_ms: 2_000 }, 2],
        ['fetch_timeout', { hasLeft: true }, 2],
        ['not_cached', {}, 2],
        ['draining', {}, 2],
        ['internal', {}, 2],
      ] as const) {
        const memory = createSiteMemory({ store: null });
        await view(REFUSED, fail(reason, 'no'), { memory, pages: is403, ...asked });
        const { loaded } = await view(REFUSED, outputOf('notes'), { memory, pages: is403 });
        expect([reason, loaded]).toEqual([reason, ['source', 'rendered'].slice(0, loads)]);
      }
    });

    test('no browser is begun beside a call of a site that said when to come again', async () => {
      const memory = createSiteMemory({ store: null });
      await view(WALL, outputOf('notes'), { memory });
      const source = { status: 429, retryAfterMs: 0 };
      const told = () => view(WALL, outputOf('notes'), { memory, pages: { source } });
      await told();
      expect((await told()).loaded).toEqual(['source']);
    });

    test.each([
      ['while its site says when to come again', { status: 429, retryAfterMs: 0 }],
      ['after another page of its site stopped the browser', { status: 403 }],
    ])('a page that a browser got is given as long as it is kept, %s', async (_what, source) => {
      const memory = createSiteMemory({ store: null });
      await memory.stopsBrowser.learn(PAGE.finalUrl, true);
      const asked = { memory, pages: { source }, isKept: true };
      expect(await view(WALL, outputOf('notes'), asked)).toMatchObject({
        view: 'rendered',
        loaded: ['source'],
      });
      expect(await view(WALL, outputOf('notes'), { ...asked, render: 'never' })).toMatchObject({
        view: 'source',
      });
      expect(await view(WALL, WALL, asked)).toMatchObject({ view: 'source' });
    });

    test('what has a browser tried is told where none is', async () => {
      expect((await view(WALL, outputOf('a'), { render: 'never' })).untried).toBe(
        'Set "render" to "auto", which tries a browser here: it is "never".',
      );
      const none = fail('js_required', 'Install Chromium: none was found. The page needs JavaScript.');
      expect((await view(WALL, none)).untried).toBe(
        'Install Chromium: none was found. A browser would be tried here.',
      );
    });
  });
});
