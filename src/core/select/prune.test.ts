import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { annotate } from '../page/annotate.ts';
import { prune } from './prune.ts';

/** Rules and the like that stay, by their ids, of a page whose blocks with a question mark go. */
function rules(html: string, allMedia = false, tag = 'hr'): string[] {
  const doc = parseHtml(`<body><p>First.</p>${html}</body>`, '');
  const a = annotate(doc);
  const keep = a.blocks.map((block) => (doc.nodes[block.first]!.text.endsWith('?') ? 0 : 1));
  const removedBy = new Uint8Array(doc.nodes.length);
  prune(a, keep, removedBy, new Uint8Array(doc.nodes.length), allMedia);
  return doc.nodes
    .filter((node) => node.tag === tag && removedBy[node.index] === 0 && removedBy[node.parent!.index] === 0)
    .map((node) => node.attrs[0]!.value);
}

test('a rule stays between what stays', () => {
  expect(rules('<hr id="a"><p>Second.</p><div><hr id="b"></div><p>Third.</p>')).toEqual(['a', 'b']);
});

test('a rule goes at the end, and after another one', () => {
  expect(rules('<hr id="a"><p>Related?</p>')).toEqual([]);
  expect(rules('<div><hr id="a"></div>')).toEqual([]);
  expect(rules('<hr id="a"><p>Share?</p><hr id="b"><p>Second.</p>')).toEqual(['a']);
});

test('every rule stays of the whole page', () => {
  expect(rules('<hr id="a"><hr id="b">', true)).toEqual(['a', 'b']);
});

test('what has no text stays with the text around it, whatever follows', () => {
  const gone = '<p>Related?</p>';
  expect(rules(`<p>See<b id="a"> </b><i>guidelines</i></p>${gone}`, false, 'b')).toEqual(['a']);
  expect(rules(`<p><span>Well <img id="a"> said</span></p>${gone}`, false, 'img')).toEqual(['a']);
  expect(rules(`<p>So <a>it is <img id="a"></a></p>${gone}`, false, 'img')).toEqual(['a']);
});
