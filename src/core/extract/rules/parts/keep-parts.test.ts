import { expect, test } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { dropWidows } from '../headings/drop-widows.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepIngredients } from './keep-ingredients.ts';
import { keepNotes } from './keep-notes.ts';
import { keepAlike, keepSurrounded } from './keep-surrounded.ts';
import { keepAnnounced, keepOpeners, keepTogether } from './keep-together.ts';
import { keepListed, keepWhole } from './keep-whole.ts';

const PROSE = '<p>The boat lay in the harbour all winter, and nobody came to look after it until spring.</p>';

/** Shares of what keeps a block, by its last character. */
const CERTAINTY: Readonly<Record<string, number>> = { '!': 2, '~': 1.5 };

/**
 * What the steps make of a page whose blocks with a question mark the model dropped, at `chance` of what keeps them; of
 * blocks with an exclamation mark it was sure, of those with a tilde a little less.
 */
function kept(html: string, chance = 0, end = PROSE): string[] {
  const doc = parseHtml(`<main>${PROSE}${html}${end}</main>`, 'https://example.org/boats');
  const a = annotate(doc);
  const texts = a.blocks.map((block) => {
    let text = '';
    for (let i = block.first; i < block.end; i++) text += doc.nodes[i]!.text;
    return text.trim();
  });
  const keep = Uint8Array.from(texts, (text) => (text.endsWith('?') ? 0 : 1));
  const page = scoredPage(a, keep, {
    threshold: 2000,
    chances: texts.map((text) => 2000 * (CERTAINTY[text.at(-1)!] ?? (text.endsWith('?') ? chance : 1))),
  });
  keepWhole(page, keep);
  keepSurrounded(page, keep);
  keepAlike(page, keep);
  keepTogether(page, keep);
  keepOpeners(page, keep);
  keepAnnounced(page, keep);
  keepIngredients(page, keep);
  keepListed(page, keep);
  keepNotes(page, keep);
  dropWidows(page, keep);
  return texts.filter((_, i) => keep[i] === 1).filter((text) => text.length < 60);
}

const TABLE = '<table><tr><td>a?</td><td>b?</td></tr><tr><td>c?</td><td>d?</td></tr></table>';

test('code and tables stay though their frames have hints and buttons that go', () => {
  const hints = '<div>Swipe right?</div><button>Forward?</button>';
  expect(kept(`<div>${hints}${TABLE}</div>`)).toEqual(['a?', 'b?', 'c?', 'd?']);
  expect(kept('<div><button>Copy?</button><pre>let x = y?</pre></div>')).toEqual(['let x = y?']);
});

test('a grid of data stays alone when the model reads it as content by a quarter', () => {
  const row = (cells: string): string => `<tr>${cells}</tr>`;
  const cell = '<td>hull?</td><td>deck?</td>';
  const grid = (rows: readonly string[]): string =>
    `<section><h2>Ours?</h2><div>${PROSE.replace('spring.', 'spring?')}</div><table>${rows.map(row).join('')}</table></section>`;
  const cells = ['hull?', 'deck?', 'hull?', 'deck?', 'hull?', 'deck?'];
  expect(kept(grid([cell, cell, cell]), 0.3, '')).toEqual(cells);
  expect(kept(grid([cell, cell, cell]), 0.2, '')).toEqual([]);
  expect(kept(grid([cell, cell]), 0.3, '')).toEqual([]);
  const link = '<td><a href="/hull">hull?</a></td><td>deck?</td>';
  expect(kept(grid([link, link, link]), 0.3, '')).toEqual([]);
  expect(kept(grid([cell, cell, `${cell}<td><table></table></td>`]), 0.3, '')).toEqual([]);
  expect(kept(`<footer>${grid([cell, cell, cell])}</footer>`, 0.3, '')).toEqual([]);
});

test('a frame with a text of its own is none', () => {
  const text = '<p>Who would look after a boat that somebody else had left in the harbour of this town?</p>';
  expect(kept(`<div>${text}${TABLE}</div>`)).toEqual([]);
});

test('a table at the end of a section stays when the model half kept it', () => {
  const section = `<section>${PROSE}${TABLE}</section><section><p>no?</p></section>`;
  expect(kept(section, 0.4)).toEqual([]);
  expect(kept(section, 0.5)).toEqual(['a?', 'b?', 'c?', 'd?']);
});

