import type { BrowserContext, Page } from 'playwright-core';
import { ServiceError } from '../contract/failure.ts';
import { mayChallenge } from '../core/outcome/challenge-statuses.ts';
import { orAborted } from '../fetching/deadline.ts';
import { blockedTarget, fetchTimedOut, malformedResponse } from '../fetching/fetch-failures.ts';
import { type FetchedPage, type FetchRequest, retryAfterOf } from '../fetching/fetch-page.ts';
import { parseTargetUrl, type TargetUrl } from '../fetching/target-url.ts';
import { type DocumentLog, logDocuments } from './document-log.ts';
import type { EgressGate } from './egress-gate.ts';
import { aheadOfPage, keepDrawnSources, quietConsole } from './in-page/ahead-of-page.ts';
import type { BrowserProcess } from './launch-browser.ts';
import { browserKilled, navigationFailure, pageCrashed } from './navigation-failure.ts';
import { PageWorld } from './page-world.ts';
import { readPage } from './read-page.ts';
import {
  type EndsAt,
  followActivity,
  type SettleContext,
  settle,
  showLazyContent,
  waitForSelector,
} from './settle.ts';

/** The read of the document is tried again when the page goes elsewhere meanwhile. */
const READ_TRIES = 3;
/** What the driver says of work in a page or a browser that has gone. */
const CLOSED = /has been closed|Target crashed|Page crashed/;
/** A language that the browser takes: it ends the context of one whose first part is longer, of which none is registered (RFC 5646). */
const LOCALE = /^[a-z]{2,3}(?:-|$)/i;
/** Share of the time left that waiting may take, so that something is left to read and convert with. */
const WAITING_SHARE = 0.6;

export interface RenderRequest extends Pick<FetchRequest, 'url' | 'language'> {
  /** CSS selector that must be visible before the page is read. */
  readonly waitForSelector?: string | undefined;
  readonly timeoutMs: number;
  /** Until when the page may be waited for, where that is less: asked again and again. */
  readonly patience?: (() => Patience) | undefined;
  /** Ends the render; a `ServiceError` as its reason is what the render then throws. */
  readonly signal: AbortSignal;
  /** Told the CPU of the browser while it has the page, in milliseconds, piece by piece. */
  readonly onCpu?: ((ms: number) => void) | undefined;
}

/** Time of those who wait for a page. */
export interface Patience {
  /** When it is over, of `performance.now()`. */
  readonly endsAt: number;
  /** They set a deadline of their own, which is less than what the service would have given them. */
  readonly isOwn: boolean;
}

/**
 * A document as the browser made it: UTF-8 markup with shadow roots declared and scripts removed. Its address is where the
 * page ended up, scripts' doing included; its status and caching are those of the answer that it came with.
 */
export interface RenderedPage extends Omit<FetchedPage, 'notModified'> {
  /** It was at work on its content when its time was over. */
  readonly isLoading?: boolean;
  /** The deadline of a caller's own that cut it short, of `performance.now()`: it is for nobody with a later one. */
  readonly cutFor?: number;
}

/** What one page in one browser needs. */
export interface RenderParts {
  readonly process: BrowserProcess;
  readonly gate: EgressGate;
  /** Ends the render: its deadline, its caller, or a failure that `stop` was called with. */
  readonly signal: AbortSignal;
  readonly stop: (failure: ServiceError) => void;
  readonly endsAt: number;
  readonly userAgent: string;
  readonly maxBytes: number;
  /** A render that this machine's network spoils may be tried again. */
  readonly mayRepeat: boolean;
}

/**
 * Renders one page in a fresh context, which the caller closes. `null` when what the address gives is no HTML
 * document. Throws `ServiceError` as a fetch does, and `document_too_complex` when the page breaks its memory limit,
 * `busy` when somebody ends the browser.
 */
export async function renderPage(request: RenderRequest, parts: RenderParts): Promise<RenderedPage | null> {
  const { process, gate, signal, stop, maxBytes, mayRepeat } = parts;
  const onGone = (): void => stop(browserKilled());
  const onCrash = async (): Promise<void> =>
    stop((await process.endsSoon()) ? browserKilled() : pageCrashed());
  process.browser.once('disconnected', onGone);
  try {
    signal.throwIfAborted();
    process.useGate(gate);
    const context = await orAborted(openContext(request, parts), signal);
    const page = await orAborted(context.newPage(), signal);
    context.on('page', (other) => void other.close().catch(() => undefined));
    page.on('crash', () => void onCrash());
    const documents = logDocuments(page, { gate, maxBytes, onFailure: stop, mayRepeat });
    return await visit(page, documents, request, parts);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!CLOSED.test(String(error))) throw error;
    throw (await process.endsSoon()) ? browserKilled(error) : pageCrashed();
  } finally {
    process.browser.off('disconnected', onGone);
  }
}

