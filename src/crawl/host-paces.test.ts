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

test('of a host, with www. and without, four pages are under way, and the next one in line when one ends', async () => {
  const paces = createHostPaces();
  const url = (n: number) => `https://${n % 2 === 0 ? 'www.' : ''}a.example/${n}`;
  const leave = await Promise.all([0, 1, 2, 3].map((n) => paces.enter(url(n), 0, signal)));
  const waiting = [4, 5].map((n) => paces.enter(url(n), 0, signal));
  expect(await Promise.all(waiting.map(isSettled))).toEqual([false, false]);
  expect([paces.hasRoom(url(6)), paces.hasRoom('https://b.example/')]).toEqual([false, true]);
  expect(await isSettled(paces.enter('https://b.example/', 0, signal))).toBe(true);
  leave[0]!();
  // One that comes at that moment goes behind.
  const late = paces.enter(url(7), 0, signal);
  expect(await Promise.all([...waiting, late].map(isSettled))).toEqual([true, false, false]);
  leave[1]!();
  await waiting[1];
  leave[2]!();
  await late;
});

test('a page that is given up while it waits for room leaves the line to the others', async () => {
  const paces = createHostPaces();
  const stop = new AbortController();
  const url = 'https://a.example/';
  const [leave] = await Promise.all([0, 1, 2, 3].map(() => paces.enter(url, 0, signal)));
  const [given, next] = [paces.enter(url, 0, stop.signal), paces.enter(url, 0, signal)];
  stop.abort('enough');
  await expect(given).rejects.toBe('enough');
  expect(await isSettled(next)).toBe(false);
  leave!();
  await next;
});

test('who waits for the time of a host takes no room meanwhile, and one goes at a time', async () => {
  const paces = createHostPaces();
  const stop = new AbortController();
  const url = 'https://a.example/';
  paces.space(url, 500);
  const crawlers = [0, 1, 2, 3].map(() => paces.enter(url, 60_000, stop.signal));
  expect(await Promise.all(crawlers.map(isSettled))).toEqual([false, false, false, false]);
  // Four others, which ask as no crawler does, find all the room.
  const others = await Promise.all([0, 1, 2, 3].map(() => paces.enter(url, null, signal)));
  for (const leave of others) leave();
  await Promise.any(crawlers);
  const isGone = await Promise.all(crawlers.map(isSettled));
  expect(isGone.filter(Boolean)).toHaveLength(1);
  expect(paces.heldMs(url)).toBe(0);
  stop.abort();
  await Promise.allSettled(crawlers);
});

test('a host that refused a page is left alone by all, and a page that is given up meanwhile takes no room', async () => {
  const paces = createHostPaces();
  const stop = new AbortController();
  const url = 'https://a.example/';
  paces.hold(url, 60_000);
  expect([paces.heldMs(url) > 50_000, paces.heldMs('https://b.example/')]).toEqual([true, 0]);
  const waiting = [null, 0, 5, 0, null].map((delay) => paces.enter(url, delay, stop.signal));
  expect(await Promise.all(waiting.map(isSettled))).toEqual(Array(5).fill(false));
  stop.abort();
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(paces.hasRoom(url)).toBe(true);
});
