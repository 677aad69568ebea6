import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOut } from '../support/left-out.ts';
import { findRedis, startRedis, type TestServer } from './servers.ts';

/** A server for the tests of one file, and a client beside the tested one; both are there when the first test begins. */
export interface TestRedis {
  server: TestServer;
  client: Redis;
}

/** Declares tests that need Redis; where there is none they are left out, which is loud, and a failure with `CI=true`. */
export function withRedis(suite: string, declare: (redis: TestRedis) => void): void {
  const program = findRedis();
  if (program === null) {
    leftOut(suite, 'apt-get install redis-server');
    test(`${suite} are left out on this machine`, () => expect(process.env.CI).not.toBe('true'));
    return;
  }
  const redis = {} as TestRedis;
  beforeAll(async () => {
    redis.server = await startRedis(program);
    redis.client = new Redis(redis.server.url);
    redis.client.on('error', () => undefined);
  });
  afterAll(async () => {
    redis.client?.disconnect();
    await redis.server?.close();
  });
  declare(redis);
}
