import { promises } from 'node:dns';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNameResolver } from './resolver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  [500, 1500],
  [2500, 3000],
])(
  'of a name whose one family answers after %d ms, and the other never, the one is given after %d',
  async (answersAfter, wanted) => {
    const { prototype } = promises.Resolver;
    const answer = new Promise<string[]>((resolve) => setTimeout(resolve, answersAfter, ['192.0.2.1']));
    vi.spyOn(prototype, 'resolve4').mockReturnValue(answer as never);
    vi.spyOn(prototype, 'resolve6').mockReturnValue(new Promise(() => undefined) as never);
    let resolved: readonly string[] | undefined;
    const { signal } = new AbortController();
    createNameResolver([])
      .resolve('a.example', signal)
      .then((addresses) => {
        resolved = addresses;
      });
    await vi.advanceTimersByTimeAsync(wanted - 1);
    expect(resolved).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(resolved).toEqual(['192.0.2.1']);
  },
);
