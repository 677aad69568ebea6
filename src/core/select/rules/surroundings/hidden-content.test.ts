import { describe, expect, test } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { dropHidden, prunedNodes, shownBlocks } from './hidden-content.ts';

const PROSE = '<p>The boat lay in the harbour all winter, and nobody came to look after it until spring.</p>';
const OAK = 'Oak from the hills of the west.';

/** Texts of the hidden blocks that stay beside six shown paragraphs, when the model keeps all. */
function staying(html: string, scriptsRan = false): string[] {
  const doc = parseHtml(`<main>${PROSE.repeat(6)}${html}</main>`, 'https://example.org/boats');
  doc.scriptsRan = scriptsRan;
  const a = annotate(doc);
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropHidden({ a }, keep);
  expect([...keep.subarray(0, 6)]).toEqual([1, 1, 1, 1, 1, 1]);
  return a.blocks.filter((_, i) => i >= 6 && keep[i] === 1).map((b) => a.doc.nodes[b.first]!.text);
}

describe('hidden content', () => {
  test.each([
    ['alone', `<div class="slide" hidden>${OAK}</div>`],
    ['by a name of what opens', `<div class="accordion-body" hidden>${OAK}</div>`],
    ['inside a line', `<p><span hidden>${OAK}</span></p>`],
    ['in text for readers without scripts', `<noscript><p>${OAK}</p></noscript>`],
    ['without a word', '<div hidden>* * *</div><div hidden>* * *</div>'],
    ['as much as is shown', `<div hidden>${PROSE.repeat(30)}</div>`],
    ['cells of a table', `<table>${`<tr><td hidden>${OAK}</td></tr>`.repeat(3)}</table>`],
    ['in what is disclosed', `<a href="#x"></a><div id="x" hidden><p hidden>${OAK}</p></div>`],
  ])('goes: %s', (_, html) => {
    expect(staying(html)).toEqual([]);
  });

  test('goes beside others of its kind that are next to nothing of the page', () => {
    const html = `${PROSE.repeat(90)}${`<div class="slide" hidden>${OAK}</div>`.repeat(3)}`;
    expect(staying(html)).not.toContain(OAK);
  });

  test.each([
    ['panels', `<div class="panel" style="display:none">${OAK}</div>`],
    ['rows of a table', `<table><tr hidden><td>${OAK}</td></tr></table>`],
    ['answers', `<h3>Is it oak?</h3><div hidden>${OAK}</div>`],
  ])('stays with others of its kind that are much of the page: %s', (_, html) => {
    expect(staying(html.repeat(3)).filter((text) => text === OAK)).toEqual([OAK, OAK, OAK]);
  });

  test.each([false, true])('stays when a control names it, scripts ran: %s', (scriptsRan) => {
    const unseen = scriptsRan ? 'data-pagemark-unpainted=""' : 'hidden';
    expect(
      staying(`<button aria-controls="x">Oak</button><div id="x" ${unseen}>${OAK}</div>`, scriptsRan),
    ).toContain(OAK);
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
    ['a tab', '<a role="tab" id="t">1</a><div role="tabpanel" aria-labelledby="t" hidden><p>Oak.</p></div>'],
    ['what a rule shows', '<style>.p{display:none}.p.open{display:block}</style><div class="p">Oak.</div>'],
    [
      'what a control opens',
      '<button aria-controls="wood">Wood</button><div id="wood" hidden><p>Oak.</p></div>',
    ],
    [
      'what controls open one in the other',
      '<a href="#a">1</a><a href="#b">2</a><div id="a" hidden><div id="b" hidden>Oak.</div></div>',
    ],
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
    ['an accordion by its name', '<div class="accordion" hidden><p>Oak.</p></div>'],
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
