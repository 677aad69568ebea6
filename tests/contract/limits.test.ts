import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorEnvelope } from '../../src/contract/error-envelope.ts';
import type { UsageResponse } from '../../src/contract/usage.ts';
import { isFull } from '../support/full-form.ts';
import { issueKey } from '../support/issue-key.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { postConvert, startTestService, type TestService, testEnv } from '../support/test-service.ts';
import { PROSE } from '../support/upstream.ts';
import { verifies } from './verifies.ts';

/** The windows of the service go by this clock, which stands still: a minute is none that a slow machine needs for its calls. */
const clock = { startedAt: Date.now(), ms: 1_000_000_000 };
const machineClock = {
  monotonicMs: () => clock.ms,
  wallMs: () => clock.startedAt,
  bootId: 'of the test',
};
/** A request that needs no site. */
const BODY = { url: 'https://example.com/page', html: `<main><h1>Rivers</h1>${PROSE}</main>` };
let service: TestService;

beforeAll(async () => {
  service = await startTestService(
    {
      PAGEMARK_PLANS:
        '{"hourly":{"perMinute":1000,"perHour":25},"one":{"perMinute":1,"perHour":50},"both":{"perMinute":2,"perHour":2}}',
      PAGEMARK_QUEUE_MAX: '1000',
    },
    { machineClock },
  );
});
afterAll(() => service?.close());

const envelope = async (answer: Response) => (await answer.json()) as ErrorEnvelope;

/** Statuses of `count` calls, at most `width` at a time. */
async function statuses(url: string, key: string, count: number, width: number): Promise<Response[]> {
  const answers: Response[] = [];
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left--;
      const answer = await postConvert(url, BODY, key);
      // On a busy machine the workers or the store may refuse it: then it is counted nowhere, and asked again.
      if (/"reason":"(?:busy|store_unavailable)"/.test(await answer.text())) {
        left++;
        await sleep(50);
      } else answers.push(answer);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return answers;
}

const withStatus = (answers: readonly Response[], status: number) =>
  answers.filter((a) => a.status === status);

async function exactlyPerMinute(plan: string, limit: number): Promise<void> {
  const answers = await statuses(service.url, await service.newKey(plan), limit + 15, 20);
  expect(withStatus(answers, 200)).toHaveLength(limit);
  expect(withStatus(answers, 429)).toHaveLength(15);
}

verifies('limits:free:minute', () => exactlyPerMinute('free', 10));
verifies('limits:discovery:minute', () => exactlyPerMinute('discovery', 60));
verifies('limits:growth:minute', () => exactlyPerMinute('growth', 200));

test('with both windows full, the message names the one that Retry-After is of', async () => {
  const key = await service.newKey('both');
  await statuses(service.url, key, 2, 1);
  const refused = await postConvert(service.url, BODY, key);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await envelope(refused)).error.message).toContain('all 2 requests per hour of plan "both"');
});

async function policyOf(plan: string): Promise<string | null> {
  const answer = await postConvert(service.url, BODY, await service.newKey(plan));
  return answer.headers.get('ratelimit-policy');
}

verifies('limits:free:hour', async () => {
  expect(await policyOf('free')).toBe('"minute";q=10;w=60, "hour";q=100;w=3600');
});
verifies('limits:discovery:hour', async () => {
  expect(await policyOf('discovery')).toBe('"minute";q=60;w=60, "hour";q=600;w=3600');
});
verifies('limits:growth:hour', async () => {
  expect(await policyOf('growth')).toBe('"minute";q=200;w=60, "hour";q=2000;w=3600');
});

verifies('limits:hour:exact', async () => {
  const answers = await statuses(service.url, await service.newKey('hourly'), 40, 20);
  expect(withStatus(answers, 200)).toHaveLength(25);
  expect(withStatus(answers, 429)).toHaveLength(15);
});

