import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeContent } from '../content/normalize.ts';
import { content } from './generate-content.fixture.ts';
import { loosen, outline } from './outline-content.fixture.ts';
import { parseMarkdown } from './parse-markdown.fixture.ts';
import { writeMarkdown } from './write.ts';

describe('writeMarkdown', () => {
  test('parses back to the tree, emphasis apart, for any content', () => {
    fc.assert(
      fc.property(content, (raw) => {
        const root = normalizeContent(raw);
        const before = outline(root);
        expect(outline(parseMarkdown(writeMarkdown(root)))).toBe(before);
      }),
      { numRuns: 150 },
    );
  });

  test('keeps what it parses to: parse, write and parse again is the same tree', () => {
    fc.assert(
      fc.property(content, (raw) => {
        const once = loosen(parseMarkdown(writeMarkdown(normalizeContent(raw))));
        const again = loosen(parseMarkdown(writeMarkdown(once)));
        expect(again).toEqual(once);
      }),
      { numRuns: 150 },
    );
  });
});
