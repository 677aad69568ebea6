import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { fail } from '../contract/failure.ts';
import { selectorState } from './in-page/selector-state.ts';
import { orAborted } from './or-aborted.ts';

const POLL_MS = 100;

/**
 * Waits until something that a selector matches is visible. The browser reads the selector itself: those of the driver
 * have engines besides CSS (`>>`, `text=`), which are nobody's contract. Throws `invalid_request` for what is no CSS,
 * `fetch_timeout` at `endsAt`, or the signal's reason.
 */
export async function waitForSelector(
  page: Page,
  selector: string,
  { signal, endsAt }: { readonly signal: AbortSignal; readonly endsAt: number },
): Promise<void> {
  const shown = JSON.stringify(selector.slice(0, 200));
  while (performance.now() < endsAt) {
    // An error: the page is between two documents.
    const state = page.evaluate(selectorState, selector).catch(() => 'absent' as const);
    switch (await orAborted(state, signal)) {
      case 'shown':
        return;
      case 'invalid':
        throw fail('invalid_request', `Give a CSS selector as "wait_for_selector": ${shown} is none.`);
      case 'absent':
        await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
        signal.throwIfAborted();
    }
  }
  throw fail('fetch_timeout', `Check "wait_for_selector": nothing visible matched ${shown} in time.`);
}