verifies('convert:429:hour', async () => {
  const key = await service.newKey('hourly');
  await statuses(service.url, key, 25, 10);
  const answer = await postConvert(service.url, BODY, key);
  expect(answer.status).toBe(429);
  expect((await envelope(answer)).error).toMatchObject({ code: 429, reason: 'rate_limited' });
  const wait = Number(answer.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(3500);
  expect(wait).toBeLessThanOrEqual(3600);
});

verifies('convert:429:minute', async () => {
  const key = await service.newKey('free');
  await statuses(service.url, key, 10, 10);
  const answer = await postConvert(service.url, BODY, key);
  expect(answer.status).toBe(429);
  const { error } = await envelope(answer);
  expect(error).toMatchObject({ code: 429, reason: 'rate_limited' });
  const wait = Number(answer.headers.get('retry-after'));
  expect(error.message).toBe(`Retry after ${wait} s: all 10 requests per minute of plan "free" are used.`);
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
});

async function usageOf(key: string) {
  const answer = await fetch(`${service.url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
  return (await answer.json()) as UsageResponse;
}

/** Seconds to the end of this month (UTC). */
function secondsOfMonthLeft(now = new Date()): number {
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000);
}

verifies('convert:429:quota', async () => {
  const { key } = await service.access.keys.issue({ plan: 'free', monthlyQuota: 2 });
  expect(withStatus(await statuses(service.url, key, 2, 1), 200)).toHaveLength(2);
  const answer = await postConvert(service.url, BODY, key);
  const left = secondsOfMonthLeft();
  expect(answer.status).toBe(429);
  expect((await envelope(answer)).error).toMatchObject({ code: 429, reason: 'quota_exceeded' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(left);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThan(
    secondsOfMonthLeft(new Date(clock.startedAt)) + 60,
  );
  expect((await usageOf(key)).minute.remaining).toBe(8);
});
verifies('limits:usage', async () => {
  const { key } = await service.access.keys.issue({ plan: 'free', monthlyQuota: 3, credits: 5 });
  await statuses(service.url, key, 2, 1);
  const usage = await usageOf(key);
  const left = secondsOfMonthLeft();
  expect(usage).toMatchObject({ plan: 'free', credits: 5, month: { limit: 3, used: 2 } });
  expect([usage.minute.remaining, usage.hour.remaining]).toEqual([8, 98]);
  expect(usage.month!.reset_s).toBeGreaterThanOrEqual(left);
  expect(usage.month!.reset_s).toBeLessThan(secondsOfMonthLeft(new Date(clock.startedAt)) + 60);
  expect(await usageOf(await service.newKey('free'))).not.toHaveProperty('month');
});

verifies('limits:concurrent', async () => {
  const key = await service.newKey('free');
  const answers = await statuses(service.url, key, 100, 100);
  expect(withStatus(answers, 200)).toHaveLength(10);
  const refused = withStatus(answers, 429);
  expect(refused).toHaveLength(90);
  for (const { headers } of refused) {
    const wait = Number(headers.get('retry-after'));
    expect(Number.isInteger(wait) && wait > 50 && wait <= 60).toBe(true);
    expect(headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+, "hour";r=90;t=\d+$/);
  }
});

verifies('limits:headers', async () => {
  const key = await service.newKey('free');
  const bodies: unknown[] = [
    BODY,
    '{',
    { url: 'http://127.0.0.1/' },
    { url: 'https://e.com', html: '<p></p>' },
  ];
  const expected = [200, 400, 403, 422];
  for (const [i, body] of bodies.entries()) {
    const answer = await postConvert(service.url, body, key);
    expect(answer.status).toBe(expected[i]);
    expect(answer.headers.get('ratelimit-policy')).toBe('"minute";q=10;w=60, "hour";q=100;w=3600');
    expect(answer.headers.get('ratelimit')).toMatch(
      new RegExp(`^"minute";r=${9 - i};t=(?:60|5\\d), "hour";r=${99 - i};t=3[56]\\d\\d$`),
    );
  }
});

verifies('limits:restart', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-kill-'));
  // The window of an hour: three starts may take a busy machine more than a minute.
  const env = testEnv(folder, {
    PAGEMARK_QUEUE_MAX: '1000',
    PAGEMARK_PLANS: '{"hourly":{"perMinute":1000,"perHour":10}}',
  });
  const key = await issueKey(env, 'hourly');
  try {
    const first = await startServiceProcess(env);
    const before = await statuses(first.url, key, 6, 6);
    await first.end('SIGKILL');
    const second = await startServiceProcess(env);
    const after = await statuses(second.url, key, 100, 100);
    if (isFull) await second.end('SIGKILL');
    const third = isFull ? await startServiceProcess(env) : second;
    const last = await postConvert(third.url, BODY, key);
    await third.end('SIGTERM');
    expect(withStatus(before, 200)).toHaveLength(6);
    expect(withStatus(after, 200)).toHaveLength(4);
    expect(withStatus(after, 429)).toHaveLength(96);
    expect(last.status).toBe(429);
    const wait = Number(last.headers.get('retry-after'));
    expect(wait > 3000 && wait <= 3600).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

verifies('limits:retry-after', async () => {
  const key = await service.newKey('one');
  const call = async () => (await statuses(service.url, key, 1, 1))[0]!;
  expect((await call()).status).toBe(200);
  const refused = await call();
  expect(refused.status).toBe(429);
  clock.ms += Number(refused.headers.get('retry-after')) * 1000 - 1000;
  expect((await call()).status).toBe(429);
  clock.ms += 1000;
  expect((await call()).status).toBe(200);
});
