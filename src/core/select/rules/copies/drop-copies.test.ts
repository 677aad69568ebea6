import { describe, expect, test } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { COPY, prune } from '../../prune.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropCopies } from './drop-copies.ts';

const PROSE = [
  'The boat lay in the harbour all winter, and nobody came to look after it until spring.',
  'Her owner had gone to sea on another ship, as owners of boats sometimes do in a hard year.',
  'In April two boys from the village scraped the hull and gave it a coat of red paint.',
  'The mast had to be bought anew, because the storm of January had taken the old one away.',
];
const COPIED = 'She was built of oak in the year of the comet.';

/** Which of the blocks that say `COPIED` go, in the order of the page. */
function dropped(html: string, around = PROSE): boolean[] {
  const paragraphs = around.map((text) => `<p>${text}</p>`).join('');
  const doc = parseHtml(`<main>${html}${paragraphs}</main>`, 'https://example.org/boats');
  const a = annotate(doc);
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropCopies(scoredPage(a, keep), keep);
  return [...keep]
    .filter((_, i) => textBetween(a, a.blocks[i]!.first, a.blocks[i]!.end).includes(COPIED))
    .map((mark) => mark === COPY);
}

test('a line that says the title again goes, but for a name of two words and a post that says no more', () => {
  const gone = (title: string, more = `<div class="cart">${title}</div><p><b>${title}</b></p>`): number => {
    const html = `<main><h1>${title}</h1><p>${PROSE[0]}</p>${more}</main>`;
    const a = annotate(parseHtml(html, 'https://example.org/boats'));
    const keep = new Uint8Array(a.blocks.length).fill(1);
    dropCopies(scoredPage(a, keep), keep);
    return keep.filter((mark) => mark === COPY).length;
  };
  expect(gone('A red boat')).toBe(2);
  expect(gone('Red boat')).toBe(0);
  const post = (text: string): string => `<div class="post"><p>${text}</p></div>`;
  expect(gone('A red boat', post('A red boat') + post(PROSE[1]!))).toBe(0);
});

