import { parseUrl } from '../contract/address.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import type { ConversionDiagnostics } from '../contract/diagnostics.ts';
import type { Failure, FailureReason } from '../contract/failure.ts';
import { fail } from '../contract/failure.ts';
import { statusFailure } from '../fetching/response-head.ts';
import type { Admission } from './admission.ts';
import { type CallerId, NO_KEY } from './caller-accounts.ts';
import type { HeldBytes } from './held-bytes.ts';
import { isWall, outcomeFailure } from './outcome-failure.ts';
import { cursorExpired } from './page-cursor.ts';
import { askedPart, checkRender, checkSelectors, pageTask } from './page-task.ts';
import type {
  ContentEncoding,
  LoadedPage,
  PageOutput,
  PageSource,
  PageTask,
  PageView,
  PageWorkers,
} from './ports.ts';
import { createSiteMemory, NO_MEMORY, type SiteMemory } from './site-memory.ts';
import { type ViewedPage, viewPage } from './view-page.ts';
import { startWorkSignals } from './work-signals.ts';

/** A converted page, for any protocol: what the worker made of it, and where it came from. */
export interface ConvertedPage
  extends Omit<
    PageOutput,
    'outcome' | 'exceeded' | 'lack' | 'cursorExpired' | 'incomplete' | 'words' | 'diagnostics'
  > {
  readonly format: 'markdown' | 'text';
  /** What became of the page; only when the request was not strict. */
  readonly outcome?: 'ok' | FailureReason;
  readonly diagnostics?: ConversionDiagnostics;
  readonly finalUrl: string;
  readonly ageS?: number;
  readonly cacheStatus?: string;
}

/** How fresh a page the caller wants. */
export interface WantedFreshness {
  /** Longest age of a snapshot that the caller accepts, in seconds. */
  readonly maxAgeS?: number;
  /** The page must be kept nowhere. */
  readonly noStore?: boolean;
  /** Only a page that is kept already will do. */
  readonly onlyIfCached?: boolean;
}

/** What the protocol adds to a request. */
export interface ConvertCall extends WantedFreshness {
  /** Aborted when the caller went. */
  readonly signal: AbortSignal;
  /** The caller's key, for pages that are private to it; null on the command line. */
  readonly keyId: string | null;
  /** The content is wanted as bytes. */
  readonly encoding?: ContentEncoding;
  /** Most bytes of the content as a string of JSON: what is longer is given in parts. */
  readonly maxBytes?: number;
}

export interface Converter {
  /** Why a conversion of the caller would be refused now (`busy`, `concurrency_limited`), or null. */
  refusal(caller: CallerId): Failure | null;
  /** What a request of the caller holds that is on its way. */
  readonly hold: HeldBytes['hold'];
  /**
   * Converts the page of a request: place → load → turn → worker → verdict. Throws `ServiceError`: `busy`,
   * `concurrency_limited`, every reason of fetching and of a page's outcome, `conversion_timeout`; or the reason of the
   * caller's signal.
   */
  convert(request: ConvertRequest, call: ConvertCall): Promise<ConvertedPage>;
}

/** Builds the one use case behind HTTP and MCP. `timeoutMs` bounds a whole conversion. */
export function createConverter(parts: {
  readonly source: PageSource;
  readonly workers: PageWorkers;
  readonly admission: Pick<Admission, 'refusal' | 'enter' | 'hold'>;
  readonly timeoutMs: number;
  /** Which sites need the browser; absent: of this converter's own. */
  readonly memory?: SiteMemory;
}): Converter {
  const { source, workers, admission, memory = createSiteMemory(null) } = parts;
  return {
    refusal: admission.refusal,
    hold: admission.hold,
    async convert(request, call) {
      const part = askedPart(request, call.maxBytes);
      checkSelectors(request);
      checkRender(request);
      const place = admission.enter(call.keyId ?? NO_KEY);
      const timeoutMs = Math.min(parts.timeoutMs, request.timeout_ms ?? parts.timeoutMs);
      const signals = startWorkSignals(call.signal, timeoutMs);
      try {
        const viewed = await viewPage(request, {
          memory: call.noStore === true ? NO_MEMORY : memory,
          load: async (view, share = 1, ended) => {
            if (view === 'rendered') place.render();
            const signal = ended === undefined ? signals.fetch : AbortSignal.any([signals.fetch, ended]);
            const timeoutMs = signals.remainingMs() * share;
            return loadPage(request, { ...call, view, version: part?.version, timeoutMs, signal }, source);
          },
          convert: async (page, view) => {
            const endTurn = await place.turn(page.bytes.byteLength, signals.worker);
            const task = { ...pageTask(request, page, view, part), ...encodingOf(call) };
            return { page, view, output: await workers.convert(task, signals.worker, endTurn) };
          },
        });
        const converted = await judgeKept(request, viewed);
        const cacheStatus = await viewed.page.cacheStatus?.(signals.remainingMs());
        return { ...converted, ...(cacheStatus === undefined ? {} : { cacheStatus }) };
      } finally {
        signals.end();
        place.leave();
      }
    },
  };
}

