import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyGatherer } from './body-gatherer.ts';

describe('BodyGatherer', () => {
  test('gives back what it was given, whatever the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 6 }), (chunks) => {
        const whole = Buffer.concat(chunks);
        const gatherer = new BodyGatherer(whole.length);
        for (const chunk of chunks) expect(gatherer.add(chunk)).toBe(true);
        expect(gatherer.byteLength).toBe(whole.length);
        expect(Buffer.compare(gatherer.bytes(), whole)).toBe(0);
        expect(gatherer.add(new Uint8Array(1))).toBe(false);
        expect(gatherer.byteLength).toBe(whole.length);
      }),
      { numRuns: 100 },
    );
  });

  test('copies small chunks, and small parts of large buffers', () => {
    for (const [slab, bytes] of [
      [1, 1],
      [65_536, 4095],
      [1_000_000, 5000],
    ] as const) {
      const buffer = new Uint8Array(slab);
      const gatherer = new BodyGatherer(bytes);
      gatherer.add(buffer.subarray(0, bytes));
      buffer.fill(1);
      expect(gatherer.bytes()).toEqual(new Uint8Array(bytes));
    }
  });
});
