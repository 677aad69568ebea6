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
  { memory = createSiteMemory(null), ...asked }: { memory?: SiteMemory; render?: 'never' | 'auto' } = {},
) {
  const loaded: PageView[] = [];
  const request = convertRequest.parse({ url: PAGE.finalUrl, ...asked });
  const viewed = await viewPage(request, {
    memory,
    isGiven: false,
    async load(which) {
      loaded.push(which);
      if (which === 'rendered' && rendered instanceof Error) throw rendered;
      return PAGE;
    },
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
    const shell = outputOf('', { outcome: 'js_required', incomplete: SIGNS });
    await expect(view(shell, late)).rejects.toThrow('late');
    const none = fail('js_required', 'no browser');
    expect(await view(shell, none)).toMatchObject({ view: 'source', unrendered: none });
    expect((await view(INCOMPLETE, none)).unrendered).toBeUndefined();
    expect(await view(INCOMPLETE, late, { render: 'never' })).toMatchObject({
      view: 'source',
      loaded: ['source'],
    });
  });

  test('a site that needed the browser is rendered at once, and its source is taken all the same where it is better', async () => {
    const memory = createSiteMemory(null);
    await view(INCOMPLETE, outputOf('notes of the river and the weir'), { memory });
    const { loaded, view: chosen } = await view(INCOMPLETE, outputOf('notes'), { memory });
    expect(loaded.toSorted()).toEqual(['rendered', 'source']);
    expect(chosen).toBe('source');
    expect((await view(INCOMPLETE, outputOf('notes'), { memory })).loaded).toEqual(['source', 'rendered']);
  });
});
