import { describe, expect, test } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { relateElements } from '../../../page/page-structure.ts';
import { CERTAIN } from '../../forest/probability.ts';
import { dropHidden, prunedNodes, shownBlocks } from './hidden-content.ts';

const PROSE = '<p>The boat lay in the harbour all winter, and nobody came to look after it until spring.</p>';
const SLIDES = [
  'Oak from the hills of the west.',
  'Sails from the loft by the quay.',
  'Rope from the old walk.',
];

/** Texts of the hidden blocks that stay beside six shown paragraphs, when the model is so sure of them. */
function staying(html: string, probability = 0.9 * CERTAIN, scriptsRan = false): string[] {
  const doc = parseHtml(`<main>${PROSE.repeat(6)}${html}</main>`, 'https://example.org/boats');
  doc.scriptsRan = scriptsRan;
  const a = annotate(doc);
  const isShown = a.blocks.map((_, i) => i < 6);
  const probabilities = isShown.map((shown) => (shown ? CERTAIN : probability));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropHidden({ a, s: relateElements(a), probabilities, url: '' }, keep);
  expect([...keep.subarray(0, 6)]).toEqual([1, 1, 1, 1, 1, 1]);
  return a.blocks.filter((_, i) => !isShown[i] && keep[i] === 1).map((b) => a.doc.nodes[b.first]!.text);
}

const slides = (open: string, close: string): string => SLIDES.map((text) => open + text + close).join('');