const encodingOf = ({ encoding }: ConvertCall): Pick<PageTask, 'encoding'> =>
  encoding === undefined ? {} : { encoding };

/** One of the views of a page, of a version, in the time and until the signal that its load has. */
interface PageCall extends ConvertCall {
  readonly view: PageView;
  readonly version: string | undefined;
  readonly timeoutMs: number;
}

async function loadPage(
  request: ConvertRequest,
  { view, version, timeoutMs, signal, ...call }: PageCall,
  source: PageSource,
): Promise<LoadedPage> {
  if (request.html !== undefined) return givenPage(request.url, request.html);
  return source.load({
    url: request.url,
    view,
    waitForSelector: view === 'rendered' ? request.wait_for_selector : undefined,
    language: request.language,
    timeoutMs,
    signal,
    maxAgeS: call.maxAgeS,
    ...(call.noStore ? { noStore: true } : {}),
    ...(call.onlyIfCached ? { onlyIfCached: true } : {}),
    ...(version === undefined ? {} : { version }),
    keyId: call.keyId,
  });
}

/** HTML that the caller sent: nothing is fetched, so the address is only the base of its links. */
function givenPage(address: string, html: string): LoadedPage {
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw fail(
      'invalid_url',
      `Set "url" to an http or https address; it is ${JSON.stringify(address.slice(0, 200))}.`,
    );
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return {
    bytes: new TextEncoder().encode(html),
    contentType: 'text/html; charset=utf-8',
    finalUrl: url.href,
    status: 200,
    redirects: [],
  };
}

/** The verdict; a page that turns out to be none is not kept, so that the next request asks the site again. */
async function judgeKept(request: ConvertRequest, viewed: ViewedPage): Promise<ConvertedPage> {
  try {
    return judge(request, viewed);
  } catch (failure) {
    if (viewed.output.outcome !== 'ok') await viewed.page.forget?.();
    throw failure;
  }
}

/** Precedence: a wall seen in the body, then the upstream status, then every other outcome. */
function judge(
  request: ConvertRequest,
  { page, output, view, unrendered, rendering }: ViewedPage,
): ConvertedPage {
  const upstream = statusFailure(page.status);
  const failure =
    output.outcome !== 'ok' && (upstream === undefined || isWall(output.outcome))
      ? (unrendered ?? outcomeFailure(output.outcome, { ...output, view }))
      : upstream;
  if (failure !== undefined && request.strict) throw failure;
  if (output.cursorExpired) throw cursorExpired();
  const { outcome: _, exceeded: __, lack: ___, cursorExpired: ____, incomplete: _____, ...told } = output;
  const { diagnostics, words: ______, ...shown } = told;
  return {
    ...shown,
    format: request.response_format,
    finalUrl: page.finalUrl,
    ...(request.strict ? {} : { outcome: failure?.failure.reason ?? 'ok' }),
    ...(diagnostics === undefined
      ? {}
      : {
          diagnostics: {
            ...diagnostics,
            view,
            ...(rendering === undefined ? {} : { rendering }),
            redirects: page.redirects,
            upstreamStatus: page.status,
          },
        }),
    ...(page.ageS === undefined ? {} : { ageS: page.ageS }),
  };
}
