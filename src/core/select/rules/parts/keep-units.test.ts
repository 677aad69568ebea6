import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { relateElements } from '../../../page/page-structure.ts';
import { decideByReading } from '../../decide.ts';
import { keepUnits } from './keep-units.ts';

/** The blocks of a page that stay when the model keeps those that begin with `+`. */
function staysOf(html: string): string {
  const a = annotate(parseHtml(html, 'https://example.org/'));
  const textOf = (b: number): string => a.doc.nodes[a.blocks[b]!.first]!.text;
  const probabilities = Int32Array.from(a.blocks, (_, b) => (textOf(b).startsWith('+') ? 4000 : 10));
  const reading = { a, s: relateElements(a), probabilities, url: '' };
  const { keep } = decideByReading(reading, [{ apply: keepUnits, step: 'partial' }]);
  const kept = a.blocks.map((_, b) => b).filter((b) => keep[b] === 1);
  return kept.map(textOf).join(' ');
}

const CELLS = '<table><tr><th>+Boat</th><th>+Crew</th></tr><tr><td>Gig of oak</td><td>6</td></tr></table>';
const BOXES =
  '<div class="summary-table"><div class="table-header col-first">+Boat</div><div class="table-header col-last">+Crew</div><div class="col-first">Gig of oak</div><div class="col-last">6</div></div>';

describe('a table of which the heads alone were kept', () => {
  it.each([CELLS, BOXES])('comes back between texts that stay', (table) => {
    expect(staysOf(`<div><p>+One two.</p>${table}<p>+Three four.</p></div>`)).toBe(
      '+One two. +Boat +Crew Gig of oak 6 +Three four.',
    );
  });

  it.each([CELLS, BOXES])('goes where no text stays below it', (table) => {
    expect(staysOf(`<div><p>+One two.</p><p>+Three four.</p>${table}</div>`)).toBe('+One two. +Three four.');
  });
});

it('keeps a table of header cells alone whole when half of it was kept', () => {
  const table = '<table><tr><th>+Boat one</th><th>Gig</th></tr></table>';
  expect(staysOf(`<div><p>+One two.</p>${table}</div>`)).toBe('+One two. +Boat one Gig');
});

it.each([
  ['whole when half of it was kept', '+Shows the time', 'Clock +Shows the time'],
  ['no word of it when next to nothing was', 'shows the time of the day and of the tide', ''],
])('keeps a link around a title and what is said of it %s', (_, said, stays) => {
  const title = stays === '' ? '+Clock' : 'Clock';
  const card = `<a href="/clock"><h3>${title}</h3><p>${said}</p></a>`;
  expect(staysOf(`<div><p>+One two.</p>${card}<p>+Three four.</p></div>`)).toBe(
    ['+One two.', stays, '+Three four.'].filter(Boolean).join(' '),
  );
});

it('brings a quotation back in a post that stays, with what says whose it is, but for what the page has elsewhere', () => {
  const quote = (text: string): string =>
    `<aside class="quote"><div><a href="/t/7">The tide</a></div><blockquote>${text}</blockquote></aside>`;
  const post = (text: string): string => `<div class="post"><p>+${text}</p>`;
  const thread = (quoted: string): string =>
    `<div>${post('All the boats of this harbour sail at dawn.')}</div>${post('Read this one:')}${quote(quoted)}</div></div>`;
  const stays = '+All the boats of this harbour sail at dawn. +Read this one:';
  expect(staysOf(thread('The wind turns at noon.'))).toBe(`${stays} The tide The wind turns at noon.`);
  expect(staysOf(thread('All the boats of this harbour sail at dawn.'))).toBe(stays);
  const signed = `<div>${post('Mast.')}</div><div class="post"><blockquote>The wind turns at noon.</blockquote><p>+So it did, and we had the tide with us as well.</p><p>Member since 2012</p></div></div>`;
  expect(staysOf(signed)).not.toContain('Member since');
});

it('brings a quotation back whose copies went too', () => {
  const quote = '<blockquote>The wind turns at noon.</blockquote>';
  expect(staysOf(`<div><p>+One two.</p>${quote}<p>+Three four.</p></div><aside>${quote}</aside>`)).toContain(
    'at noon',
  );
});
