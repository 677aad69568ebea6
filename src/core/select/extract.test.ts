import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { type HtmlDocument, TEXT } from '../html/tree.ts';
import type { ConvertOptions } from '../options.ts';
import { annotate } from '../page/annotate.ts';
import type { Annotation } from '../page/annotation.ts';
import { decideByReading, readPage } from './decide.ts';
import { type Extraction, extract } from './extract.ts';
import type { ForestScorer } from './forest/forest-scorer.ts';
import { shippedModel } from './forest/model.ts';
import { ARTICLE_PAGE } from './rules/page.fixture.ts';

interface Read extends Extraction {
  /** Text of what stays. */
  kept: string;
  /** Name of the step that removed the text which holds a marker; null when it stays. */
  stepOf: (marker: string) => string | null;
}

function read(html: string, options: ConvertOptions = {}): Read {
  const doc = parseHtml(html, options.url ?? 'https://example.org/post/tides');
  const extraction = extract(annotate(doc), { url: 'https://example.org/post/tides', ...options });
  return {
    ...extraction,
    kept: keptText(doc, extraction),
    stepOf: (marker) => stepOf(doc, extraction, marker),
  };
}

function keptText(doc: HtmlDocument, { selection }: Extraction): string {
  let text = '';
  for (let i = 0; i < doc.nodes.length; i++) {
    if (selection.removedBy[i] !== 0) i = doc.nodes[i]!.end - 1;
    else if (doc.nodes[i]!.kind === TEXT) text += `${doc.nodes[i]!.text} `;
  }
  return text;
}

function stepOf(doc: HtmlDocument, { selection }: Extraction, marker: string): string | null {
  const found = doc.nodes.find((node) => node.kind === TEXT && node.text.includes(marker));
  if (!found) throw new Error(`the page holds no ${marker}`);
  for (let node: typeof found | null = found; node; node = node.parent) {
    const step = selection.removedBy[node.index]!;
    if (step > 0) return selection.steps[step - 1] ?? null;
  }
  return null;
}

/** Texts of the blocks that stay where both readings give every block the score (1/1024 logit) that `scoreOf` gives its text. */
function scored(html: string, scoreOf: (text: string) => number): string[] {
  const doc = parseHtml(html, 'https://example.org/boats');
  const { blocks } = annotate(doc);
  const texts = blocks.map(({ first }) => doc.nodes[first]!.text);
  const scorer = { score: () => Int32Array.from(texts, scoreOf) } as unknown as ForestScorer;
  const model = { vocabulary: shippedModel().vocabulary, first: scorer, second: scorer };
  const decided = (a: Annotation, { url = '' }: ConvertOptions) => decideByReading(readPage(a, url, model));
  const kept = keptText(doc, extract(annotate(doc), { url: 'https://example.org/boats' }, decided));
  return texts.filter((text) => kept.includes(text));
}

