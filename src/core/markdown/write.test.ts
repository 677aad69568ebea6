import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeContent } from '../content/normalize.ts';
import { content } from './generate-content.fixture.ts';
import { outline } from './outline-content.fixture.ts';
import { parseMarkdown } from './parse-markdown.fixture.ts';
import { writeMarkdown } from './write.ts';

/** One seed, so that the gate is as reproducible as the conversion; shrinking such trees takes minutes. */
const REPRODUCIBLE = { numRuns: 40, seed: 20_261_121, endOnFailure: true } as const;

describe('writeMarkdown', () => {
  test('parses back to the tree, emphasis apart, for any content', () => {
    fc.assert(
      fc.property(content, (raw) => {
        const root = normalizeContent(raw);
        const before = outline(root);
        expect(outline(parseMarkdown(writeMarkdown(root)))).toBe(before);
      }),
      REPRODUCIBLE,
    );
  });

  test('keeps what it parses to: parse, write and parse again is the same tree', () => {
    fc.assert(
      fc.property(content, (raw) => {
        const once = parseMarkdown(writeMarkdown(normalizeContent(raw)));
        const before = outline(once);
        expect(outline(parseMarkdown(writeMarkdown(once)))).toBe(before);
      }),
      REPRODUCIBLE,
    );
  });
});