describe('text that stands twice', () => {
  test.each([
    [
      'once for each width of the screen',
      `<div class="wide"><div><p>${COPIED}</p></div></div><div class="narrow"><p>${COPIED}</p></div>`,
    ],
    ['folded and unfolded', `<div class="short">${COPIED}</div><div class="long"><p>${COPIED}</p></div>`],
    ['in a heading for each layout', `<div><h2>${COPIED}</h2></div><section><h3>${COPIED}</h3></section>`],
  ])('stays once: %s', (_, html) => {
    expect(dropped(html)).toEqual([false, true]);
  });

  test('stays once where only one layout is a row: prose, not items, and not a short line', () => {
    const rows = (tag: string, text: string): string =>
      `<div class="wide"><${tag}><div class="a"><p>${text}</p></div></${tag}><${tag}>b</${tag}><${tag}>c</${tag}></div><div class="narrow"><div><p>${text}</p></div></div>`;
    const long = PROSE[3]!;
    const copies = (html: string): number => {
      const a = annotate(
        parseHtml(
          `<main>${html}${PROSE.slice(0, 3)
            .map((text) => `<p>${text}</p>`)
            .join('')}</main>`,
          '',
        ),
      );
      const keep = new Uint8Array(a.blocks.length).fill(1);
      dropCopies(scoredPage(a, keep), keep);
      return keep.filter((mark) => mark === COPY).length;
    };
    expect(copies(rows('section', long))).toBe(1);
    expect(copies(rows('section', 'She was built of oak in one year.'))).toBe(0);
    expect(
      copies(
        `<ul class="one"><li>${long}</li><li>b</li><li>c</li></ul><ol><li>${long}</li><li>d</li><li>e</li></ol>`,
      ),
    ).toBe(0);
  });

  test('stays once as the heading right above itself, however short', () => {
    const head = (name: string, again: string): string =>
      `<div><h4>${name}</h4></div><ul><li>!</li><li><h5>${again}</h5></li></ul>`;
    const kept = (html: string): number[] => {
      const a = annotate(parseHtml(`${html}<p>${PROSE[0]}</p>`, 'https://example.org/boats'));
      const keep = new Uint8Array(a.blocks.length).fill(1);
      dropCopies(scoredPage(a, keep), keep);
      return [...keep];
    };
    expect(kept(head('Ann', 'Ann'))).toEqual([1, 1, COPY, 1]);
    expect(kept(head('Ann', 'Ben'))).toEqual([1, 1, 1, 1]);
    expect(kept(`<div><h4>Ann</h4></div><p>says:</p><h5>Ann</h5>`)).toEqual([1, 1, 1, 1]);
    expect(kept('<h4>Ann</h4><h4>Ann</h4>')).toEqual([1, 1, 1]);
    const card = (badge: string): string =>
      `<li><h3>Pot</h3><p>${badge}</p><div><h3>Pot</h3></div><p>€9</p></li>`;
    const cards = kept(`<ul>${card('Sold out')}${card('One that was sold out')}${card('New')}</ul>`);
    expect(cards).toEqual([1, 1, COPY, 1, 1, 1, 1, 1, 1, 1, COPY, 1, 1]);
  });

  test.each([
    ['a refrain', `<p>${COPIED}</p><p>A verse that is sung but once.</p><p>${COPIED}</p>`],
    [
      'a clause below each function',
      `<section><h3>open</h3><p>${COPIED}</p></section><section><h3>close</h3><p>${COPIED}</p></section>`,
    ],
    ['a quotation', `<div><p>${COPIED}</p></div><blockquote><p>${COPIED}</p></blockquote>`],
    ['a table', `<div><p>${COPIED}</p></div><table><tr><td>${COPIED}</td><td>x</td></tr></table>`],
    [
      'the details of what an overview links to',
      `<div><a href="#oak">Oak</a></div><div>${COPIED}</div><section id="oak"><h3>Oak</h3><p>${COPIED}</p></section>`,
    ],
    ['a heading that a list announced', `<ul><li>${COPIED}</li></ul><h2>${COPIED}</h2>`],
  ])('stays twice: %s', (_, html) => {
    expect(dropped(html)).toEqual([false, false]);
  });

  test.each([
    [
      'a condition with a link, below each function',
      ['open', 'shut', 'lock']
        .map((name) => {
          const text = `<p>It can ${name} a boat in the harbour of its town.</p>`;
          return `<div class="f"><h3>${name}</h3>${text}<ul><li>${COPIED} See <a href="/oak">oak</a>.</li><li>Red.</li></ul></div>`;
        })
        .join(''),
      3,
    ],
    [
      'a note in the summary and below each function',
      `<div class="note"><p>${COPIED} Nobody has forgotten that year.</p></div>${['open', 'shut', 'lock']
        .map(
          (name) =>
            `<div class="f"><h3>${name}</h3><p>It can ${name} a boat.</p><div><p>${COPIED} Nobody has forgotten that year.</p></div></div>`,
        )
        .join('')}`,
      4,
    ],
  ])('stays however often: %s', (_, html, times) => {
    expect(dropped(html)).toEqual(new Array(times).fill(false));
  });

  test('stays twice in two members of a list', () => {
    const post = (name: string, text: string): string => `<li class="post"><b>${name}</b>${text}</li>`;
    const thread = [
      post('Ann', `<div>${COPIED}</div>`),
      post('Ben', `<p>${COPIED}</p>`),
      post('Cid', '<p>So I was told by him.</p>'),
    ];
    expect(dropped(`<ul>${thread.join('')}</ul>`)).toEqual([false, false]);
  });

  test('stays twice where a third of the page is copies', () => {
    const html = `<div class="wide"><div><p>${COPIED}</p></div></div><div class="narrow"><p>${COPIED}</p></div>`;
    expect(dropped(html, ['A short page.'])).toEqual([false, false]);
  });

  test.each([
    ['of few words', 'Built of oak.', 'Built of oak.'],
    ['of few characters, each a word', '她是用橡木造的', '她是用橡木造的'],
    ['but for its signs', 'The boat is 12 - 3 metres long', 'The boat is 12 + - 3 metres long'],
  ])('stays twice: %s', (_, wide, narrow) => {
    const doc = parseHtml(
      `<main><div><p>${wide}</p></div><p>${narrow}</p><p>${PROSE.join(' ')}</p></main>`,
      'https://example.org/',
    );
    const a = annotate(doc);
    const keep = new Uint8Array(a.blocks.length).fill(1);
    dropCopies(scoredPage(a, keep), keep);
    expect([...keep]).toEqual([1, 1, 1]);
  });

  test('is named in the trace as a copy', () => {
    const html = `<title>Boats</title><main><h1>Boats</h1><div class="wide"><div><p>${COPIED}</p></div></div>
      <div class="narrow"><p>${COPIED}</p></div>${PROSE.map((text) => `<p>${text}</p>`).join('')}</main>`;
    const { markdown, diagnostics } = convertHtml(html, { url: 'https://example.org/' });
    expect(markdown.split(COPIED)).toHaveLength(2);
    expect(diagnostics!.removed.filter(({ step }) => step === 'copy')).toMatchObject([{ text: COPIED }]);
  });
});

