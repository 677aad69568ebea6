import { setTimeout as sleep } from 'node:timers/promises';

/** Refusals are told at multiples of this time, so that their delay tells nothing about the rule that refused. */
const REFUSAL_STEP_MS = 100;

/** Waits until the next multiple of the step since `startedAt` (of `performance.now()`), or until the signal. */
export async function holdBackRefusal(startedAt: number, signal: AbortSignal): Promise<void> {
  const spent = performance.now() - startedAt;
  const rest = Math.ceil((spent + 1) / REFUSAL_STEP_MS) * REFUSAL_STEP_MS - spent;
  await sleep(rest, undefined, { signal }).catch(() => undefined);
}
