import { expect, test } from 'vitest';
import type { Block, Root } from '../content/tree.ts';
import { estimateTokens } from '../token-estimate.ts';
import { cutPages } from './pages.ts';
import { writeMarkdownDocument } from './write.ts';

const paragraph = (value: string): Block => ({ type: 'paragraph', children: [{ type: 'text', value }] });
const words = 'some words of prose that fill a line or two of the page';
const root: Root = {
  type: 'root',
  children: [
    ...Array.from({ length: 20 }, () => paragraph(words)),
    {
      type: 'list',
      ordered: false,
      start: 1,
      spread: false,
      children: Array.from({ length: 40 }, () => ({
        type: 'listItem' as const,
        checked: null,
        spread: false,
        children: [paragraph(words)],
      })),
    },
    { type: 'code', lang: null, meta: null, value: `${words}\n\n`.repeat(30) },
  ],
};

test('cutPages joins to the whole, never tears a block and keeps the limit where blocks allow', () => {
  const document = writeMarkdownDocument(root);
  const pages = cutPages(document, 100);
  expect(pages.join('')).toBe(document.text);
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.at(-1)).toMatch(/^```\n[\s\S]*```$/);
  for (const page of pages.slice(0, -1)) {
    expect(estimateTokens(page)).toBeLessThanOrEqual(100);
    expect(page).toMatch(/^(?:some|- some)/);
  }
});

test('cutPages of a short document is one page, of nothing none', () => {
  const document = writeMarkdownDocument({ type: 'root', children: [paragraph(words)] });
  expect(cutPages(document, 1000)).toEqual([words]);
  expect(cutPages({ text: '', blockStarts: [], itemStarts: [] }, 1000)).toEqual([]);
});
