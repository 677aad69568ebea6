import { describe, expect, it } from 'vitest';
import type { Block, Root } from '../content/tree.ts';
import { excerptOf } from './excerpt.ts';

const TEXT = 'The moon pulls at the sea, and the sea follows it twice a day around the world, more or less.';
const paragraph = (value: string): Block => ({ type: 'paragraph', children: [{ type: 'text', value }] });
const excerpt = (...values: string[]) => {
  const root: Root = { type: 'root', children: values.map(paragraph) };
  return excerptOf(root, 'How tides work');
};

describe('excerptOf', () => {
  it.each([
    'Tides',
    '12',
    '$0',
    'Ebb',
    'Do you ship to Norway?',
    'by A. Poet',
    '1 May 2026',
    'How tides work',
    'By Ann Roe',
    'Posted on March 5, 2024',
    '12 March 2024, in the morning, at the harbour of the town of Anchor',
    '$ 59,999.99',
    'For other uses of the word in music, in art and in sailing, see Tide (disambiguation).',
    'This article is about the sea. For the music of the same name by the band, see Tides (album).',
    'Home › Science › The sea › The moon and the tides › How tides work and why they do',
  ])('passes over "%s", which is no excerpt of itself', (value) => {
    expect(excerpt(value, TEXT)).toBe(TEXT);
    expect(excerpt(value)).toBeNull();
  });

  it('takes a short sentence only where no paragraph has sixty characters', () => {
    const sentence = 'The sea moves because the moon does too.';
    expect(excerpt(sentence)).toBe(sentence);
    expect(excerpt(sentence, TEXT)).toBe(TEXT);
    expect(excerpt('Along the way, you will see what moves the sea:', TEXT)).toBe(TEXT);
  });

  it('takes two sentences where both have room, and cuts a long one at a word', () => {
    expect(excerpt(`The tide turns at noon. ${TEXT} It does so again at night.`)).toBe(
      `The tide turns at noon. ${TEXT}`,
    );
    expect(excerpt(`${TEXT} ${'And so on and on, '.repeat(20)}until night.`)).toBe(TEXT);
    const long = excerpt(`${'The moon pulls at the sea, '.repeat(20)}all day.`)!;
    expect(long.length).toBeLessThanOrEqual(300);
    expect(long).toMatch(/(?:the sea|The moon|pulls|at|the)…$/);
  });

  it('ends no sentence behind a short form or within a number', () => {
    const text = 'Dr. A. Roe of St. Ives measured 3.5 metres of tide on the pier of the harbour in one day.';
    expect(excerpt(`${text} Then she slept. Then she left.`)).toBe(`${text} Then she slept.`);
  });

  it('takes a number for no date', () => {
    expect(excerpt(`We tested 8 of them: ${TEXT}`)).toBe(`We tested 8 of them: ${TEXT}`);
  });

  it('takes running text that ends without a mark', () => {
    const text = TEXT.slice(0, -1);
    expect(excerpt('Tides', text)).toBe(text);
  });

  it('counts a Chinese character for more, and ends a sentence at its mark', () => {
    const chinese = '記者從市政府獲悉將於今年底前開放新的港口並且延長海岸線的步道工程。';
    expect(excerpt('新聞', chinese, TEXT)).toBe(chinese);
    expect(excerpt(`${chinese}${chinese}${chinese}`)).toBe(`${chinese}${chinese}`);
  });

  it('gives nothing for a page without paragraphs', () => {
    expect(excerpt()).toBeNull();
    expect(excerpt(' ')).toBeNull();
  });
});
