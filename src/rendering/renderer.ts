import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ServiceError } from '../contract/failure.ts';
import { lazy } from '../core/lazy.ts';
import { holdBackRefusal, orAborted, startDeadline } from '../fetching/deadline.ts';
import type { GuardedConnect } from '../fetching/guarded-connect.ts';
import { parseTargetUrl } from '../fetching/target-url.ts';
import { type BrowserLease, createBrowserPool } from './browser-pool.ts';
import { openEgressGate } from './egress-gate.ts';
import { type BrowserSetting, describeNone, findBrowser, NEEDS_JAVASCRIPT } from './find-browser.ts';
import { type BrowserProcess, launchBrowser, runsWithoutSandbox } from './launch-browser.ts';
import { browserKilled, endedByNetwork, pageCrashed } from './navigation-failure.ts';
import { removeStaleProfiles } from './profile-folder.ts';
import {
  type Patience,
  type RenderedPage,
  type RenderParts,
  type RenderRequest,
  renderPage,
} from './render-page.ts';

export type { Patience, RenderedPage, RenderRequest };

/** Connections that one render may make. */
const MAX_CONNECTIONS = 500;
/** Requests that one render may make, also those that are answered here: 3,000 take this process 3 s of CPU and 150 MB. */
const MAX_REQUESTS = 3000;
/** Bytes that one render may receive, in pages of the largest size. */
const TRAFFIC_PAGES = 4;
/** Bytes that one render may send: requests and forms, not uploads. */
const MAX_SENT_BYTES = 4 * 1024 ** 2;
/** Resident bytes of one browser with the page in it; more ends it. */
const MAX_RSS_BYTES = 2 * 1024 ** 3;
const USAGE_POLL_MS = 500;
/** Renders of one page where the network of this machine changes meanwhile: interfaces come and go in bursts. */
const NETWORK_TRIES = 4;
/** A context that does not close by then is closed with its browser. */
const CLOSE_MS = 1000;

export interface RendererSettings {
  readonly browser: BrowserSetting;
  /** The guarded connection of the fetcher. */
  readonly connect: GuardedConnect;
  /** Browsers at a time. */
  readonly slots: number;
  readonly userAgent: string;
  /** Of the rendered document; the traffic behind it may be a few times as much. */
  readonly maxResponseBytes: number;
  /** Default {@link MAX_RSS_BYTES}. */
  readonly maxRssBytes?: number;
  /** Milliseconds after which an unused browser is ended. */
  readonly idleMs?: number;
}

/** Pages as a browser shows them. Nothing is loaded or started before the first render. */
export type Renderer = ReturnType<typeof createRenderer>;

export function createRenderer(settings: RendererSettings) {
  const removeLeftovers = lazy(removeStaleProfiles);
  const launch = async (): Promise<BrowserProcess> => {
    const found = await findBrowser(settings.browser);
    if (found === null) throw noBrowser(describeNone(settings.browser));
    await removeLeftovers();
    try {
      return await launchBrowser(found, settings.maxResponseBytes);
    } catch (cause) {
      if (wasKilled(cause)) throw browserKilled(cause);
      throw noBrowser('Run "pagemark doctor" on the server: its Chromium did not start.', cause);
    }
  };
  const pool = createBrowserPool(settings.slots, launch, settings.idleMs);
  return {
    /**
     * `null` when what the address gives is no HTML document. Throws `ServiceError`: `js_required` when there is no
     * browser, `busy` (one that was killed too), `document_too_complex`, `invalid_request` for a selector that is none, and all that a fetch throws.
     */
    async render(request: RenderRequest): Promise<RenderedPage | null> {
      const startedAt = performance.now();
      const deadline = startDeadline(request.timeoutMs, request.signal);
      try {
        parseTargetUrl(request.url);
        for (let tries = 1; ; tries++) {
          const leasing = pool.lease(deadline.signal);
          const lease = await orAborted(leasing, deadline.signal, ({ release }) => release(true));
          const limits = {
            deadline: deadline.signal,
            endsAt: startedAt + request.timeoutMs,
            mayRepeat: tries < NETWORK_TRIES,
          };
          try {
            return await renderIn(lease, request, settings, limits);
          } catch (error) {
            if (!limits.mayRepeat || !endedByNetwork(error)) throw error;
          }
        }
      } catch (error) {
        await holdBackRefusal(error, startedAt, deadline.signal);
        throw error;
      } finally {
        deadline.clear();
      }
    },
    /** Looks for the browser without starting it. */
    async state() {
      const found = await findBrowser(settings.browser);
      return found === null
        ? ({ found: false, detail: describeNone(settings.browser) } as const)
        : ({ found: true, from: found.from, sandbox: !runsWithoutSandbox() } as const);
    },
    /** Browsers that run now. */
    get running(): number {
      return pool.running;
    },
    /** Ends all browsers and removes their folders. */
    close: () => pool.close(),
  };
}

