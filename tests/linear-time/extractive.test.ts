import { expect, it } from 'vitest';
import { splitSentences } from '../../src/ai/extractive/inline-text.ts';
import { endsOpen, isFinished, isQuestion, readBlocks } from '../../src/ai/extractive/page.ts';
import { isLinear } from './is-linear.ts';

it.each([
  ['blanks in an item', (n: number) => `* [x] ${' '.repeat(n)}\u2028`],
  ['blanks in a row below a table head', (n: number) => `a|b\n-|- ${'\t'.repeat(n)}x`],
  ['signs at the end of a heading', (n: number) => `# ${'#'.repeat(n)}x`],
])('reads Markdown in time linear in %s', (_, markdown) => {
  expect(isLinear(readBlocks, markdown)).toBe(true);
});

it.each([isFinished, endsOpen, isQuestion, splitSentences])(
  'looks for the end of a sentence in time linear in what looks like references to notes',
  (read) => {
    expect(isLinear(read, (n) => `${'!][^'.repeat(n / 4)}!a`)).toBe(true);
  },
);