describe('hidden content', () => {
  test.each([
    ['by a style', '<div class="slide" style="display:none">', '</div>'],
    ['by an attribute', '<section hidden><p>', '</p></section>'],
  ])('stays when several of one kind are shown in turn: %s', (_, open, close) => {
    expect(staying(slides(open, close))).toEqual(SLIDES);
  });

  test('goes when it stands alone, however much it reads like content', () => {
    expect(staying(`<div class="slide" hidden>${SLIDES[0]}</div>`, CERTAIN)).toEqual([]);
    expect(staying(`<div hidden>${SLIDES[0]}</div>${PROSE}<p hidden>${SLIDES[1]}</p>`, CERTAIN)).toEqual([
      'The boat lay in the harbour all winter, and nobody came to look after it until spring.',
    ]);
  });

  test('goes when the model is not sure of all of them together', () => {
    expect(staying(slides('<div class="slide" hidden>', '</div>'), 0.7 * CERTAIN)).toEqual([]);
  });

  test('goes inside a line, and in text for readers without scripts', () => {
    expect(staying(`<p>${slides('<span hidden>', '</span>')}</p>`)).toEqual([]);
    expect(staying(slides('<noscript><p>', '</p></noscript>'))).toEqual([]);
  });

  test('goes without a word too', () => {
    expect(staying('<div hidden>* * *</div><div hidden>* * *</div>')).toEqual([]);
  });

  test('stays when its name or a control says that it opens', () => {
    for (const scriptsRan of [false, true]) {
      const open = (html: string) => staying(html, CERTAIN, scriptsRan);
      expect(open(`<div class="accordion-body" hidden>${SLIDES[0]}</div>`)).toEqual([SLIDES[0]]);
      expect(open(`<button aria-controls="x">Oak</button><div id="x" hidden>${SLIDES[0]}</div>`)).toContain(
        SLIDES[0],
      );
      expect(open(`<h3><a aria-expanded="false">Oak</a></h3><div hidden>${SLIDES[0]}</div>`)).toContain(
        SLIDES[0],
      );
      expect(open(`<div aria-expanded="false"><p>Oak</p><div hidden>${SLIDES[0]}</div></div>`)).toEqual([
        'Oak',
      ]);
    }
  });

  test.each(['div', 'p', 'noscript'])('goes however much it is, where as much is shown: %s', (tag) => {
    expect(
      staying(`<${tag} hidden>${PROSE.repeat(30).replace(/<\/?p>/g, tag === 'p' ? ' ' : '$&')}</${tag}>`),
    ).toEqual([]);
  });

  test('goes with two of a kind, and in paragraphs, items and rows', () => {
    expect(staying(`<div hidden>${SLIDES[0]}</div><div hidden>${SLIDES[1]}</div>`, CERTAIN)).toEqual([]);
    expect(staying(slides('<p hidden>', '</p>'), CERTAIN)).toEqual([]);
    expect(staying(`<ul>${slides('<li hidden>', '</li>')}</ul>`, CERTAIN)).toEqual([]);
    expect(staying(`<table>${slides('<tr hidden><td>', '</td></tr>')}</table>`, CERTAIN)).toEqual([]);
  });

  test('goes once scripts ran, slides as well', () => {
    expect(staying(slides('<div class="slide" hidden>', '</div>'), CERTAIN, true)).toEqual([]);
  });

  test('stays below several questions that stay', () => {
    const answered = `<h3>Is it oak?</h3>\n<div hidden>${SLIDES[0]}</div><div><p>Whence the rope? </p></div><div hidden>${SLIDES[2]}</div>`;
    for (const scriptsRan of [false, true])
      expect(staying(answered, 0.7 * CERTAIN, scriptsRan)).toEqual([
        'Is it oak?',
        SLIDES[0],
        'Whence the rope? ',
        SLIDES[2],
      ]);
    const list = (...terms: string[]): string[] =>
      staying(`<dl>${terms.map((term, i) => `<dt>${term}</dt><dd hidden>${SLIDES[i]}</dd>`).join('')}</dl>`);
    expect(list('Is it oak?', 'Whose sails?')).toEqual(['Is it oak?', SLIDES[0], 'Whose sails?', SLIDES[1]]);
    expect(list('Is it oak?')).toEqual(['Is it oak?']);
    expect(list('Oak', 'Sails', 'Rope')).toEqual(['Oak', 'Sails', 'Rope']);
    expect(staying(`<h3>Is it oak?</h3><div hidden>${SLIDES[0]}</div>`)).toEqual(['Is it oak?']);
    expect(staying(`<h3>Oak</h3><div hidden>${SLIDES[0]}</div>`)).toEqual(['Oak']);
    expect(staying(`<p>Oak?</p><section><div hidden>${SLIDES[0]}</div></section>`)).toEqual(['Oak?']);
    expect(staying(`<p>Is it oak?<span hidden> ${SLIDES[0]}</span></p>`)).toEqual(['Is it oak?']);
  });

  test('goes once more inside a page before its scripts ran', () => {
    const dialog = `<section style="display: none">${SLIDES[0]}</section>`;
    const kept = (html: string): number => {
      const a = annotate(parseHtml(`<h1>Boats</h1><main hidden>${PROSE.repeat(3)}${html}</main>`, ''));
      const keep = new Uint8Array(a.blocks.length).fill(1);
      dropHidden({ a, s: relateElements(a), probabilities: a.blocks.map(() => CERTAIN), url: '' }, keep);
      return keep.filter(Boolean).length;
    };
    expect(kept(dialog)).toBe(4);
    expect(kept(dialog.replace('<section', '$& class="tab-pane"'))).toBe(5);
  });
});

test('a formula for screen readers is no text: it stays or goes with what is around', () => {
  const formula = '<math><mi>A</mi><mo>=</mo><mi>B</mi></math>';
  const a = annotate(
    parseHtml(`<p>It is</p><div><p hidden>${formula}</p><p hidden>${formula} of it</p></div>`, ''),
  );
  expect([...shownBlocks(a)]).toEqual([1, 0]);
});

