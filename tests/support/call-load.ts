import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type HttpAnswer, postJson } from './http-call.ts';

/** What the clients of one kind of call saw: done, refused before it counted, and cut off (either is right then). */
export interface Seen {
  done: number;
  cut: number;
  refused: number;
}

/** Calls without end until `stop` is aborted, from `lanes` clients, each to the next address. */
export async function callUntil(
  stop: AbortSignal,
  nextUrl: () => string,
  call: {
    readonly agent: Agent;
    readonly lanes: number;
    readonly headers: Record<string, string>;
    readonly body: unknown;
    /** Between two calls of a client. */
    readonly pauseMs: number;
  },
): Promise<Seen> {
  const seen: Seen = { done: 0, cut: 0, refused: 0 };
  const text = JSON.stringify(call.body);
  const lane = async () => {
    while (!stop.aborted) {
      try {
        count(seen, await postJson(call.agent, nextUrl(), call.headers, text));
        await sleep(call.pauseMs);
      } catch (error) {
        judgeCut(seen, error as { code?: string; received?: string });
        await sleep(5);
      }
    }
  };
  await Promise.all(Array.from({ length: call.lanes }, lane));
  return seen;
}

function count(seen: Seen, answer: HttpAnswer): void {
  if (answer.status === 200) seen.done++;
  else if (['busy', 'draining', 'store_unavailable'].includes(answer.reason ?? '')) seen.refused++;
  else throw new Error(`unexpected ${answer.status}: ${answer.body}`);
}

/** A connection that was refused reached no process; a stream that was cut after its first piece counts as done. */
function judgeCut(seen: Seen, error: { code?: string; received?: string }): void {
  if (error.code === 'ECONNREFUSED') seen.refused++;
  else if (error.received?.includes('"type":"delta"')) seen.done++;
  else seen.cut++;
}

export function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
}
