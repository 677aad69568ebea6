import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import type { ScoredPage } from '../scored-page.ts';
import { keepNotes } from './keep-notes.ts';

const URL = 'https://example.org/boats';

/** Blocks that come back of a page of which the model kept those that begin with "kept". */
function back(html: string, told: Partial<ScoredPage> = {}): string[] {
  const a = annotate(parseHtml(`<main>${html}</main>`, URL));
  const texts = a.blocks.map(({ first, end }) => textBetween(a, first, end).trim());
  const keep = Uint8Array.from(texts, (text) => Number(text.startsWith('kept')));
  const before = keep.slice();
  keepNotes(scoredPage(a, keep, told), keep);
  return texts.filter((_, i) => keep[i] === 1 && before[i] === 0);
}

const NAMES = ['Dunn', 'Bell', 'Cox', 'Dale', 'Egan'];
/** Citations of the first `count` entries of a list. */
const cites = (count: number, label = (n: number): string => `[${n + 1}]`, to = '#r'): string =>
  `<p>kept ${NAMES.slice(0, count)
    .map((_, n) => `<a id="c${n}" href="${to}${n}">${label(n)}</a>`)
    .join(' ')}</p>`;
const LIST = `<ol>${NAMES.map((name, n) => `<li id="r${n}">${name} 2004</li>`).join('')}</ol>`;
const ALL = NAMES.map((name) => `${name} 2004`);

test('a list of references that the text cites comes back whole', () => {
  expect(back(cites(3) + LIST)).toEqual(ALL);
  expect(back(cites(3, (n) => `${NAMES[n]} et al., 2004`) + LIST)).toEqual(ALL);
  expect(back(cites(3, undefined, `${URL}#r`) + LIST)).toEqual(ALL);
  expect(back(`${cites(3)}<footer>${LIST}</footer>`)).toEqual(ALL);
  expect(back(cites(3) + LIST.replace('Bell', 'kept Bell'))).toHaveLength(4);
});

test('anchors of entries may stand in them, and entries alone may lead to the text', () => {
  const anchored = LIST.replace(/<li id="(r\d)">/g, '<li><a name="$1" id="pone-$1"></a>');
  expect(back(cites(3) + anchored)).toEqual(ALL);
  const leading = LIST.replace(/<li id="r(\d)">/g, '<li><a href="#c$1">↵</a> ');
  expect(back(cites(3, undefined, '#none') + leading)).toHaveLength(5);
});

test('lines of links to where an entry is found stay away', () => {
  const found = LIST.replaceAll('</li>', '<p><a href="https://doi.example/1">Article</a></p></li>');
  expect(back(cites(3) + found)).toEqual(ALL);
});

test('tables of contents, and lists that are hardly cited are none', () => {
  expect(back(cites(3, (n) => `About ${NAMES[n]}`) + LIST)).toEqual([]);
  expect(back(cites(2) + LIST)).toEqual([]);
  expect(back(cites(3) + LIST.replace('</ol>', `${'<li>Ford 2004</li>'.repeat(5)}</ol>`))).toEqual([]);
  const long = LIST.replaceAll('2004', `2004 ${'word '.repeat(110)}`);
  expect(back(cites(3) + long)).toEqual([]);
});
