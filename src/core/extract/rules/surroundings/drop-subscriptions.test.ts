import { expect, test } from 'vitest';
import { computedMs } from '../../../../../tests/support/machine-speed.ts';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropSubscriptions } from './drop-subscriptions.ts';

const LAMPS = `<main><h1>Lamps</h1><p>${'Lamps of oak and brass, made by hand in the harbour town. '.repeat(3)}</p>`;
const FORM = '<form><input type="email"><button>Send</button></form>';

/** Texts that stay beside a title and a paragraph of a page, all of which was kept. */
function staying(html: string): string[] {
  const a = annotate(parseHtml(`${LAMPS}${html}</main>`, 'https://example.org/'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropSubscriptions(scoredPage(a, keep), keep);
  return a.blocks
    .filter((_, i) => keep[i] === 1)
    .map((block) => a.doc.nodes[block.first]!.text)
    .filter((text) => !text.startsWith('Lamps'));
}

test('a box that asks for an address goes with what it promises', () => {
  const box = (name: string): string =>
    `<p>Above.</p><section class="${name}"><h3>Our letter</h3><p>Every Saturday.</p>${FORM}</section><p>Below.</p>`;
  expect(staying(box('c-newsletter--promo'))).toEqual(['Above.', 'Below.']);
  expect(staying(box('col-6'))).toEqual(['Above.', 'Our letter', 'Every Saturday.', 'Below.']);
  expect(
    staying(
      '<div id="mc_embed_signup"><p>Jede Woche</p><div><input name="EMAIL"><button>OK</button></div></div>',
    ),
  ).toEqual([]);
  expect(
    staying(
      '<form class="signup"><p>Your name</p><input name="n"><p>And mail</p><input type="email"></form>',
    ),
  ).toEqual([]);
});

test('facts beside a form stay, whatever their box is called', () => {
  const box = (facts: string): string[] => staying(`<div class="newsletter signup">${facts}${FORM}</div>`);
  expect(box('<h2>Contact</h2><p>Quay 1, Oldport</p>')).toEqual(['Contact', 'Quay 1, Oldport']);
  expect(box('<ul><li>How boats are sold</li></ul>')).toEqual(['How boats are sold']);
  expect(box('<p>£129.00</p><div><label>Tell me when it is back</label></div>')).toContain('£129.00');
  const last = '<div><p>It went on until spring came.</p></div>';
  expect(staying(`<div>${last}<div class="newsletter"><p>Our letter</p>${FORM}</div></div>`)).toEqual([
    'It went on until spring came.',
  ]);
});

test('a letter to write stays, with the address of the house', () => {
  const letter =
    '<input name="n"><input type="email"><textarea name="message"></textarea><button>Send</button>';
  expect(staying(`<div><p>Quay 1, Oldport</p><form>${letter}</form></div>`)).toContain('Quay 1, Oldport');
});

test('boxes with pictures, titles or most of the text stay', () => {
  expect(staying(`<div><img src="/a.jpg"><p>The brass lamp</p>${FORM}</div>`)).toContain('The brass lamp');
  expect(staying(`<div><h1>The lamp</h1><p>Tell me when it is back.</p>${FORM}</div>`)).toContain('The lamp');
  expect(staying(`<div><p>${'word '.repeat(50)}</p>${FORM}</div>`)).toHaveLength(1);
});

test('a card of several alike stays', () => {
  const card = (name: string) => `<li><h3>${name}</h3><p>Out of stock, made to order.</p>${FORM}</li>`;
  const kept = staying(`<ul>${['Mill', 'Reed', 'Quay', 'Loft'].map(card).join('')}</ul>`);
  expect(kept).toContain('Mill');
  expect(kept).toContain('Loft');
});

test('ten thousand fields in boxes in boxes take no long', () => {
  const many = `${'<div>'.repeat(200)}${'<div><input type="email"></div>'.repeat(10_000)}`;
  const began = computedMs();
  staying(many);
  expect(computedMs() - began).toBeLessThan(3000);
});
