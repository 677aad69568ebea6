import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type PageState, pageState } from './in-page/page-state.ts';
import { scrollWindow } from './in-page/scroll-window.ts';
import { orAborted } from './or-aborted.ts';
import type { PageActivity } from './page-activity.ts';

/**
 * All waiting is counted in looks at the page rather than in milliseconds: a slow machine takes longer over a page, and
 * gives the same of it. A look and the pause before the next take {@link LOOK_MS} on a quiet machine.
 */
const LOOK_MS = 100;
/** A look waits for the page to be drawn, which it is each 16 ms. */
const PAUSE_MS = LOOK_MS - 16;
const looksIn = (quietMs: number): number => Math.ceil(quietMs / LOOK_MS);

/** Nothing changes and nothing is asked for: the page has come to its end. */
const QUIET_LOOKS = looksIn(400);
/** A loaded page is given so long to come to its end, and then for its lazy content. */
const SETTLE_LOOKS = looksIn(8_000);
const LAZY_LOOKS = looksIn(4_000);
/** A page with less visible text has not shown its content yet. */
const LITTLE_INK = 200;
/** How long a page with little text is waited for once all else is quiet. */
const LITTLE_INK_LOOKS = looksIn(4_500);
/** Height up to which the window grows with the page, in CSS pixels. */
const TALL_WINDOW_PX = 8_000;
const WINDOW_WIDTH_PX = 1_280;
/** Times that the end of a growing page is scrolled to. */
const SCROLL_ROUNDS = 6;
const SCROLL_QUIET_LOOKS = looksIn(250);
const SCROLL_ROUND_LOOKS = looksIn(2_000);

export interface SettleContext {
  readonly page: Page;
  readonly activity: PageActivity;
  /** The deadline of the render. */
  readonly signal: AbortSignal;
}

interface Patience {
  readonly quietLooks: number;
  readonly mostLooks: number;
  /** Looks that a page with little text is given when it is quiet. */
  readonly emptyLooks: number;
  /** When the caller's time for it is over, as `performance.now` counts. */
  readonly endsAt: number;
}

/**
 * Waits until a loaded page stands still, at most until `endsAt`; with `patient`, a page that shows next to nothing is
 * given more time to show something. Rejects with the signal's reason only.
 */
export async function settle(context: SettleContext, endsAt: number, patient: boolean): Promise<void> {
  const emptyLooks = patient ? LITTLE_INK_LOOKS : 0;
  await waitForQuiet(context, { quietLooks: QUIET_LOOKS, mostLooks: SETTLE_LOOKS, emptyLooks, endsAt });
}

/**
 * Makes a page show what it loads on demand, within bounds: the window grows with the page, so that what waits to be
 * seen is seen, then the end is scrolled to while the page grows. At last it is scrolled back, for lists that only hold
 * the rows in view. At most until `endsAt`.
 */
export async function showLazyContent(context: SettleContext, endsAt: number): Promise<void> {
  const { page, signal } = context;
  let left = LAZY_LOOKS;
  const quiet = async (): Promise<void> => {
    const mostLooks = Math.min(SCROLL_ROUND_LOOKS, left);
    left -= await waitForQuiet(context, { quietLooks: SCROLL_QUIET_LOOKS, mostLooks, emptyLooks: 0, endsAt });
  };
  let height = (await stateOf(context))?.height ?? 0;
  if (height <= (page.viewportSize()?.height ?? height)) return;
  const tall = Math.min(height, TALL_WINDOW_PX);
  await orAborted(page.setViewportSize({ width: WINDOW_WIDTH_PX, height: tall }), signal);
  for (let round = 0; round < SCROLL_ROUNDS && left > 0 && performance.now() < endsAt; round++) {
    await scrollTo(context, 'end');
    await quiet();
    const now = (await stateOf(context))?.height ?? height;
    if (now <= height) break;
    height = now;
  }
  await scrollTo(context, 'start');
  await quiet();
}

/** Resolves to the looks that it took. */
async function waitForQuiet(
  context: SettleContext,
  { quietLooks, mostLooks, emptyLooks, endsAt }: Patience,
): Promise<number> {
  const { activity, signal } = context;
  let looks = 0;
  let quiet = 0;
  let last: PageState | undefined;
  while (looks < mostLooks && performance.now() < endsAt) {
    looks++;
    const state = await stateOf(context);
    const isBusy = activity.look() > 0 || state === undefined || !state.complete;
    quiet = isBusy || !sameState(state, last) ? 0 : quiet + 1;
    last = state;
    const isEmpty = (state?.ink ?? 0) < LITTLE_INK;
    if (quiet >= (isEmpty ? Math.max(quietLooks, emptyLooks) : quietLooks)) break;
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
  return looks;
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
  const scrolled = page.evaluate(scrollWindow, end === 'end').catch(() => undefined);
  await orAborted(scrolled, signal);
}
