import { describe, expect, it } from 'vitest';
import { createHeldBytes } from './held-bytes.ts';

const failing = (reason: string) => expect.objectContaining({ failure: expect.objectContaining({ reason }) });

describe('createHeldBytes', () => {
  it('lets a page alone grow as long as it likes, and counts until it is released', () => {
    const held = createHeldBytes(1000);
    const page = held.hold('a');
    page.add(900);
    page.add(900);
    expect(held.total).toBe(1800);
    expect(held.isFull).toBe(true);
    page.release();
    page.release();
    expect(held.total).toBe(0);
    page.add(10);
    expect(held.total).toBe(10);
  });

  it('gives several pages of a caller half of what the others leave', () => {
    const held = createHeldBytes(1000);
    const a = held.hold('a');
    a.add(400);
    expect(() => held.hold('a').add(101)).toThrow(failing('concurrency_limited'));
    held.hold('a').add(100);
    expect(() => a.add(1)).toThrow(failing('concurrency_limited'));
    held.hold('b').add(200);
    held.hold('b').add(50);
    expect(() => held.hold('b').add(1)).toThrow(failing('concurrency_limited'));
    expect(held.total).toBe(750);
  });

  it('refuses a page beside others as busy where all is taken', () => {
    const held = createHeldBytes(1000);
    held.hold('a').add(500);
    const b = held.hold('b');
    b.add(500);
    expect(() => b.add(1)).toThrow(failing('busy'));
    expect(() => held.hold('c').add(1)).toThrow(failing('busy'));
    expect(held.total).toBe(1000);
  });
});
