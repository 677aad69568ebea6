import { expect, test } from 'vitest';
import { createHostPaces } from './host-paces.ts';

const signal = new AbortController().signal;
/** Whether a promise settles before all that is ready has run. */
const isSettled = async (one: Promise<unknown>): Promise<boolean> => {
  let isDone = false;
  one.then(
    () => (isDone = true),
    () => (isDone = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
};

test('of a host, with www. and without, four pages are under way, and the next one when one ends', async () => {
  const paces = createHostPaces();
  const url = (n: number) => `https://${n % 2 === 0 ? 'www.' : ''}a.example/${n}`;
  const leave = await Promise.all([0, 1, 2, 3].map((n) => paces.enter(url(n), 0, signal)));
  const waiting = [4, 5].map((n) => paces.enter(url(n), 0, signal));
  expect(await Promise.all(waiting.map(isSettled))).toEqual([false, false]);
  expect([paces.isFree(url(6)), paces.isFree('https://b.example/')]).toEqual([false, true]);
  expect(await isSettled(paces.enter('https://b.example/', 0, signal))).toBe(true);
  leave[0]!();
  expect(await Promise.all(waiting.map(isSettled))).toEqual([true, false]);
  leave[1]!();
  await waiting[1];
});

test('a host that is to be left alone is, and a page that is given up leaves its room to others', async () => {
  const paces = createHostPaces();
  const stop = new AbortController();
  paces.hold('https://a.example/', 60_000);
  expect(paces.isFree('https://a.example/other')).toBe(false);
  const waiting = [0, 1, 2, 3, 4].map((n) => paces.enter(`https://a.example/${n}`, 0, stop.signal));
  expect(await Promise.all(waiting.map(isSettled))).toEqual([false, false, false, false, false]);
  stop.abort();
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  const last = paces.enter('https://a.example/5', 0, stop.signal);
  await expect(last).rejects.toThrow();
});
