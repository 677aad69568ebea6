import { expect, test } from 'vitest';
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
  expect(staying(`<div class="x"><h3>Our letter</h3><p>Every Saturday.</p>${FORM}</div>`)).toEqual([]);
  expect(staying('<div><p>Jede Woche</p><div><input name="EMAIL"><button>OK</button></div></div>')).toEqual(
    [],
  );
  expect(staying('<div><p>Your name</p><input name="n"><p>And mail</p><input type="email"></div>')).toEqual(
    [],
  );
  expect(staying(`<p>Above.</p><section><p>Every Saturday.</p>${FORM}</section><p>Below.</p>`)).toEqual([
    'Above.',
    'Below.',
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
  expect(staying(`<div><p>${'word '.repeat(50)}</p>${FORM}</div>`)).toHaveLength(2);
});

test('a card of several alike stays', () => {
  const card = (name: string) => `<li><h3>${name}</h3><p>Out of stock, made to order.</p>${FORM}</li>`;
  const kept = staying(`<ul>${['Mill', 'Reed', 'Quay', 'Loft'].map(card).join('')}</ul>`);
  expect(kept).toContain('Mill');
  expect(kept).toContain('Loft');
});

test('ten thousand fields in boxes in boxes take no long', () => {
  const many = `${'<div>'.repeat(200)}${'<div><input type="email"></div>'.repeat(10_000)}`;
  const began = performance.now();
  staying(many);
  expect(performance.now() - began).toBeLessThan(3000);
});
