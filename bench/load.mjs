// Requests at a server, at a rate or one after the other, and what is told of their answers. `call`, given the time at which
// it was due, resolves to { status, ms }.
import { setTimeout as sleep } from 'node:timers/promises';

const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9];

export async function inTurn(call, count) {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push(await call());
  return answers;
}

export async function closedLoop(call, callers, seconds) {
  const answers = [];
  const endsAt = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < endsAt) answers.push(await call());
    }),
  );
  return answers;
}

/** Requests at a fixed rate, whatever becomes of them. */
export async function openLoop(call, perSecond, seconds) {
  const startedAt = performance.now();
  const answers = [];
  const count = Math.round(perSecond * seconds);
  for (let i = 0; i < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
    for (; i < due; i++) answers.push(call(startedAt + (i / perSecond) * 1000));
    await sleep(2);
  }
  return Promise.all(answers);
}

export function counted(values) {
  const counts = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** The middle value; of an even count the upper one of the two. */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

export function quantile(answers, q) {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const ms = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
  return Math.round(ms * 100) / 100;
}

/** Latencies in milliseconds by percentile. */
export function quantiles(answers) {
  return PERCENTILES.map((percent) => ({ percent, ms: quantile(answers, percent / 100) }));
}