test('a table of which less than half stays is whole or not at all, as its cells together say', () => {
  const torn = '<table><tr><td>hull</td><td>wood or steel?</td></tr><tr><td>ab</td><td>cd?</td></tr></table>';
  expect(kept(torn, 0.7)).toEqual(['hull', 'wood or steel?', 'ab', 'cd?']);
  expect(kept(torn, 0.2)).toEqual(['hull', 'ab']);
});

test('a table of which one cell stays is whole or none, as its cells together say', () => {
  const no = '<p>Who would look after a boat that somebody else had left in the harbour of this town?</p>';
  const cells = ['oak', ...Array.from({ length: 9 }, (_, i) => `plank ${i}?`)];
  const table = (hidden: string): string =>
    `${no}<table>${cells.map((cell) => `<tr><td${cell === 'oak' ? '' : hidden}>${cell}</td></tr>`).join('')}</table>${no}`;
  expect(kept(table(''), 0.8)).toEqual(cells);
  expect(kept(table(''), 0.5)).toEqual([]);
  expect(kept(table(' style="display:none"'), 0.8)).toEqual([]);
});

test('a torn table comes back without its hidden rows where the shown ones are nearly content', () => {
  const row = (words: string, end = '', hidden = ''): string =>
    `<tr${hidden}><td>${words} from the yard?</td><td>${words}${end}</td></tr>`;
  const planks = Array.from({ length: 9 }, (_, i) => row(`plank ${i}`, '?', ' style="display:none"'));
  const no = '<p>Who would look after a boat that somebody else had left in the harbour of this town?</p>';
  const table = `${no}<table>${row('oak')}${row('elm')}${planks.join('')}</table>${no}`;
  expect(kept(table, 0.8)).toContain('oak from the yard?');
  expect(kept(table, 0.8)).not.toContain('plank 8?');
  expect(kept(table, 0.2)).not.toContain('oak from the yard?');
});

test('cells of a script without blanks do not make a layout', () => {
  const cell = '港'.repeat(60);
  const torn = `<table><tr><td>${cell}</td><td>船?</td></tr></table>`;
  expect(kept(torn, 0.8)).toEqual(['船?']);
});

test('the tables of one specification stay together', () => {
  const no = '<p>Who would look after a boat that somebody else had left in the harbour of this town?</p>';
  const table = (end: string): string =>
    `${no}<table><tr><th>hull${end}</th><td>steel${end}</td></tr></table>${no}`;
  expect(kept(table('') + table('?') + table('?'), 0.8)).toEqual([
    'hull',
    'steel',
    'hull?',
    'steel?',
    'hull?',
    'steel?',
  ]);
  expect(kept(table('') + table('?'), 0.5)).toEqual(['hull', 'steel']);
  expect(kept(table('?') + table('?'), 0.8)).toEqual([]);
});

test.each([
  ['a definition, its term', '<dl><dt>f(x)?</dt><dd>Gives a length.</dd></dl>', ['f(x)?', 'Gives a length.']],
  ['a figure, its caption', '<figure><p>a b c</p><figcaption>d?</figcaption></figure>', ['a b c', 'd?']],
  [
    'a quotation, its source',
    '<blockquote><p>I never looked.</p><footer>Ann?</footer></blockquote>',
    ['I never looked.', 'Ann?'],
  ],
  [
    'a short quotation, its source',
    '<blockquote><p>Be.</p><footer>Me?</footer></blockquote>',
    ['Be.', 'Me?'],
  ],
  [
    'a quotation, the source beside it',
    '<div><blockquote><p>I never.</p></blockquote><p>Ann?</p></div>',
    ['I never.', 'Ann?'],
  ],
  ['a callout, its title', '<div class="x callout"><p>Read?</p><p>Beware.</p></div>', ['Read?', 'Beware.']],
])('with %s stays', (_, html, expected) => {
  expect(kept(html)).toEqual(expected);
});

test('a term, a source and a title do not stay for themselves', () => {
  expect(kept('<dl><dt>f(x)?</dt><dd>Gives?</dd></dl>')).toEqual([]);
  expect(kept('<div class="quote"><p>I?</p><p>Ann?</p></div>')).toEqual([]);
  expect(kept('<div class="callout"><p>Read?</p><p>Buy?</p></div>')).toEqual([]);
});

const ANSWER = '<p>The boat lay there until somebody came in spring.</p>';

