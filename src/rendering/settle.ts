import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type PageState, pageState } from './in-page/page-state.ts';
import { orAborted } from './or-aborted.ts';
import type { PageActivity } from './page-activity.ts';

const POLL_MS = 100;
/** Nothing changes and nothing is asked for: the page has come to its end. */
const QUIET_MS = 400;
/** A page with less visible text has not shown its content yet. */
const LITTLE_INK = 200;
/** How long a page with little text is waited for once all else is quiet. */
const LITTLE_INK_PATIENCE_MS = 4_500;
/** Height up to which the window grows with the page, in CSS pixels. */
const TALL_WINDOW_PX = 8_000;
const WINDOW_WIDTH_PX = 1_280;
/** Times that the end of a growing page is scrolled to. */
const SCROLL_ROUNDS = 6;
const SCROLL_QUIET_MS = 250;
const SCROLL_ROUND_MS = 2_000;

export interface SettleContext {
  readonly page: Page;
  readonly activity: PageActivity;
  /** The deadline of the render. */
  readonly signal: AbortSignal;
}

interface Patience {
  readonly quietMs: number;
  readonly maxMs: number;
  /** How long a page with little text is given when it is quiet. */
  readonly emptyMs: number;
}

/**
 * Waits until a loaded page stands still, at most `maxMs`; with `patient`, a page that shows next to nothing is given
 * more time to show something. Rejects with the signal's reason only.
 */
export function settle(context: SettleContext, maxMs: number, patient: boolean): Promise<void> {
  return waitForQuiet(context, { quietMs: QUIET_MS, maxMs, emptyMs: patient ? LITTLE_INK_PATIENCE_MS : 0 });
}

/**
 * Makes a page show what it loads on demand, within bounds: the window grows with the page, so that what waits to be
 * seen is seen, then the end is scrolled to while the page grows. At last it is scrolled back, for lists that only hold
 * the rows in view. At most `maxMs`.
 */
export async function showLazyContent(context: SettleContext, maxMs: number): Promise<void> {
  const { page, signal } = context;
  const endsAt = performance.now() + maxMs;
  const quiet = (): Promise<void> =>
    waitForQuiet(context, {
      quietMs: SCROLL_QUIET_MS,
      maxMs: Math.min(SCROLL_ROUND_MS, endsAt - performance.now()),
      emptyMs: 0,
    });
  let height = (await stateOf(context))?.height ?? 0;
  if (height <= (page.viewportSize()?.height ?? height)) return;
  const tall = Math.min(height, TALL_WINDOW_PX);
  await orAborted(page.setViewportSize({ width: WINDOW_WIDTH_PX, height: tall }), signal);
  for (let round = 0; round < SCROLL_ROUNDS && performance.now() < endsAt; round++) {
    await scrollTo(context, 'end');
    await quiet();
    const now = (await stateOf(context))?.height ?? height;
    if (now <= height) break;
    height = now;
  }
  await scrollTo(context, 'start');
  await quiet();
}

async function waitForQuiet(context: SettleContext, { quietMs, maxMs, emptyMs }: Patience): Promise<void> {
  const { activity, signal } = context;
  const startedAt = performance.now();
  let quietSince = startedAt;
  let last: PageState | undefined;
  while (performance.now() - startedAt < maxMs) {
    const state = await stateOf(context);
    const now = performance.now();
    if (state === undefined || activity.pending > 0 || !state.complete || !sameState(state, last))
      quietSince = now;
    last = state;
    const patience = (state?.ink ?? 0) < LITTLE_INK ? Math.max(quietMs, emptyMs) : quietMs;
    if (now - quietSince >= patience) return;
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

function sameState(a: PageState, b: PageState | undefined): boolean {
  return a.ink === b?.ink && a.elements === b.elements && a.height === b.height;
}

/** `undefined` while the page is between two documents. */
async function stateOf({ page, signal }: SettleContext): Promise<PageState | undefined> {
  const state = page.evaluate(pageState).catch(() => undefined);
  return orAborted(state, signal);
}

async function scrollTo({ page, signal }: SettleContext, end: 'start' | 'end'): Promise<void> {
  const scrolled = page
    .evaluate((toEnd) => {
      const { document, scrollTo: scroll } = globalThis as unknown as {
        document: { documentElement: { scrollHeight: number } };
        scrollTo(x: number, y: number): void;
      };
      scroll(0, toEnd ? document.documentElement.scrollHeight : 0);
    }, end === 'end')
    .catch(() => undefined);
  await orAborted(scrolled, signal);
}
