import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startProgress } from './batch-progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A terminal, or none, whose clock the test moves. */
function watched(interactive: boolean, total: number, columns = 83) {
  const told: string[] = [];
  const clock = { ms: 0 };
  const write = (text: string) => void told.push(text);
  const terminal = {
    out: write,
    err: write,
    progress: write,
    interactive,
    columns: () => columns,
    screen: null,
  };
  const progress = startProgress(terminal, { name: 'batch', total: () => total }, () => clock.ms);
  const pass = (ms: number) => {
    clock.ms += ms;
    vi.advanceTimersByTime(ms);
  };
  return { progress, told, pass };
}
const failure = (reason: string) => ({ url: 'https://example.com/', status: 'error', reason }) as never;

describe('startProgress', () => {
  test('writes a line a minute where there is no terminal: rate, time left, failures by reason', () => {
    const { progress, told, pass } = watched(false, 1000);
    progress.done(100);
    pass(30_000);
    progress.done(220);
    for (const reason of ['fetch_timeout', 'paywall', 'fetch_timeout', 'a', 'b'])
      progress.finished(failure(reason));
    pass(29_999);
    expect(told).toEqual([]);
    pass(1);
    expect(told).toEqual([
      'batch: 220 of 1000, 2.0 a second, 7 min left, 5 failed: fetch_timeout 2, paywall 1, a 1, …\n',
    ]);
    pass(60_000);
    expect(told).toHaveLength(2);
    progress.end();
    pass(60_000);
    expect(told).toHaveLength(2);
  });

  test('the rate is that of the last minute, and falls while nothing comes', () => {
    const { progress, told, pass } = watched(false, 10_000);
    progress.done(0);
    pass(300_000);
    progress.done(900);
    pass(30_000);
    progress.done(1200);
    told.length = 0;
    pass(30_000);
    expect(told).toEqual(['batch: 1200 of 10000, 5.0 a second, 29 min left\n']);
    pass(540_000);
    expect(told.at(-1)).toBe('batch: 1200 of 10000, 0.5 a second, 4.9 h left\n');
  });

  test('draws a bar for a person, and once more at the end', () => {
    const { progress, told, pass } = watched(true, 4);
    progress.done(0);
    pass(250);
    progress.done(1);
    pass(250);
    expect(told).toEqual(['[#####...............] 1 of 4, 2.0 a second, 2 s left']);
    pass(1500);
    progress.done(4);
    progress.end();
    expect(told.slice(-2)).toEqual(['[####################] 4 of 4, 2.0 a second', '\n']);
  });

  test('tells what is waited for: the host whose page was asked for first, once it takes long', async () => {
    const { progress, told, pass } = watched(true, 4, 20);
    let answer = (_: never) => {};
    const page = new Promise<never>((resolve) => {
      answer = resolve;
    });
    const record = progress.waitedFor('https://slow.example/a', page);
    void progress.waitedFor('https://late.example/b', new Promise<never>(() => undefined));
    pass(2500);
    expect(told.at(-1)).toBe('0 of 4, 0.0 a second');
    pass(1500);
    expect(told.at(-1)).toBe('0 of 4, waiting for slow.example 4 s');
    answer(failure('paywall'));
    await record;
    pass(500);
    expect(told.at(-1)).toBe('0 of 4, waiting for late.example 5 s');
  });

  test('leaves out what does not fit into the line: reasons, then the rate, then the time left', () => {
    const line = (columns: number) => {
      const { progress, told, pass } = watched(true, 4, columns);
      progress.done(0);
      pass(4000);
      progress.done(1);
      progress.finished(failure('paywall'));
      void progress.waitedFor('https://slow.example/a', new Promise<never>(() => undefined));
      pass(4000);
      return told.at(-1)!.replace(/^\[.*\] /, '');
    };
    const [start, end] = ['1 of 4', ', waiting for slow.example 4 s, 1 failed'];
    expect(line(113)).toBe(`${start}, 0.1 a second, 24 s left${end}: paywall 1`);
    expect(line(112)).toBe(`${start}, 0.1 a second, 24 s left${end}`);
    expect(line(80)).toBe(`${start}, 24 s left${end}`);
    expect(line(70)).toBe(`${start}${end}`);
  });
});