/** A context without permissions, downloads, service workers, or any network but the gate. */
async function openContext(
  request: RenderRequest,
  { process, gate, userAgent }: RenderParts,
): Promise<BrowserContext> {
  const context = await process.browser.newContext({
    proxy: { server: gate.server },
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    ignoreHTTPSErrors: false,
    locale: LOCALE.test(request.language ?? '') ? request.language! : 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1_280, height: 800 },
    userAgent: agentOf(process.browser.version(), userAgent),
  });
  for (const script of [quietConsole, aheadOfPage, keepDrawnSources]) await context.addInitScript(script);
  return context;
}

/** A browser's name, so that pages work, and ours behind it, so that their operators know who comes. */
function agentOf(version: string, ours: string): string {
  if (ours.startsWith('Mozilla/')) return ours;
  const major = version.split('.', 1)[0];
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ${ours}`;
}

async function visit(
  page: Page,
  documents: DocumentLog,
  request: RenderRequest,
  { process, gate, signal, endsAt, maxBytes }: RenderParts,
): Promise<RenderedPage | null> {
  const activity = followActivity(page);
  const context: SettleContext = { page, world: new PageWorld(page), activity, signal };
  const waitsUntil = (): EndsAt => {
    const now = performance.now();
    return () => now + (Math.min(endsAt, request.patience?.().endsAt ?? endsAt) - now) * WAITING_SHARE;
  };
  if (!(await open(page, documents, request, { gate, signal, process }))) return null;
  if (request.waitForSelector !== undefined) await waitForSelector(context, request.waitForSelector, endsAt);
  const status = documents.response?.status() ?? 200;
  // An error page is short by nature; a challenge is at work.
  const isPatient = status < 400 || mayChallenge(status);
  const own = (isCut: boolean): number | undefined => {
    const { endsAt: end, isOwn } = request.patience?.() ?? { endsAt, isOwn: false };
    return isCut && isOwn ? end : undefined;
  };
  const { isLoading, isCut } = await settle(context, waitsUntil(), isPatient);
  const settledFor = own(isCut);
  const isShort = await showLazyContent(context, waitsUntil());
  const cutFor = settledFor ?? own(isShort);
  await orAborted(isComplete(documents), signal);
  const bytes = await readSettled(context, maxBytes, endsAt);
  if (gate.spent !== null) throw gate.spent;
  const { response, firstUrl } = documents;
  if (bytes === null) return null;
  if (response === undefined) throw malformedResponse('no answer of the document');
  const { url, fragment = '' } = targetOf(page.url()) ?? parseTargetUrl(response.url().replace(/#.*$/s, ''));
  return {
    bytes,
    contentType: 'text/html; charset=utf-8',
    finalUrl: url.href,
    // Where scripts led on it is theirs.
    fragment: url.href === firstUrl ? documents.fragment : fragment,
    status: response.status(),
    redirects: documents.redirects,
    caching: { cacheControl: response.headers()['cache-control'] },
    ...retryAfterOf(response.headers()['retry-after']),
    ...(isLoading ? { isLoading } : {}),
    ...(cutFor === undefined ? {} : { cutFor }),
  };
}

/** An address that a fetch would take; scripts may write others. */
function targetOf(url: string): TargetUrl | undefined {
  try {
    return parseTargetUrl(url);
  } catch {
    return undefined;
  }
}

/** Waits until the whole document has come, of however many the page went through. */
async function isComplete(documents: DocumentLog): Promise<void> {
  let seen: unknown;
  while (documents.response !== seen) {
    seen = documents.response;
    await documents.finished?.();
  }
}

/** Goes to the address, its fragment included: some pages choose their content by it. False where that is a download. */
async function open(
  page: Page,
  documents: DocumentLog,
  { url }: RenderRequest,
  { gate, signal, process }: Pick<RenderParts, 'gate' | 'signal' | 'process'>,
): Promise<boolean> {
  try {
    await orAborted(page.goto(url, { waitUntil: 'commit', timeout: 0 }), signal);
    return true;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const cause = (error as Error).message;
    if (CLOSED.test(cause)) throw error;
    if (documents.download || /Download is starting/.test(cause)) return false;
    // Superseded by a navigation of the page itself: that one is waited for, and fails by itself if it does.
    if (/ERR_ABORTED|interrupted by another navigation/.test(cause) && documents.response !== undefined)
      return true;
    // A redirect to another scheme is handed to the system, which has nobody to take it.
    if (/ERR_ABORTED/.test(cause))
      throw (await process.endsSoon()) ? browserKilled(error) : blockedTarget('navigation that was given up');
    throw error instanceof ServiceError ? error : navigationFailure(url, cause, gate);
  }
}

async function readSettled(
  { page, world, signal }: SettleContext,
  maxBytes: number,
  endsAt: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await readPage(page, { world, maxBytes, signal });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ServiceError || CLOSED.test(String(error))) throw error;
      if (tries === READ_TRIES || performance.now() > endsAt)
        throw fetchTimedOut(`reading: ${String(error)}`);
      await orAborted(
        page.waitForLoadState('load', { timeout: 2_000 }).catch(() => undefined),
        signal,
      );
    }
  }
}
