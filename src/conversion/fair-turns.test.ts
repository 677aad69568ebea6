import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

const never = new AbortController().signal;

/** Turns whose callers used what the test says, and who was served, in order. */
function open(size: number, used: Record<string, number> = {}, maxWaitMs?: number) {
  const time = { ms: 0 };
  const turns = createFairTurns({
    size,
    usedMs: (caller) => used[caller] ?? 0,
    clock: () => time.ms,
    ...(maxWaitMs === undefined ? {} : { maxWaitMs: () => maxWaitMs }),
  });
  const served: string[] = [];
  const ends = new Map<string, () => void>();
  /** Takes a turn for the caller that the name begins with. */
  const take = (name: string, expectedMs = 10, signal = never) =>
    turns.take(name[0]!, expectedMs, signal).then((end) => {
      served.push(name);
      ends.set(name, end);
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { turns, time, served, take, end };
}

describe('createFairTurns', () => {
  it('gives one caller all turns but the spare one, which is for a caller that has none', async () => {
    const { turns, served, take, end } = open(2);
    await Promise.all([take('a1'), take('a2')]);
    void take('a3');
    await take('b1');
    void take('b2');
    void take('c1');
    expect(served).toEqual(['a1', 'a2', 'b1']);
    expect(turns.waiting).toBe(3);
    await end('b1');
    expect(served).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('b2');
    expect(served.at(-1)).toBe('c1');
    await end('a1');
    expect(served.at(-1)).toBe('c1');
    await end('c1');
    expect(served.at(-1)).toBe('a3');
  });

  it('serves the caller that used the least, first come, first served among its own', async () => {
    const used = { a: 500, b: 20, c: 300 };
    const { served, take, end } = open(1, used);
    await Promise.all([take('x'), take('y')]);
    for (const name of ['a1', 'b1', 'c1', 'b2']) void take(name, 100);
    await end('x');
    await end('y');
    used.b += 400;
    await end('b1');
    expect(served.slice(2)).toEqual(['b1', 'c1', 'b2']);
    await end('c1');
    expect(served.slice(2)).toEqual(['b1', 'c1', 'b2', 'a1']);
  });

  it('counts turns under way as what they are expected to use', async () => {
    const { served, take, end } = open(3, { b: 50 });
    await Promise.all([take('a1', 200), take('b1', 100), take('x')]);
    for (const name of ['a2', 'b2']) void take(name);
    await end('x');
    expect(served).toEqual(['a1', 'b1', 'x', 'b2']);
  });

  it('waitMs is nothing for a caller that may begin', async () => {
    const { turns, take } = open(1);
    await take('a1', 60_000);
    for (let i = 0; i < 9; i++) void take(`a${i}`, 60_000);
    expect(turns.waitMs('b', 60_000)).toBe(0);
  });

  it('waitMs counts what is left of turns, and of the others what would be served before', async () => {
    const used = { a: 1000, b: 0 };
    const { turns, time, take } = open(1, used);
    await Promise.all([take('a1', 400), take('z', 300)]);
    for (let i = 0; i < 5; i++) void take(`a${i}`, 400);
    time.ms = 100;
    expect(turns.waitMs('b')).toBe(200);
    expect(turns.waitMs('b', 90)).toBe(290);
    expect(turns.waitMs('a')).toBeGreaterThan(1000);
    time.ms = 301;
    expect(turns.waitMs('b')).toBe(99);
    time.ms = 500;
    expect(turns.waitMs('b')).toBe(500);
  });

  it('a call that goes leaves the queue with the reason of its signal', async () => {
    const { turns, take } = open(1);
    await Promise.all([take('a1'), take('b1')]);
    const gone = new AbortController();
    const waiting = take('a2', 10, gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(turns.waiting).toBe(0);
  });
});

describe('createFairTurns with a longest wait', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sheds what has waited for so long as busy', async () => {
    const { turns, take } = open(1, {}, 1250);
    await Promise.all([take('a1'), take('b1')]);
    const shed = take('a2').catch((error: unknown) => error);
    vi.advanceTimersByTime(1249);
    expect(turns.waiting).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await shed).toMatchObject({ failure: { reason: 'busy', retryAfterMs: 1250 } });
    expect(turns.waiting).toBe(0);
  });
});