describe('the whole page', () => {
  /** Texts that a reader of the whole page sees. */
  function shown(html: string): string[] {
    const a = annotate(parseHtml(`<main>${PROSE.repeat(3)}${html}</main>`, 'https://example.org/boats'));
    const seen = shownBlocks(a);
    return a.blocks.filter((_, i) => i > 2 && seen[i] === 1).map(({ first }) => a.doc.nodes[first]!.text);
  }

  test.each([
    ['an accordion', '<div class="accordion-body" hidden>Oak.</div>'],
    ['a tab', '<div role="tabpanel" style="display:none"><p>Oak.</p></div>'],
    [
      'what a control opens',
      '<button aria-controls="wood">Wood</button><div id="wood" hidden><p>Oak.</p></div>',
    ],
    ['a tab in an accordion', '<div class="accordion" hidden><div role="tabpanel" hidden>Oak.</div></div>'],
  ])('has %s', (_, html) => {
    expect(shown(html)).toContain('Oak.');
  });

  test.each([
    [
      'a menu that a control opens',
      '<button aria-controls="menu">Menu</button><ul id="menu" hidden><a>Oak.</a></ul>',
    ],
    ['a hidden navigation', '<nav class="toggle" hidden>Oak.</nav>'],
    ['a dialog', '<div role="dialog" id="panel" hidden>Oak.</div>'],
    ['what is hidden for good', '<p hidden>Oak.</p>'],
    ['what is hidden in an accordion', '<div class="accordion" hidden><p>Elm.</p><p hidden>Oak.</p></div>'],
    ['a text for readers without scripts', '<noscript>Oak.</noscript>'],
  ])('has no word of %s', (_, html) => {
    expect(shown(html)).not.toContain('Oak.');
  });

  test('is there when all of it is hidden until scripts ran, but for what is hidden again', () => {
    const a = annotate(parseHtml(`<main style="visibility:hidden">${PROSE}<p hidden>Oak.</p></main>`, ''));
    expect([...shownBlocks(a)]).toEqual([1, 0]);
    expect([...shownBlocks(annotate(parseHtml(`<h1>Boats</h1><noscript>${PROSE}</noscript>`, '')))]).toEqual([
      1, 1,
    ]);
  });
});

describe('what no step brings back', () => {
  /** Texts of pruned nodes when the model kept all texts but those with a question mark. */
  function pruned(html: string): string[] {
    const a = annotate(parseHtml(html, 'https://example.org/boats'));
    const keep = Uint8Array.from(a.blocks, ({ first }) => (a.doc.nodes[first]!.text.endsWith('?') ? 0 : 1));
    const nodes = prunedNodes(a, keep);
    return a.blocks.filter(({ first }) => nodes[first] === 1).map(({ first }) => a.doc.nodes[first]!.text);
  }

  test('is navigation, dialogs, footers and what is hidden beside the text', () => {
    const html = '<p>Text.</p><nav>a?</nav><dialog>b?</dialog><footer>c?</footer><div hidden>d?</div>';
    expect(pruned(html)).toEqual(['a?', 'b?', 'c?', 'd?']);
  });

  test('is not what stands beside a text that is hidden until scripts ran', () => {
    const html =
      '<main style="visibility: hidden"><p>Text.</p><pre>code?</pre><nav>a?</nav><p hidden>b?</p></main>';
    expect(pruned(html)).toEqual(['a?', 'b?']);
  });

  test('a conversion of a page that is hidden until scripts ran has its code', () => {
    const crossing = (day: number): string =>
      `<p>On day ${day} the ferry crosses at noon and carries the post, two cars and whoever stands on the quay, unless the
       wind is above nine.</p>`;
    const prose = [1, 2, 3, 4, 5].map(crossing).join('');
    const page = `<title>Crossings</title><main style="visibility: hidden"><h1>Crossings</h1>${prose}
      <pre>ferry --at noon</pre>${prose}<p>It comes back at dusk.</p></main>`;
    expect(convertHtml(page, { url: 'https://example.com/crossings' }).markdown).toContain('ferry --at noon');
  });
});

test('a text stays that goes on behind a hidden beginning', async () => {
  const html = `<main>${PROSE.repeat(6)}<p><span hidden>Draft.</span> The paint was red, and the name was written anew.</p></main>`;
  for (const scope of ['main', 'full'] as const) {
    const { markdown } = await convertHtml(html, { url: 'https://example.org/boats', scope });
    expect(markdown).toContain('\n\nThe paint was red, and the name was written anew.');
  }
});
