import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { fail } from '../contract/failure.ts';
import { FOLDED_MARKS } from '../core/outcome/phrase-scanner.ts';
import { LOADING_PHRASES } from '../core/outcome/says-loading.ts';
import { orAborted } from '../fetching/deadline.ts';
import { selectorTimedOut } from '../fetching/fetch-failures.ts';
import {
  type PageState,
  pageState,
  scrollWindow,
  selectorState,
  type WaitingSigns,
} from './in-page/page-state.ts';
import type { PageWorld } from './page-world.ts';

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
/** The same where it shows that content is on its way: what is not seen at work may work yet. */
const WAITING_QUIET_LOOKS = looksIn(1_500);
/** A page that goes on changing is given so long to come to its end, and then for its lazy content. */
const SETTLE_LOOKS = looksIn(8_000);
const LAZY_LOOKS = looksIn(4_000);
/** Timers are waited for so long when nothing shows that content is on its way. */
const TIMER_LOOKS = looksIn(2_000);
/** A page with less visible text has not shown its content yet. */
const LITTLE_TEXT = 200;
/** Height up to which the window grows with the page, in CSS pixels. */
const TALL_WINDOW_PX = 8_000;
const WINDOW_WIDTH_PX = 1_280;
/** Times that the end of a growing page is scrolled to. */
const SCROLL_ROUNDS = 6;
const SCROLL_QUIET_LOOKS = looksIn(250);
const SCROLL_ROUND_LOOKS = looksIn(2_000);

export interface SettleContext {
  readonly page: Page;
  readonly world: PageWorld;
  readonly activity: PageActivity;
  /** The deadline of the render. */
  readonly signal: AbortSignal;
}

/** When waiting must end, of `performance.now()`: it may come to be later, or earlier, as callers come and go. */
export type EndsAt = () => number;

/** What came of waiting. */
interface Settled {
  /** The page was at work on its content even then. */
  readonly isLoading: boolean;
  /** Its time was over before it stood still. */
  readonly isCut: boolean;
}

/** How long a page is waited for: until so many looks saw it quiet, at the most so many. */
interface Looks {
  readonly quietLooks: number;
  readonly mostLooks: number;
  /** A page that shows that content is on its way is waited for as long as it is at work. */
  readonly isPatient: boolean;
}

/**
 * Waits until a loaded page stands still, at most until `endsAt`; with `isPatient`, one that shows that content is on its
 * way is waited for while it is at work. Rejects with the signal's reason only.
 */
export function settle(context: SettleContext, endsAt: EndsAt, isPatient: boolean): Promise<Settled> {
  return waitForQuiet(context, endsAt, { quietLooks: QUIET_LOOKS, mostLooks: SETTLE_LOOKS, isPatient });
}

/**
 * Makes a page show what it loads on demand, within bounds: the window grows with the page, so that what waits to be
 * seen is seen, then the end is scrolled to while the page grows. At last it is scrolled back, for lists that only hold
 * the rows in view. At most until `endsAt`. Resolves to whether that cut it short.
 */
export async function showLazyContent(context: SettleContext, endsAt: EndsAt): Promise<boolean> {
  const { page, signal } = context;
  let left = LAZY_LOOKS;
  let isCut = false;
  const quiet = async (): Promise<void> => {
    const mostLooks = Math.min(SCROLL_ROUND_LOOKS, left);
    const looks = { quietLooks: SCROLL_QUIET_LOOKS, mostLooks, isPatient: false };
    const settled = await waitForQuiet(context, endsAt, looks);
    left -= settled.looks;
    isCut ||= settled.isCut;
  };
  let height = (await stateOf(context))?.height ?? 0;
  if (height <= (page.viewportSize()?.height ?? height)) return isCut;
  const tall = Math.min(height, TALL_WINDOW_PX);
  await orAborted(page.setViewportSize({ width: WINDOW_WIDTH_PX, height: tall }), signal);
  for (let round = 0; round < SCROLL_ROUNDS && left > 0 && !isCut; round++) {
    await scrollTo(context, 'end');
    await quiet();
    const now = (await stateOf(context))?.height ?? height;
    if (now <= height) break;
    height = now;
  }
  await scrollTo(context, 'start');
  await quiet();
  return isCut;
}