test.each([
  ['by its state', '<button aria-expanded="false"><span>How long?</span></button>'],
  ['by what it controls', '<div aria-controls="a1">How long?</div>'],
  ['by its class', '<div class="faq-item__question"><p>How long?</p></div>'],
])('the label of what opens below it stays when the model nearly kept it: %s', (_, label) => {
  expect(kept(`<div>${label}${ANSWER}</div>`, 0.7)).toContain('How long?');
  expect(kept(`<div>${label}${ANSWER}</div>`, 0.6)).not.toContain('How long?');
  expect(kept(`<div>${label}<p>Soon.</p></div>`, 0.9)).not.toContain('How long?');
});

test('a line above a text is no label of what opens', () => {
  expect(kept(`<div><p>How long?</p>${ANSWER}</div>`, 0.9)).not.toContain('How long?');
});

test('a list or quotation stays with the sentence that announces it', () => {
  expect(kept('<p>You need:</p><ul><li>a rope?</li><li>an oar?</li></ul>')).toEqual([
    'You need:',
    'a rope?',
    'an oar?',
  ]);
  expect(kept('<p>你要：</p><ol><li>绳?</li></ol>')).toEqual(['你要：', '绳?']);
  expect(kept('<p>You need</p><ul><li>a rope?</li></ul>')).toEqual(['You need']);
  expect(kept('<p>You need:</p><ul><li>a rope</li><li>an oar?</li></ul>')).toHaveLength(3);
  expect(kept('<p>Ada wrote:</p><blockquote><p>Ropes?</p></blockquote>')).toEqual(['Ada wrote:', 'Ropes?']);
});

test('a list of links stays with the sentence that announces it where the text goes on below it', () => {
  const links = '<ul><li><a href="/a">Ropes of all kinds?</a></li></ul>';
  expect(kept(`<p>See:</p>${links}`)).toEqual(['See:', 'Ropes of all kinds?']);
  expect(kept(`<p>See:</p>${links}`, 0, '')).toEqual([]);
  expect(kept(`<p>See:</p>${links}<h2>Next</h2>`)).toEqual(['See:', 'Next']);
  expect(kept(`<p>See:</p>${links}<p>Gone?</p>`)).toEqual(['See:']);
});

const CITED = '<p>The ice was thick<a id="r" href="#n">1</a></p>';

test.each([
  '<ol><li id="n"><a href="#r">up</a> <a href="/a">Ann, 1912?</a></li></ol>',
  '<div><a id="n" href="#r">1?</a><div><p>Ann, 1912?</p></div></div>',
  '<div><sup><a id="n" href="#r">1?</a></sup><p>Ann, 1912?</p></div>',
])('a note stays to which the text refers and which refers back: %s', (note) => {
  expect(kept(CITED + note).join(' ')).toContain('Ann, 1912?');
});

test('a note stays whose reference is named by the marks around it', () => {
  const cited = '<p>The ice was thick<span id="r"><sup><a href="#n">1</a></sup></span></p>';
  const note = '<ol><li id="n"><a href="#r">^?</a><p>Ann, 1912?</p></li></ol>';
  expect(kept(cited + note)).toContain('Ann, 1912?');
});

test('notes stay whole below the headings that are their numbers', () => {
  const cited = '<p>Thick<a id="r" href="#n">1</a></p>';
  const note = '<h5><a id="n" href="#r">(1)?</a></h5><p>Ann?</p><p>1912?</p><h5>Next?</h5>';
  expect(kept(cited + note)).toEqual(['Thick1', '(1)?', 'Ann?', '1912?']);
});

test('what the text only links to does not stay', () => {
  expect(kept(`${CITED}<ol><li id="n"><a href="#q">Ann, 1912?</a></li></ol>`)).toEqual([
    'The ice was thick1',
  ]);
  expect(kept(`<p>no<a id="r" href="#n">1</a>?</p><p id="n"><a href="#r">Ann?</a></p>`)).toEqual([]);
});

const LINKS = '<ul><li>Cars, trains and aeroplanes?</li><li>Bicycles, carts and horses?</li></ul>';

test('a heading of which nothing below stays goes, unless it was sure', () => {
  expect(kept(`<h2>Related</h2>${LINKS}<h2>Next</h2><p>of it</p>`)).toEqual(['Next', 'of it']);
  expect(kept(`<h2>Specification!</h2>${LINKS}`)).toEqual(['Specification!']);
  expect(kept(`<h1>Boats</h1>${LINKS}`)).toEqual(['Boats']);
  expect(kept('<h2>Picture</h2><p>Source?</p><h2>Next</h2><p>of it</p>')).toContain('Picture');
});

