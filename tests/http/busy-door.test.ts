import { expect, test } from 'vitest';
import { createHeldBytes } from '../../src/conversion/held-bytes.ts';
import type { AnswerRecord, HttpDeps } from '../../src/http/deps.ts';
import { FREE_CALLER, startFakeHttp } from '../support/fake-http.ts';

const WINDOW = { limit: 10, remaining: 3, resetMs: 40_000 };
const WINDOWS = { minute: WINDOW, hour: WINDOW };
const LISTED = 'https://listed.example';
const unused = () => Promise.reject(new Error('nothing is counted or spent'));

/** A service without room; at its door it recalls `good` or no key. */
async function startBusy(recalls: boolean, own: Partial<HttpDeps> = {}) {
  const looked: string[] = [];
  const answered: AnswerRecord[] = [];
  const http = await startFakeHttp(unused, {
    converter: {
      convert: unused,
      hold: createHeldBytes().hold,
      enter: unused as never,
      charge: unused,
      refusal: () => ({ reason: 'busy', message: 'Retry later.', retryAfterMs: 1700 }),
    },
    authenticator: {
      async authenticate(key) {
        looked.push(key);
        return key === 'good' ? FREE_CALLER : null;
      },
      byId: unused,
      recall: (key) => (recalls && key === 'good' ? FREE_CALLER : null),
    },
    meter: {
      admit: unused,
      windows: async () => WINDOWS,
      seen: () => WINDOWS,
      usage: async () => ({ windows: WINDOWS, credits: 0, month: null }),
    },
    corsOrigins: [LISTED],
    onAnswer: (record) => answered.push(record),
    ...own,
  });
  return { ...http, looked, answered };
}

type Busy = Awaited<ReturnType<typeof startBusy>>;

/** One that refuses at the door beside one that leaves it to the framework. */
async function beside(compare: (door: Busy, framework: Busy) => Promise<void>) {
  const door = await startBusy(true);
  const framework = await startBusy(false);
  try {
    await compare(door, framework);
  } finally {
    await door.close();
    await framework.close();
  }
}

type Case = readonly [name: string, method: string, path: string, headers: Record<string, string>];
const GOOD = { authorization: 'Bearer good' };
const REFUSED: readonly Case[] = [
  ['a conversion', 'POST', '/v1/convert', GOOD],
  ['a conversion of no JSON', 'POST', '/v1/convert', { ...GOOD, 'content-type': 'text/csv' }],
  ['a file with options', 'POST', '/v1/convert/file?links=none', GOOD],
  ['an address as the path', 'GET', '/https://example.com/a?b=1', GOOD],
  ['an encoded address as the path', 'GET', '/https%3A%2F%2Fexample.com%2F', GOOD],
  ['a page of a listed origin', 'POST', '/v1/convert', { ...GOOD, origin: LISTED }],
  ['a page of another origin', 'POST', '/v1/convert', { ...GOOD, origin: 'https://other.example' }],
];
const PASSED_ON: readonly Case[] = [
  ['an unknown key', 'POST', '/v1/convert', { authorization: 'Bearer bad' }],
  ['no key', 'POST', '/v1/convert', {}],
  ['another method', 'GET', '/v1/convert', GOOD],
  ['the health', 'GET', '/health', GOOD],
  ['the windows', 'GET', '/v1/usage', GOOD],
];

async function ask(url: string, [, method, path, headers]: Case) {
  const body = method === 'POST' ? '{}' : null;
  const answer = await fetch(url + path, { method, body, headers: { 'x-request-id': 'same', ...headers } });
  const { date: _date, ...rest } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: rest, body: await answer.text() };
}

async function untilAnswered({ answered }: { readonly answered: readonly AnswerRecord[] }) {
  await expect.poll(() => answered.length).toBe(1);
  const { durationMs, writeMs, ...rest } = answered[0]!;
  expect(durationMs).toBeGreaterThanOrEqual(writeMs!);
  expect(writeMs).toBeGreaterThanOrEqual(0);
  return rest;
}

test.each(REFUSED)('%s is refused at the door as behind it, without a look at the key', async (...one) => {
  await beside(async (door, framework) => {
    const answer = await ask(door.url, one);
    expect(answer).toEqual(await ask(framework.url, one));
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '2', 'x-request-id': 'same' } });
    expect(await untilAnswered(door)).toEqual(await untilAnswered(framework));
    expect([door.looked, framework.looked]).toEqual([[], ['good']]);
  });
});

test.each(PASSED_ON)('%s is not the door’s to refuse', async (...one) => {
  await beside(async (door, framework) => {
    const answer = await ask(door.url, one);
    expect(answer).toEqual(await ask(framework.url, one));
    expect(answer.status).not.toBe(429);
  });
});

test('a service that shuts down says so before it says that it is busy', async () => {
  const door = await startBusy(true, { isLeaving: () => true, isDraining: () => true });
  try {
    expect((await ask(door.url, REFUSED[0]!)).status).toBe(503);
  } finally {
    await door.close();
  }
});