test('the copies of a carousel go, though they stand ahead of its slides, also of the whole page', () => {
  const slide = (text: string, name: string): string => `<div class="slide ${name}"><p>${text}</p></div>`;
  const clone = slide(COPIED, 'slick-cloned');
  const html = `<div>${clone}${slide('Oak.', '')}${slide(COPIED, '')}${slide('Oak.', 'slick-cloned')}</div>`;
  expect(dropped(html)).toEqual([true, false]);
  const full = convertHtml(html, { scope: 'full' });
  expect(full.markdown).toBe(`Oak.\n\n${COPIED}`);
});

test('the picture of a card stays, though its name goes that stands there twice', () => {
  const doc = parseHtml(
    `<div><a href="/lamp"><img src="lamp.jpg"><h2>Lamp</h2><h2 class="narrow">Lamp</h2></a></div><p>${PROSE[0]}</p>`,
    'https://example.org/lamps',
  );
  const a = annotate(doc);
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropCopies(scoredPage(a, keep), keep);
  expect([...keep]).toEqual([1, COPY, 1]);
  const removedBy = new Uint8Array(doc.nodes.length);
  prune(a, keep, removedBy, new Uint8Array(doc.nodes.length));
  expect(removedBy[doc.nodes.findIndex(({ tag }) => tag === 'img')]).toBe(0);
});