test('a heading with which the content would end has to be surer', () => {
  const end = (heading: string): string[] => kept(`<h2>A</h2><p>of it</p>${heading}${LINKS}`, 0, '');
  expect(end('<h2>Related~</h2>')).toEqual(['A', 'of it']);
  expect(end('<h2>Related!</h2>')).toEqual(['A', 'of it', 'Related!']);
  expect(kept(`<h2>Related~</h2>${LINKS}`)).toEqual(['Related~']);
});

test('one word that went is enough below the last heading that stays, when it has no picture', () => {
  const end = (html: string): string[] => kept(`<h2>A</h2><p>of it</p><h3>Like this</h3>${html}`, 0, '');
  expect(end('<p>Like?</p>')).toEqual(['A', 'of it']);
  expect(end('<p>Like?</p><h3>Share this</h3><p>Share?</p>')).toEqual(['A', 'of it']);
  expect(end('<img src="a.jpg"><p>Source?</p>')).toEqual(['A', 'of it', 'Like this']);
  const sentence = 'At this harbour your ideas matter, and so does your growth.';
  expect(kept(`<h2>A</h2><p>of it</p><h3>${sentence}</h3><p>Search?</p>`, 0, '')).toContain(sentence);
  expect(end('')).toEqual(['A', 'of it', 'Like this']);
});

test('the content does not end with a label of what went', () => {
  const gone = '<p>The sails of the old boat?</p>';
  const end = (html: string): string[] => kept(`<h2>A</h2><p>of it</p>${html}${gone}`, 0, '');
  expect(end('<p><b>See also:</b></p>')).toEqual(['A', 'of it']);
  expect(end('<p>See also:</p><p>Related:</p>')).toEqual(['A', 'of it']);
  expect(end('<p>Related</p>')).toEqual(['A', 'of it', 'Related']);
  expect(end('<p>How it looks:</p><img src="a.jpg">')).toContain('How it looks:');
  expect(kept('<p>So it goes:</p>', 0, '')).toEqual(['So it goes:']);
  expect(kept(`<p>See also:</p>${gone}`)).toEqual(['See also:']);
});

test('headings alike of which nothing below stays are the names of cards', () => {
  const card = (name: string): string => `<div class="card"><h3>${name}</h3>${LINKS}</div>`;
  const cards = `<div>${card('A')}${card('B')}${card('C')}${card('D')}</div>`;
  expect(kept(cards)).toEqual(['A', 'B', 'C', 'D']);
  const two = `<div>${card('A')}${card('B')}</div><h2>Next</h2><p>of it</p>`;
  expect(kept(two)).toEqual(['Next', 'of it']);
});

function written(html: string): string {
  return convertHtml(`<main>${PROSE.repeat(5)}${html}${PROSE.repeat(5)}</main>`).markdown;
}

test('formulas in scripts stay, scripts do not', () => {
  const html = '<p>It is <script type="math/tex">x^2</script> feet <script>var y = 7</script>long.</p>';
  expect(written(html)).toContain('It is $x^2$ feet long.');
});

test('what asks for scripts between two paragraphs goes', () => {
  const html = '<noscript><p>Please enable JavaScript to look at the boats in this harbour.</p></noscript>';
  expect(written(html)).not.toContain('JavaScript');
});

test('a label stays that names what opens below it, though the model did not nearly keep it', () => {
  const panel = (id: string): string => `<div id="${id}"><div>${PROSE}</div></div>`;
  const label = '<div class="title"><a data-toggle="x" href="#one">Oak?</a></div>';
  expect(kept(`${label}${panel('one')}`, 0.3)).toEqual(['Oak?']);
  expect(kept(`${label}${panel('two')}`, 0.3)).toEqual([]);
  expect(kept(`<button aria-controls="one">Oak?</button>${panel('one')}`, 0.3)).toEqual(['Oak?']);
  expect(kept(`<button aria-controls="one">Menu?</button>${panel('one')}`, 0.05)).toEqual([]);
});

test('a remark on a whole table does not make it a layout, nor does what holds tables stay whole', () => {
  const remark = 'Masts and spars were bought from the yard on the other side of the harbour. '.repeat(4);
  const rows =
    '<tr><td>hull, built of oak</td><td>c?</td></tr><tr><td>sails from the loft</td><td>d?</td></tr>';
  expect(kept(`<table>${rows}<tr><td colspan="2">${remark}</td></tr></table>`)).toContain('c?');
  expect(kept(`<table>${rows}<tfoot><tr><td>${remark}</td></tr></tfoot></table>`)).toContain('c?');
  expect(kept(`<table>${rows}<tr><td>e</td><td>${remark}</td></tr></table>`)).not.toContain('c?');
  expect(
    kept(`<table>${rows}<tr><td colspan="2"><table><tr><td>e</td></tr></table></td></tr></table>`),
  ).not.toContain('c?');
});

