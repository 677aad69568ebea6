import { describe, expect, it } from 'vitest';
import type { Block, Root } from '../content/tree.ts';
import { firstParagraph } from './description.ts';

const TEXT = 'The moon pulls at the sea, and the sea follows it twice a day around the world, more or less';
const paragraph = (value: string): Block => ({ type: 'paragraph', children: [{ type: 'text', value }] });
const first = (...values: string[]) => {
  const root: Root = { type: 'root', children: values.map(paragraph) };
  return firstParagraph(root, 'How tides work');
};

describe('firstParagraph', () => {
  it.each([
    'Tides',
    'How tides work',
    'By Ann Roe',
    'Posted on March 5, 2024',
    '12 March 2024, in the morning, at the harbour of the town of Anchor',
    '$ 59,999.99',
    'For other uses of the word in music, in art and in sailing, see Tide (disambiguation).',
    'This article is about the sea. For the music of the same name by the band, see Tides (album).',
    'Home › Science › The sea › The moon and the tides › How tides work and why they do',
  ])('passes over "%s"', (value) => {
    expect(first(value, TEXT)).toBe(TEXT);
    expect(first(value)).toBe(value);
  });

  it('takes the first paragraph when it is a full sentence', () => {
    const sentence = 'The sea moves because the moon does too.';
    expect(first(sentence, TEXT)).toBe(sentence);
    expect(first('The sea moves.', TEXT)).toBe(TEXT);
    expect(first('Along the way, you will see what moves the sea:', TEXT)).toBe(TEXT);
  });

  it('takes a number for no date', () => {
    const text = `We tested 8 of them: ${TEXT}`;
    expect(first(text, TEXT)).toBe(text);
  });

  it('counts a Chinese character for more', () => {
    const chinese = '記者從市政府獲悉將於今年底前開放新的港口並且延長海岸線的步道工程';
    expect(first('新聞', chinese, TEXT)).toBe(chinese);
  });

  it('gives nothing for a page without paragraphs', () => {
    expect(first()).toBeNull();
    expect(first(' ')).toBeNull();
  });
});