describe('a box that says all that another one says', () => {
  const TEXT = `${PROSE.map((text) => `<p>${text}</p>`).join('')}<ul><li>Oak</li><li>Red</li></ul>`;
  /** Blocks of the second box, marks in order, when the model kept all but those of the first that `without` names. */
  const second = (html: string, without: readonly number[] = []): number[] => {
    const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/boats'));
    const keep = new Uint8Array(a.blocks.length).fill(1);
    for (const i of without) keep[i] = 0;
    dropCopies(scoredPage(a, keep), keep);
    return [...keep.subarray(a.blocks.length / 2)];
  };
  const wide = `<div class="wide">${TEXT}</div>`;

  test('goes, short lines and all, though it is half of the page', () => {
    expect(second(`${wide}<div class="narrow">${TEXT}</div>`)).toEqual([COPY, COPY, COPY, COPY, COPY, COPY]);
  });

  test('stays where it has the same place in the template, or other words', () => {
    expect(second(`${wide}${wide}`)).toEqual([1, 1, 1, 1, 1, 1]);
    const other = TEXT.replace('Red', 'Blue').replace(/(The|Her|In April|The mast) /g, '$1 very ');
    expect(second(`${wide}<div class="narrow">${other}</div>`)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('goes where it is the next turn of a ticker, with the same pictures', () => {
    const turn = (logo: string): string => `<div class="turn">${TEXT}<img src="${logo}.svg" alt=""></div>`;
    expect(second(turn('a') + turn('a'))).toEqual([COPY, COPY, COPY, COPY, COPY, COPY]);
    expect(second(turn('a') + turn('b'))).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('goes where it is the card of the same page in a second list', () => {
    const list = (address: string, tree: string): string =>
      `<ul><li><a href="${address}"><div>${TEXT}</div></a></li><li>${tree}</li><li>Ash</li></ul>`;
    const card = [COPY, COPY, COPY, COPY, COPY, COPY];
    expect(second(list('/boat', 'Elm') + list('/boat', 'Fir'))).toEqual([...card, 1, 1]);
    expect(second(list('/boat', 'Elm') + list('/ship', 'Fir'))).not.toContain(COPY);
  });

  test('stays when the other one does not stay whole', () => {
    expect(second(`${wide}<div class="narrow">${TEXT}</div>`, [5])).toContain(1);
  });
});

describe('what leads to pages that cards above lead to', () => {
  const copied = (html: string): string[] => {
    const a = annotate(parseHtml(html, 'https://example.org/boats'));
    const keep = new Uint8Array(a.blocks.length).fill(1);
    dropCopies(scoredPage(a, keep), keep);
    const textOf = (i: number): string => a.doc.nodes[a.blocks[i]!.first]!.text;
    return [...keep.keys()].filter((i) => keep[i] === COPY).map(textOf);
  };
  const titles = ['Oak for a keel', 'Elm for the planks', 'Larch for a mast', 'Ash for the oars'];
  const cards = (kind: string, tag: string, order: readonly number[]): string =>
    `<div>${order.map((k) => `<${tag} class="${kind}"><h3><a href="/${k}">${titles[k]}</a></h3><p>${kind} ${k}</p></${tag}>`).join('')}</div>`;
  const grid = cards('card', 'div', [0, 1, 2, 3]);

  test('goes, three cards and more in their order', () => {
    expect(copied(grid + cards('slide', 'div', [0, 2, 3]))).toEqual([
      titles[0],
      'slide 0',
      titles[2],
      'slide 2',
      titles[3],
      'slide 3',
    ]);
  });

  test.each([
    ['two', cards('slide', 'div', [0, 2])],
    ['another order: a ranking', cards('slide', 'div', [2, 0, 3])],
    ['items of a list', cards('slide', 'li', [0, 2, 3])],
    ['one that is new', cards('slide', 'div', [0, 2, 3]).replace('/3', '/4')],
    ['places of this page', cards('slide', 'div', [0, 2, 3]).replaceAll('href="/', 'href="#')],
  ])('stays: %s', (_, row) => {
    const above = row.includes('#') ? grid.replaceAll('href="/', 'href="#') : grid;
    expect(copied(above + row)).toEqual([]);
  });
});

test('the title stays once ahead of the text, whatever signs stand in it, and a part of it is another heading', () => {
  const kept = (again: string, lead: string): boolean[] => {
    const html = `<title>Paint: old and new</title><h1>Paint: old and new</h1><p>${lead}</p><h2>${again}</h2>`;
    const a = annotate(
      parseHtml(html + PROSE.map((text) => `<p>${text}</p>`).join(''), 'https://example.org/7'),
    );
    const keep = new Uint8Array(a.blocks.length).fill(1);
    dropCopies(scoredPage(a, keep), keep);
    return [keep[0] === 1, keep[2] === 1];
  };
  expect(kept('Paint, old and new', '4 May')).toEqual([true, false]);
  expect(kept('Paint, old', '4 May')).toEqual([true, true]);
  expect(kept('Paint, old and new', `${PROSE[0]} ${PROSE[1]}`)).toEqual([true, true]);
});

describe('the title of a thread', () => {
  const copied = (html: string): number => {
    const a = annotate(parseHtml(html, 'https://example.org/thread/7'));
    const keep = new Uint8Array(a.blocks.length).fill(1);
    dropCopies(scoredPage(a, keep), keep);
    return keep.filter((mark) => mark === COPY).length;
  };
  const post = (n: number, title: string): string =>
    `<div class="post" id="post_${n}"><p>Ann, 4 May</p><h2>${title}</h2><p>${PROSE[n]}</p></div>`;
  const thread = (first: string, second: string, heading = 'h1'): string =>
    `<title>Which paint stays?</title><${heading}>Thread: Which paint stays?</${heading}>${post(0, first)}${second}`;

  test('goes where a post says it again', () => {
    expect(copied(thread('Which paint stays?', post(1, 'Re: Which paint stays?')))).toBe(1);
  });

  test('stays where no title stands above, the post is called otherwise or is an article', () => {
    expect(copied(thread('Which paint stays?', post(1, 'Red lead'), 'p'))).toBe(0);
    expect(copied(thread('Red lead', post(1, 'Blue lead')))).toBe(0);
    expect(
      copied(thread('Which paint stays?', post(1, 'Red lead')).replace('Thread: Which paint', 'Paint that')),
    ).toBe(0);
    expect(copied(thread('Which paint stays?', ''))).toBe(0);
  });
});

describe('a sentence of the text that is set large', () => {
  const SENTENCE = 'The rowing club mostly wonders whether the bridge will be raised';
  const [before, after] = [
    `<p>Nobody objects, but ${SENTENCE.toLowerCase()} in the spring.</p>`,
    '<p>It will.</p>',
  ];
  /** The marks of a page with a box between two texts. */
  const marks = (box: string): number[] => {
    const a = annotate(parseHtml(`<main>${before}${box}${after}</main>`, ''));
    const keep = new Uint8Array(a.blocks.length).fill(1);
    dropCopies(scoredPage(a, keep), keep);
    return [...keep];
  };
  test.each([
    ['in a box called so', `<div class="pullquote"><p>“${SENTENCE}”</p></div>`],
    ['in quotation marks of its own', `<p><q>${SENTENCE}</q></p>`],
    ['in an aside', `<aside><p>${SENTENCE}.</p></aside>`],
  ])('goes %s', (_, box) => {
    expect(marks(box)).toEqual([1, COPY, 1]);
  });
  test.each([
    [
      'one that the text does not say',
      '<aside><p>The bridge will be raised by half a metre in spring</p></aside>',
    ],
    ['a quotation', `<blockquote><p>${SENTENCE}</p></blockquote>`],
    ['a few words of it', '<p><q>The rowing club</q></p>'],
  ])('but not %s', (_, box) => {
    expect(marks(box)).toEqual([1, 1, 1]);
  });
});

test('when another post was written is no copy', () => {
  const post = (id: number, text: string, box: string) =>
    `<div id="answer-${id}"><p>${text}</p><${box}>answered Nov 12, 2013 at 10:00</${box}></div>`;
  const marksOf = (html: string): number[] => {
    const a = annotate(parseHtml(`<main>${html}</main>`, ''));
    const keep = new Uint8Array(a.blocks.length).fill(1);
    dropCopies(scoredPage(a, keep), keep);
    return [...keep];
  };
  const [one, two] = [
    'Keep the lamp dry until the harbour master has come.',
    'Or buy another lamp in the town.',
  ];
  expect(marksOf(post(7, one, 'div') + post(8, two, 'section'))).toEqual([1, 1, 1, 1]);
  const same = `<div id="answer-7"><p>${one}</p><div>answered Nov 12, 2013 at 10:00</div><p>${two}</p><section>answered Nov 12, 2013 at 10:00</section></div>`;
  expect(marksOf(same)).toEqual([1, 1, 1, COPY]);
});

test('the head that two tables share stays in both', () => {
  const names = [
    'Crew',
    'Sail',
    'Keel',
    'Mast',
    'Oars',
    'Beam',
    'Hull',
    'Deck',
    'Hold',
    'Bell',
    'Flag',
    'Rope',
  ];
  const table = (name: string): string =>
    `<table><thead><tr>${names.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tr><td>${name}</td></tr></table>`;
  const a = annotate(parseHtml(`<main>${table('Gig')}${table('Punt')}</main>`, 'https://example.org/boats'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropCopies(scoredPage(a, keep), keep);
  expect(keep).not.toContain(COPY);
});