test('tables in a table stay with the header that names them', () => {
  const inner = '<table><tr><td>hull of oak</td><td>c?</td></tr></table>';
  const outer = (head: string): string =>
    `<table><tr>${head}</tr><tr><td>${inner}</td><td>${inner}</td></tr></table>`;
  expect(kept(outer('<th colspan="2">Boats of the year</th>'), 0.8)).toHaveLength(5);
});

test('what is hidden inside the cells of a table stays away, more rows do not', () => {
  const cell = '<td>sails from the loft<div hidden>sold out?</div></td>';
  const html = `<table><tr><td>hull, built of oak</td><td>c?</td></tr><tr>${cell}<td>d?</td></tr><tr hidden><td>mast of pine</td></tr></table>`;
  expect(kept(html)).toEqual(['hull, built of oak', 'c?', 'sails from the loft', 'd?', 'mast of pine']);
});

test('a row of links to tools between two texts is no data', () => {
  const tools = '<table><tr><td><a href="/s">Send?</a></td><td><a href="/p">Print?</a></td></tr></table>';
  expect(kept(tools)).toEqual([]);
  expect(kept(tools.replace('</table>', '<tr><td><a href="/c">Comment?</a></td></tr></table>'))).toHaveLength(
    3,
  );
});

test('the name of a file stays with its code', () => {
  const bar = '<div class="file-header"><a href="/raw">Raw?</a> <b>watch.py?</b></div>';
  expect(kept(`${bar}<div><pre>import os</pre></div>`)).toEqual(['Raw? watch.py?', 'import os']);
  expect(kept(`${bar}<p>import os</p>`)).toEqual(['import os']);
  expect(kept(`${bar.replace('file-header', 'callout')}<pre>import os</pre>`)).toEqual(['import os']);
});

test('the last heading of a list stays below the line of its entry that stays', () => {
  const entry = (name: string, time = '14:00'): string => `<li><p>${time}</p><h3>${name}</h3></li>`;
  const list = (last: string): string =>
    `<ul>${entry('Tea~')}${entry('Print~')}${entry('Bind~')}${last}</ul><p>Go home soon?</p>`;
  expect(kept(list(entry('Fold~')), 0, '').slice(-2)).toEqual(['14:00', 'Fold~']);
  expect(kept(list(entry('Fold~', '14:00?')), 0, '').slice(-1)).toEqual(['Bind~']);
});

test('the last names of a list of cards are no headings without a text', () => {
  const card = (name: string): string =>
    `<li><h4><a href="/b">${name}</a></h4><div>$40 and more, a price that the model did not keep at all?</div></li>`;
  const list = (...names: readonly string[]): string[] => kept(`<ul>${names.map(card).join('')}</ul>`, 0, '');
  expect(list('Oak!', 'Elm!', 'Ash!', 'Fir', 'Yew')).toEqual(['Oak!', 'Elm!', 'Ash!', 'Fir', 'Yew']);
  expect(list('Oak', 'Elm', 'Ash', 'Fir', 'Yew')).toEqual([]);
  expect(kept('<h2>Oak</h2><p>Who would look after a boat that somebody had left here?</p>', 0, '')).toEqual(
    [],
  );
});

test('the heading of contents that a script fills in goes, and stays above contents that stay', () => {
  expect(kept('<h3>Contents</h3><div id="toc-box"></div>', 0.5)).toEqual([]);
  expect(
    kept('<div class="table-of-contents"><div><h3>Contents</h3></div><ul><li>Oak?</li></ul></div>', 0.5),
  ).toEqual([]);
  expect(kept('<div class="toc"><h3>Contents</h3><ul><li>Oak</li></ul></div>', 0.5)).toEqual([
    'Contents',
    'Oak',
  ]);
  expect(kept('<h3>Stock of the shop</h3><div id="stock"></div>', 0.5)).toEqual(['Stock of the shop']);
});