/** Whether a browser was ended while it started: by a signal that no fault of its own brings, or once it ran. */
function wasKilled(cause: unknown): boolean {
  const told = String(cause);
  const signal = /did exit: exitCode=\w+, signal=(\w+)/.exec(told)?.[1];
  return signal === undefined ? told.includes('has been closed') : /^SIG(?:HUP|INT|KILL|TERM)$/.test(signal);
}

function noBrowser(detail: string, cause?: unknown): ServiceError {
  return fail('js_required', `${detail} ${NEEDS_JAVASCRIPT}`, { cause });
}

/** One page in a leased browser, which is given back when its context is closed, or ended when that fails. */
async function renderIn(
  lease: BrowserLease,
  request: RenderRequest,
  { connect, userAgent, maxResponseBytes: maxBytes, maxRssBytes = MAX_RSS_BYTES }: RendererSettings,
  { deadline, ...limits }: Pick<RenderParts, 'endsAt' | 'mayRepeat'> & { readonly deadline: AbortSignal },
): Promise<RenderedPage | null> {
  const { process } = lease;
  const failed = new AbortController();
  const stop = (failure: ServiceError): void => failed.abort(failure);
  const signal = AbortSignal.any([deadline, failed.signal]);
  const look = async (): Promise<void> => {
    const { rssBytes, cpuMs } = await process.usage();
    request.onCpu?.(cpuMs);
    if (rssBytes > maxRssBytes) stop(pageCrashed());
  };
  const watch = setInterval(() => void look(), USAGE_POLL_MS);
  let broken = false;
  try {
    const traffic = {
      maxBytes: maxBytes * TRAFFIC_PAGES,
      maxSentBytes: MAX_SENT_BYTES,
      maxConnections: MAX_CONNECTIONS,
      maxRequests: MAX_REQUESTS,
    };
    const gate = await openEgressGate({ connect, limits: traffic, signal, onSpent: stop });
    try {
      const page = await renderPage(request, { process, gate, signal, stop, userAgent, maxBytes, ...limits });
      broken = await process.hasDied();
      if (!broken) return page;
      throw new Error('The browser lost a process');
    } catch (error) {
      // What goes first with a browser looks like a fault of the page.
      broken ||= !deadline.aborted && (await process.hasDied());
      throw broken ? browserKilled(error) : error;
    } finally {
      gate.close();
      broken ||= gate.spent !== null || isCrash(signal.reason);
    }
  } finally {
    clearInterval(watch);
    void look();
    // Whoever renders one page after another meets the same browser; whoever has gone is not held up.
    const given = giveBack(lease, broken);
    if (!deadline.aborted) await given;
  }
}

function isCrash(reason: unknown): boolean {
  return reason instanceof ServiceError && reason.failure.reason === 'document_too_complex';
}

/** Closes what the page left. A browser whose page broke a limit, or does not close, is ended with all its processes. */
async function giveBack({ process, release }: BrowserLease, broken: boolean): Promise<void> {
  if (broken || !process.alive) return release(false);
  const closed = process.closeContexts().then(
    () => true,
    () => false,
  );
  release(await Promise.race([closed, sleep(CLOSE_MS, false)]));
}
