import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyGatherer } from './body-gatherer.ts';

describe('BodyGatherer', () => {
  test('gives back what it was given, whatever the chunks, and keeps no reference to them', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 6 }), (chunks) => {
        const whole = Buffer.concat(chunks);
        const gatherer = new BodyGatherer(whole.length);
        for (const chunk of chunks) {
          expect(gatherer.add(chunk)).toBe(true);
          chunk.fill(0);
        }
        expect(gatherer.byteLength).toBe(whole.length);
        expect(Buffer.compare(gatherer.bytes(), whole)).toBe(0);
        expect(gatherer.add(new Uint8Array(1))).toBe(false);
        expect(gatherer.byteLength).toBe(whole.length);
      }),
      { numRuns: 100 },
    );
  });
});