test('the label of contents that went goes in any language, and stays above contents that stay', () => {
  const toc = (list: string): string =>
    `<div id="ez-toc-container"><div><p>فهرست مطالب!</p></div><nav><ul>${list}</ul></nav></div>`;
  expect(kept(toc('<li><a href="#o">Oak?</a></li><li><a href="#e">Elm?</a></li>'), 0.5)).toEqual([]);
  expect(kept(toc('<li>Oak?</li>'), 0.5)).toEqual(['فهرست مطالب!']);
  const entry = (title: string): string => `<li class="toc-entry"><p>${title}</p><a href="/p">12?</a></li>`;
  expect(kept(`<ul>${entry('Editorial!').repeat(3)}</ul>`, 0.5)).toHaveLength(3);
  expect(kept(toc('<li>Oak!</li><li>Elm!</li>'), 0.5)).toEqual(['فهرست مطالب!', 'Oak!', 'Elm!']);
  expect(kept('<div class="tocsin"><p>Ring it!</p><p>Oak?</p></div>', 0.5)).toEqual(['Ring it!']);
});

test('the ingredients of a recipe stay with its steps', () => {
  const list = '<h4>Of what?</h4><ul><li>500 g flour?</li><li>2 eggs?</li></ul>';
  const steps = `<div class="recipe-instructions">${PROSE}</div>`;
  const all = ['Of what?', '500 g flour?', '2 eggs?'];
  expect(kept(`<aside class="recipe__ingredients">${list}</aside>${steps}`)).toEqual(all);
  expect(
    kept(`<div itemprop="recipeIngredient">${list}</div><ol itemprop="recipeInstructions">${PROSE}</ol>`),
  ).toEqual(all);
  expect(kept(`<aside class="recipe__ingredients">${list}</aside>`)).toEqual([]);
  expect(
    kept(
      `<div class="ingredients-of-success"><p>${'Who would look after a boat in winter? '.repeat(6)}</p><p>b?</p></div>${steps}`,
    ),
  ).toEqual([]);
});

test('a quote between two blocks that stay does as well, but not what a post says of another one', () => {
  const tweet =
    '<blockquote class="twitter-tweet"><p>Done?</p>— Ann (@ann) <a href="/9">1 May?</a></blockquote>';
  expect(kept(tweet)).toEqual(['Done?', '— Ann (@ann) 1 May?']);
  expect(kept(`<figure><div>${tweet}</div></figure>`)).toHaveLength(2);
  const post = `<div class="post">${PROSE}${tweet}${PROSE}</div>`;
  expect(kept(post)).toHaveLength(2);
  expect(kept(post.repeat(3))).toEqual([]);
});

test('an item that goes would change the numbers of the others, or tear a list in a text', () => {
  expect(kept('<ol><li>Dig.</li><li>Sow?</li><li>Reap.</li></ol>')).toEqual(['Dig.', 'Sow?', 'Reap.']);
  expect(kept('<ul><li>Dig.</li><li>Sow?</li><li>Reap.</li></ul>')).toEqual(['Dig.', 'Sow?', 'Reap.']);
  expect(kept('<p>Go?</p><ul><li>Dig.</li><li>Sow?</li></ul>')).toEqual(['Dig.']);
  expect(kept('<ul class="job-tags"><li>Dig.</li><li>Sow?</li></ul>')).toEqual(['Dig.']);
  expect(kept('<ol><li>Dig?</li><li>Sow?</li></ol>')).toEqual([]);
  expect(kept('<ol><li class="comment">Dig.</li><li class="comment">Sow?</li></ol>')).toEqual(['Dig.']);
  expect(kept(`<ol><li>Dig.</li><li>${'and so on '.repeat(60)}?</li></ol>`)).toEqual(['Dig.']);
});

test('of an item that comes back what is hidden stays away, and ways through a site are no lists', () => {
  const hidden = '<ol><li>Dig.</li><li><p>Sow?</p><div hidden><p>Weed?</p></div></li><li>Reap.</li></ol>';
  expect(kept(hidden)).toEqual(['Dig.', 'Sow?', 'Reap.']);
  expect(kept('<ol class="breadcrumb"><li>Home?</li><li>Boats.</li></ol>')).toEqual(['Boats.']);
});

test('cards of links stay between two blocks that stay', () => {
  const card = '<figure class="kg-card kg-bookmark-card"><a href="/g"><div>Guide to saws?</div></a></figure>';
  expect(kept(card)).toEqual(['Guide to saws?']);
  expect(kept(card.replace('kg-bookmark-card', 'kg-other'))).toEqual([]);
});
