import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStoreBreaker, NoAnswer, type StoreChange } from './store-breaker.ts';

const never = () => new Promise<never>(() => undefined);

/** A server that a test freezes, behind a breaker of 100 ms. */
function frozenServer() {
  const changes: StoreChange[] = [];
  let thaw: () => void = () => undefined;
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  const probe = vi.fn(() => thawed);
  const breaker = createStoreBreaker({ timeoutMs: 100, probe, onChange: (change) => changes.push(change) });
  return { breaker, changes, probe, thaw };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createStoreBreaker', () => {
  test('gives answers and errors through, and opens for neither', async () => {
    const { breaker, changes } = frozenServer();
    expect(await breaker.run(async () => 1)).toBe(1);
    for (let i = 0; i < 50; i++)
      await expect(breaker.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(changes).toEqual([]);
  });

  test('opens with the first late call, fails all that wait, and refuses at once from then on', async () => {
    const { breaker, changes, probe } = frozenServer();
    const first = breaker.run(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60);
    const second = breaker.run(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(41);
    expect(await Promise.all([first, second])).toEqual([expect.any(NoAnswer), expect.any(NoAnswer)]);
    const call = vi.fn(never);
    await expect(breaker.run(call)).rejects.toBeInstanceOf(NoAnswer);
    expect(call).not.toHaveBeenCalled();
    expect(probe).toHaveBeenCalledTimes(1);
    expect(changes).toEqual([{ answers: false, afterMs: 0 }]);
  });

  test('closes with the answer of the probe', async () => {
    const { breaker, changes, thaw } = frozenServer();
    const late = breaker.run(never).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(101);
    await late;
    await vi.advanceTimersByTimeAsync(5000);
    expect(breaker.isOpen).toBe(true);
    thaw();
    await vi.advanceTimersByTimeAsync(0);
    expect(await breaker.run(async () => 1)).toBe(1);
    expect(changes.map(({ answers }) => answers)).toEqual([false, true]);
    expect(changes[1]!.afterMs).toBeGreaterThan(4900);
  });

  test('a late call alone does not open it when others are answered', async () => {
    const { breaker, changes } = frozenServer();
    const locked = breaker.run(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(50);
    await breaker.run(async () => 1);
    await vi.advanceTimersByTimeAsync(51);
    expect(await locked).toBeInstanceOf(NoAnswer);
    expect(changes).toEqual([]);
  });

  test('what ends without the server is no answer of it', async () => {
    const { breaker, changes } = frozenServer();
    const late = breaker.run(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(50);
    expect(await breaker.run(async () => 'idle', { isAnswer: false })).toBe('idle');
    await vi.advanceTimersByTimeAsync(51);
    expect(await late).toBeInstanceOf(NoAnswer);
    expect(changes).toEqual([{ answers: false, afterMs: 0 }]);
  });

  test('late calls fail with one message, which the log counts by, however long each waited', async () => {
    const { breaker } = frozenServer();
    const late = [70, 101].map((timeoutMs) =>
      breaker.run(never, { timeoutMs }).catch(({ message }: Error) => message),
    );
    await vi.advanceTimersByTimeAsync(1);
    await breaker.run(async () => 1);
    await vi.advanceTimersByTimeAsync(90);
    await breaker.run(async () => 1).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(20);
    expect(new Set(await Promise.all(late)).size).toBe(1);
  });

  test('a call that throws before it is sent counts as one that failed', async () => {
    const { breaker, changes } = frozenServer();
    const call = () => {
      throw new Error('no such file');
    };
    await expect(breaker.run(call)).rejects.toThrow('no such file');
    await vi.advanceTimersByTimeAsync(200);
    expect(changes).toEqual([]);
  });

  test('a failing probe is repeated', async () => {
    const probe = vi.fn(() => Promise.reject(new Error('refused')));
    const breaker = createStoreBreaker({ timeoutMs: 100, probe });
    breaker.run(never).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(300);
    expect(breaker.isOpen).toBe(true);
    breaker.close();
  });
});