/** How many looks it took besides. */
async function waitForQuiet(
  context: SettleContext,
  endsAt: EndsAt,
  { quietLooks, mostLooks, isPatient }: Looks,
): Promise<Settled & { readonly looks: number }> {
  const { activity, signal } = context;
  let looks = 0;
  let quiet = 0;
  let last: PageState | undefined;
  let isAtWork = false;
  while (looks < mostLooks || isAtWork) {
    if (performance.now() >= endsAt()) return { looks, isLoading: isAtWork, isCut: true };
    looks++;
    const state = await stateOf(context);
    const requests = activity.look();
    const isWaiting = isPatient && state?.isWaiting === true;
    isAtWork =
      isWaiting && (requests.all > 0 || state.timers > 0 || (state.intervals > 0 && looks < SETTLE_LOOKS));
    const isTimed = isPatient && (state?.timers ?? 0) > 0 && looks < TIMER_LOOKS;
    const isBusy = isAtWork || isTimed || requests.short > 0 || state?.complete !== true;
    quiet = isBusy || !sameState(state, last) ? 0 : quiet + 1;
    last = state;
    if (quiet >= (isWaiting ? WAITING_QUIET_LOOKS : quietLooks)) break;
    await pause(PAUSE_MS, signal);
  }
  return { looks, isLoading: isAtWork, isCut: false };
}

function sameState(a: PageState, b: PageState | undefined): boolean {
  return a.visibleLength === b?.visibleLength && a.elements === b.elements && a.height === b.height;
}

const WAITING_SIGNS: WaitingSigns = {
  phrases: LOADING_PHRASES,
  marks: FOLDED_MARKS.source,
  littleText: LITTLE_TEXT,
};

/** `undefined` while the page is between two documents. */
async function stateOf({ page, world, signal }: SettleContext): Promise<PageState | undefined> {
  const look = async (): Promise<PageState> => {
    const state = await world.run(page.mainFrame(), pageState, WAITING_SIGNS);
    const counts = await world.hint(TIMERS);
    return { ...state, timers: counts >>> 16, intervals: counts & 0xffff };
  };
  return orAborted(
    look().catch(() => undefined),
    signal,
  );
}

/** What `aheadOfPage` counts, in the world of the page: timers in the upper half of a number, intervals in the lower one. */
const TIMERS =
  "(([timers, intervals]) => (timers << 16) | (intervals & 0xffff))(globalThis[Symbol.for('pagemark.timers')]())";

async function scrollTo({ page, world, signal }: SettleContext, end: 'start' | 'end'): Promise<void> {
  const scrolled = world.run(page.mainFrame(), scrollWindow, end === 'end').catch(() => undefined);
  await orAborted(scrolled, signal);
}

/** A request that is open over more looks is a stream or a poll: a page that shows its content does not wait for it. */
const LONG_REQUEST_LOOKS = 40;
/** Kinds of requests that stay open by design. */
const STREAMS: ReadonlySet<string> = new Set(['eventsource', 'websocket', 'ping', 'media']);

/** Which requests of a page are under way. */
type PageActivity = ReturnType<typeof followActivity>;

/** Follows the requests of a page from now on, those of its frames included. */
export function followActivity(page: Page) {
  /** Requests that are open, and the looks that saw them. */
  const open = new Map<Request, number>();
  page.on('request', (request) => {
    if (!STREAMS.has(request.resourceType())) open.set(request, 0);
  });
  const done = (request: Request): void => void open.delete(request);
  page.on('requestfinished', done).on('requestfailed', done);
  return {
    /** Takes a look: how many requests are open that content may come from, and of these how many for a short time. */
    look() {
      let short = 0;
      for (const [request, looks] of open) {
        if (looks < LONG_REQUEST_LOOKS) short++;
        open.set(request, looks + 1);
      }
      return { all: open.size, short };
    },
  };
}

/** Throws the signal's reason. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

const POLL_MS = 100;

/**
 * Waits until something that a selector matches is visible. The browser reads the selector itself: those of the driver
 * have engines besides CSS (`>>`, `text=`), which are nobody's contract. Throws `invalid_request` for what is no CSS,
 * `fetch_timeout` at `endsAt`, or the signal's reason.
 */
export async function waitForSelector(
  { page, world, signal }: SettleContext,
  selector: string,
  endsAt: number,
): Promise<void> {
  while (performance.now() < endsAt) {
    // An error: the page is between two documents.
    const state = world.run(page.mainFrame(), selectorState, selector).catch(() => 'absent' as const);
    const found = await orAborted(state, signal);
    if (found === 'shown') return;
    if (found === 'invalid') {
      const shown = JSON.stringify(selector.slice(0, 200));
      throw fail('invalid_request', `Give a CSS selector as "wait_for_selector": ${shown} is none.`);
    }
    await pause(POLL_MS, signal);
  }
  throw selectorTimedOut(selector);
}
