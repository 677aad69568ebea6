import { expect, test } from 'vitest';
import type { Block } from '../../core/content/tree.ts';
import type { TextDraft } from './draft-blocks.ts';
import { listsOf } from './list-content.ts';
import { markerOf } from './list-marker.ts';
import type { Piece } from './piece.ts';

const CONTEXT = { compounds: new Set<string>(), isPlain: true, monoIsCode: false };

/** An item of a tagged PDF: its place on the page, and how many lists its tags say that it stands in. */
function item(text: string, left: number, y: number, lists: number): TextDraft {
  const isRtl = /\p{Script=Hebrew}/u.test(text);
  const style = { bold: false, italic: false, mono: false, isRtl, link: null, content: null };
  const piece: Piece = { ...style, text: `• ${text}`, x: left, y, width: 60, size: 10 };
  const segment = { pieces: [piece], left, right: left + 60 };
  const row = { page: 1, segments: [segment], left, right: left + 60, y, size: 10 };
  const tag = { depth: null, lists, hasLabel: true };
  return { kind: 'text', rows: [row], marker: markerOf(`• ${text}`), column: { left: 0, right: 500 }, tag };
}

const outline = (blocks: readonly Block[]): unknown =>
  blocks.map((block) => {
    if (block.type === 'list') return block.children.map(({ children }) => outline(children));
    return block.type === 'paragraph' && block.children[0]?.type === 'text' ? block.children[0].value : '';
  });

test('items nest as their tags say', () => {
  const items = [item('a', 20, 100, 1), item('b', 20, 120, 2), item('c', 20, 140, 1)];
  expect(outline(listsOf(items, CONTEXT))).toEqual([[['a', [['b']]], ['c']]]);
});

test('items that tags put side by side nest as they stand', () => {
  const items = [item('a', 20, 100, 1), item('b', 40, 120, 1), item('c', 20, 140, 1)];
  expect(outline(listsOf(items, CONTEXT))).toEqual([[['a', [['b']]], ['c']]]);
});

test('items that go on in the next column are none deeper', () => {
  const items = [item('a', 20, 100, 1), item('b', 20, 120, 1), item('c', 300, 100, 1)];
  expect(outline(listsOf(items, CONTEXT))).toEqual([[['a'], ['b'], ['c']]]);
});

test('items that begin on the right nest from there, however long they are', () => {
  const items = [item('אבגד', 440, 100, 1), item('ב', 420, 120, 1), item('ג', 440, 140, 1)];
  const long = items.map((each, i) => (i === 2 ? { ...each, rows: [{ ...each.rows[0]!, left: 20 }] } : each));
  expect(outline(listsOf(long, CONTEXT))).toEqual([[['אבגד', [['ב']]], ['ג']]]);
});