describe('extract', () => {
  const page = read(ARTICLE_PAGE);

  it('keeps the prose, headings, tables, code and captions of an article', () => {
    for (const marker of [
      'marker-first',
      'marker-second',
      'marker-cell',
      'marker-code',
      'Predicting',
      'tide gauge on',
    ]) {
      expect(page.stepOf(marker), marker).toBeNull();
    }
    expect(page.strategy).toBe('model');
  });

  it('names the step that removed each thing around the article', () => {
    expect(page.stepOf('marker-script')).toBe('unrendered');
    expect(page.stepOf('marker-hidden')).toBe('hidden');
    for (const marker of ['marker-nav', 'marker-cookie', 'marker-related', 'marker-footer']) {
      expect(page.stepOf(marker), marker).toBe('model');
    }
  });

  it('keeps an image inside the content and removes the logo', () => {
    const doc = parseHtml(ARTICLE_PAGE, 'https://example.org/');
    const { selection } = extract(annotate(doc), { url: 'https://example.org/post/tides' });
    const kept = doc.nodes.filter((node) => {
      for (let up: typeof node | null = node; up; up = up.parent)
        if (selection.removedBy[up.index] !== 0) return false;
      return node.tag === 'img';
    });
    expect(kept.map((node) => node.attrs.find((a) => a.name === 'src')?.value)).toEqual(['/tide.jpg']);
  });

  it('answers the same bytes for the same page every time', () => {
    const bytes = (): string => {
      const { selection } = extract(annotate(parseHtml(ARTICLE_PAGE, 'https://example.org/')), {
        url: 'https://example.org/',
      });
      return selection.removedBy.join('');
    };
    const first = bytes();
    for (let run = 0; run < 5; run++) expect(bytes()).toBe(first);
  });

  it('scope full keeps the whole visible page', () => {
    const full = read(ARTICLE_PAGE, { scope: 'full' });
    for (const marker of ['marker-nav', 'marker-cookie', 'marker-related', 'marker-footer', 'marker-first']) {
      expect(full.stepOf(marker), marker).toBeNull();
    }
    expect(full.stepOf('marker-hidden')).toBe('hidden');
    expect(full.strategy).toBe('full');
  });

  it('exclude selectors remove content, include selectors keep chrome', () => {
    const excluded = read(ARTICLE_PAGE, { excludeSelectors: ['article table, pre'] });
    expect(excluded.stepOf('marker-cell')).toBe('excluded');
    expect(excluded.stepOf('marker-code')).toBe('excluded');
    expect(excluded.stepOf('marker-first')).toBeNull();
    const included = read(ARTICLE_PAGE, {
      includeSelectors: ['aside'],
      excludeSelectors: ['aside li:first-child'],
    });
    expect(included.kept.replace(/\s+/g, ' ').trim()).toBe(
      'Related posts How to paint a hull Anchors compared',
    );
    expect(included.stepOf('marker-first')).toBe('not included');
    expect(included.stepOf('marker-related')).toBe('excluded');
  });

  it('keeps nothing where include selectors match nothing', () => {
    const answer = read(ARTICLE_PAGE, { includeSelectors: ['#nothing'] });
    expect([answer.kept.trim(), answer.strategy]).toEqual(['', 'selectors']);
    expect(answer.stepOf('marker-first')).toBe('not included');
  });

  it.each(['', '<p>', '<html><body><script>1</script>', '<table><tr><td><table>', '<frameset><frame>'])(
    'answers for the page %j without throwing',
    (html) => {
      expect(() => read(html)).not.toThrow();
    },
  );

  it('reads every post of a thread, in document order', () => {
    const post = (
      n: number,
    ): string => `<article class="message message--post"><div class="message-user"><a href="/u/${n}">Member ${n}</a></div>
<div class="message-body"><div class="bbWrapper">Post number ${n}: I tried the other carburettor and it ran much better after that,
so I would check the float height first, then the jets, before you take the whole engine apart. marker-post-${n}</div></div></article>`;
    const thread = `<html><head><title>Engine will not idle | Forum</title></head><body><nav class="p-nav"><a href="/">Forums</a> <a href="/new">New</a></nav>
<div class="p-body-main"><h1 class="p-title-value">Engine will not idle</h1><div class="block-body js-replyNewMessageContainer">
${[1, 2, 3, 4, 5, 6].map(post).join('')}</div></div><footer class="p-footer"><a href="/tos">Terms</a></footer></body></html>`;
    const answer = read(thread, { url: 'https://example.org/threads/engine-will-not-idle.123/' });
    for (const n of [1, 2, 3, 4, 5, 6]) expect(answer.stepOf(`marker-post-${n}`), `post ${n}`).toBeNull();
  });

  it('keeps the value of a label that comes back with the others of its template position', () => {
    const prose =
      '<p>The boat lay in the harbour all winter, and nobody came to look after it until spring.</p>';
    const fact = (label: string, value: string): string =>
      `<div class="fact"><b class="label">${label}:</b><p class="value">${value}</p></div>`;
    const card = (n: number): string =>
      `<li class="boat"><h3>Boat ${n}</h3>${fact(`Weight ${n}`, `${n} tons`)}${fact(`Length ${n}`, `${n} feet`)}</li>`;
    const html = `<main>${prose.repeat(8)}<ul>${[1, 2, 3].map(card).join('')}</ul></main>`;
    const texts = scored(html, (text) => {
      if (text === 'Length 2:') return -450;
      if (text.endsWith(':')) return 200;
      return /tons|feet/.test(text) ? -700 : 6000;
    });
    for (const text of ['Length 1:', '1 feet', 'Length 2:', '2 feet']) expect(texts, text).toContain(text);
  });
});
