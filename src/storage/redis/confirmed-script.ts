import { Cluster } from 'ioredis';
import { NoAnswer } from '../store-breaker.ts';
import type { RedisClient } from './open-client.ts';

/** Longest wait for a replica. */
const CONFIRM_MS = 500;
/** After a wait in vain nobody waits for so long: each holds up all commands of the connection. A cluster has one a node. */
const REST_MS = 1000;

/** What a script wrote is on the primary alone, and would be lost with it. */
class Unconfirmed extends NoAnswer {
  override readonly name: string = 'Unconfirmed';
}

/**
 * Runs scripts whose writes must outlive a failover: each is answered once a replica has what it wrote (`WAIT`), and rejects
 * `Unconfirmed` when none has. The second word of a command is the number of keys.
 */
export function confirmedScripts(redis: RedisClient) {
  let restsUntil = 0;
  return async (command: 'evalsha' | 'eval', words: readonly [string, number, ...(string | number)[]]) => {
    if (performance.now() < restsUntil)
      throw new Unconfirmed('not asked: no replica confirmed a moment ago', false);
    // On one connection and to one node, which is what WAIT speaks of.
    const both = redis
      .pipeline()
      [command](...words)
      .wait(1, CONFIRM_MS);
    const [script, wait] = (await both.exec()) ?? [];
    if (script?.[0]) {
      // Slots that moved: ioredis learns of it only from a pipeline whose commands all fail.
      if (redis instanceof Cluster) redis.refreshSlotsCache();
      throw script[0];
    }
    if (wait?.[0] || Number(wait?.[1]) < 1) {
      if (!(redis instanceof Cluster)) restsUntil = performance.now() + REST_MS;
      throw new Unconfirmed(`no replica confirmed within ${CONFIRM_MS} ms`);
    }
    return script?.[1];
  };
}
