import { expect, test } from 'vitest';
import { parseHtml } from '../../src/core/html/parse.ts';
import { annotate } from '../../src/core/page/annotate.ts';
import { alignMarks } from './align.ts';
import { goldWords } from './corpus.ts';

const [FURNITURE, CONTENT, MAY_STAY] = [0, 1, 2];

/** Labels of the blocks of a page whose lines are marked so. */
function labelsOf(html: string, lines: readonly (readonly [text: string, mark: number])[]): number[] {
  const { blocks } = annotate(parseHtml(html, 'https://example.org/'), true);
  const words = lines.map(([text]) => goldWords(text).hashes);
  return [
    ...alignMarks(blocks, {
      hashes: words.flat(),
      marks: Uint8Array.from(words.flatMap((own, i) => own.map(() => lines[i]![1]))),
    }),
  ];
}

test('alignMarks tells which of two equal texts is content by its place', () => {
  const html =
    '<p>€ 20</p><p>A lamp of brass for the hall of a house</p><p>€ 20</p><p>Other lamps that we sell</p>';
  expect(
    labelsOf(html, [
      ['€ 20', FURNITURE],
      ['A lamp of brass for the hall of a house', CONTENT],
      ['€ 20', CONTENT],
      ['Other lamps that we sell', FURNITURE],
    ]),
  ).toEqual([0, 1, 1, 0]);
});

test('alignMarks tells nothing of neutral blocks and of those that the text does not have', () => {
  const html = '<p>A lamp of brass</p><p>Add to basket</p><p>Written by a script later on</p>';
  expect(
    labelsOf(html, [
      ['A lamp of brass', CONTENT],
      ['Add to basket', MAY_STAY],
    ]),
  ).toEqual([1, -1, -1]);
});

test('alignMarks gives the share of a block that two lines part', () => {
  expect(
    labelsOf('<p>One two three <b>four five six seven eight nine</b></p>', [
      ['One two three', FURNITURE],
      ['four five six seven eight nine', CONTENT],
    ]),
  ).toEqual([Math.fround(2 / 3)]);
});
