import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { dropVariants } from './drop-variants.ts';

/** Texts that stay of a page all of which was kept, but what is in brackets. */
function staying(html: string): string[] {
  const a = annotate(parseHtml(html, 'https://example.org/'));
  const texts = a.blocks.map(({ first }) => a.doc.nodes[first]!.text);
  const keep = Uint8Array.from(texts, (text) => (text.startsWith('(') ? 0 : 1));
  dropVariants(a, keep);
  return texts.filter((_, i) => keep[i] === 1);
}

const variant = (hidden: string, text: string): string =>
  `<div class="ssr-variant ${hidden}"><p>${text}</p></div>`;

test('of neighbouring boxes for one layout each, the first that says something stays', () => {
  const wide = variant('hidden-b hidden-c', 'Wide');
  const others = variant('hidden-a hidden-c', 'Middle') + variant('hidden-a hidden-b', 'Narrow');
  expect(staying(wide + others)).toEqual(['Wide']);
  expect(staying(wide.replace('Wide', '(not kept)') + others)).toEqual(['Middle']);
  expect(staying(`${wide}<p>Between</p>${others}`)).toEqual(['Wide', 'Between', 'Middle']);
});

test('boxes that are shown together stay', () => {
  expect(staying(variant('hidden-a', 'One') + variant('hidden-a', 'Two'))).toEqual(['One', 'Two']);
  expect(
    staying(variant('hidden-a', 'One') + variant('hidden-b', 'Two') + variant('hidden-a', 'Three')),
  ).toEqual(['One', 'Three']);
  expect(staying(variant('', 'One') + variant('', 'Two'))).toEqual(['One', 'Two']);
});
