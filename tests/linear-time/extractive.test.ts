import { expect, it } from 'vitest';
import { readBlocks, readPage } from '../../src/ai/extractive/page.ts';
import { scoreSentences } from '../../src/ai/extractive/selection.ts';
import { isLinear } from './is-linear.ts';

it.each([
  ['blanks in an item', (n: number) => `* [x] ${' '.repeat(n)}\u2028`],
  ['blanks in a row below a table head', (n: number) => `a|b\n-|- ${'\t'.repeat(n)}x`],
  ['signs at the end of a heading', (n: number) => `# ${'#'.repeat(n)}x`],
])('reads Markdown in time linear in %s', (_, markdown) => {
  expect(isLinear(readBlocks, markdown)).toBe(true);
});

it('scores a sentence in time linear in what looks like references to notes', async () => {
  const page = await readPage('The tide comes in.', new AbortController().signal);
  const [sentence] = page.sentences;
  const score = (text: string) => {
    const sentences = [{ ...sentence!, text }];
    return scoreSentences({ ...page, sentences }, 'en', new Set())(sentences[0]!);
  };
  expect(isLinear(score, (n) => `${'!][^'.repeat(n / 4)}!a`)).toBe(true);
});
