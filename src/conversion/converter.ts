import { parseUrl } from '../contract/address.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import type { ConversionDiagnostics } from '../contract/diagnostics.ts';
import { type FailureReason, fail, ServiceError } from '../contract/failure.ts';
import { siteRetryOf, statusFailure } from '../fetching/response-head.ts';
import type { Admission, Place } from './admission.ts';
import { NO_KEY } from './caller-accounts.ts';
import { defined } from './defined.ts';
import { type GivenFile, givenHtml, givenPage } from './given-page.ts';
import { type KeptResults, RESULT_HIT } from './kept-results.ts';
import { isOfPage, outcomeFailure, WALLS } from './outcome-failure.ts';
import { cursorExpired } from './page-cursor.ts';
import { askedPart, checkRender, checkSelectors, pageTask, readBytes, takeBytes } from './page-task.ts';
import type {
  ContentEncoding,
  LoadedPage,
  PageForm,
  PageOutput,
  PageSource,
  PageTask,
  PageView,
  PageWorkers,
} from './ports.ts';
import type { RunningCall } from './running-calls.ts';
import { createSiteMemory, NO_MEMORY, type SiteMemory } from './site-memory.ts';
import { type ConvertedView, type ViewedPage, viewPage } from './view-page.ts';
import { startWorkSignals, type WorkSignals } from './work-signals.ts';

/** A converted page, for any protocol: what the worker made of it, and where it came from. */
export interface ConvertedPage extends Omit<PageOutput, 'outcome' | 'words' | 'diagnostics' | 'further'> {
  readonly format: 'markdown' | 'text';
  /** What became of the page; only when the request was not strict. */
  readonly outcome?: 'ok' | FailureReason;
  readonly diagnostics?: ConversionDiagnostics;
  readonly finalUrl: string;
  /** What is behind the `#` of the final address, for this caller alone. */
  readonly fragment?: string;
  /** Status and Content-Type of the upstream, and when it wants to be asked again; 200 and its own of a file that was sent. */
  readonly upstream: {
    readonly status: number;
    readonly contentType?: string;
    readonly retryAfterMs?: number;
  };
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
  /** Is converted instead of what is at the request's address, the base of its links; '' is none. */
  readonly file?: GivenFile;
  /** Is told where the call is. */
  readonly running?: RunningCall;
  /** The content is wanted as bytes. */
  readonly encoding?: ContentEncoding;
  /** Are wanted beside the content; nothing that is made with them is kept. */
  readonly forms?: readonly PageForm[];
  /** Most bytes of the content as a string of JSON: what is longer is given in parts. */
  readonly maxBytes?: number;
  /** The place in flight that the caller took for this and more; absent: one is taken. */
  readonly place?: Place;
}

/** What of admission is asked for also beside conversions. */
type Admitting = Pick<Admission, 'refusal' | 'enter' | 'hold' | 'charge'>;

export interface Converter extends Admitting {
  /**
   * Converts the page of a request: place → load → turn → worker → verdict. Throws `ServiceError`: `busy`,
   * `concurrency_limited`, every reason of fetching and of a page's outcome, `conversion_timeout`; or the reason of the
   * caller's signal.
   */
  convert(request: ConvertRequest, call: ConvertCall): Promise<ConvertedPage>;
}

interface ConverterParts {
  readonly source: PageSource;
  readonly workers: PageWorkers;
  readonly admission: Admitting;
  /** Bounds a whole conversion. */
  readonly timeoutMs: number;
  /** Undefined: no result is kept. */
  readonly results?: KeptResults | undefined;
  /** Which sites need the browser; absent: of this converter's own. */
  readonly memory?: SiteMemory;
}

/** Builds the one use case behind HTTP and MCP. */
export function createConverter(parts: ConverterParts): Converter {
  const { admission, memory = createSiteMemory({ store: null }) } = parts;
  return {
    refusal: admission.refusal,
    hold: admission.hold,
    enter: admission.enter,
    charge: admission.charge,
    async convert(request, call) {
      const part = askedPart(request, call.maxBytes);
      checkSelectors(request);
      checkRender(request, call.file !== undefined);
      call.running?.asks(request.url);
      const place = call.place ?? admission.enter(call.keyId ?? NO_KEY);
      const timeoutMs = Math.min(parts.timeoutMs, request.timeout_ms ?? parts.timeoutMs);
      const isHasty = timeoutMs < parts.timeoutMs;
      const signals = startWorkSignals(call.signal, timeoutMs, isHasty);
      const work = { request, call, part, place, signals, isHasty };
      try {
        const viewed = await viewPage(request, {
          memory: call.noStore === true ? NO_MEMORY : memory,
          isGiven: request.html !== undefined || call.file !== undefined,
          hasLeft: () => call.signal.aborted,
          load: (view, share = 1, ended) => loadPage({ ...work, view, share, ended }, parts),
          kept: () => keptRender(work, parts),
          convert: (page, view) => convertView({ ...work, view }, page, parts),
        });
        const converted = await judgeKept(request, viewed);
        const cacheStatus = [
          await viewed.page.cacheStatus?.(signals.remainingMs()),
          viewed.isKept ? RESULT_HIT : undefined,
        ].filter((member) => member !== undefined);
        return { ...converted, ...(cacheStatus.length === 0 ? {} : { cacheStatus: cacheStatus.join(', ') }) };
      } finally {
        signals.end();
        if (call.place === undefined) place.leave();
      }
    },
  };
}

/** One form of the page of a request that is on its way. */
interface ViewWork {
  readonly request: ConvertRequest;
  readonly call: ConvertCall;
  readonly view: PageView;
  readonly part: PageTask['part'];
  readonly place: Place;
  readonly signals: WorkSignals;
  /** The deadline is the caller's own. */
  readonly isHasty: boolean;
  /** Part of the time left that the load may take; all by default. */
  readonly share?: number;
  /** Ends the load when it is not wanted any more. */
  readonly ended?: AbortSignal | undefined;
}

/** Converts a page that was loaded, unless what was made of it is kept. */
async function convertView(work: ViewWork, page: LoadedPage, parts: ConverterParts): Promise<ConvertedView> {
  const { request, call, view, part, place, signals } = work;
  const results = call.forms === undefined ? parts.results : undefined;
  const task = {
    ...pageTask(request, page, view, part),
    ...defined({ encoding: call.encoding, forms: call.forms }),
    ...(results !== undefined && page.keeping !== undefined ? { wantFurther: true } : {}),
  };
  const kept = await results?.find({ page, task });
  if (kept !== undefined) return { page, output: kept, view, isKept: true };
  const bytes = await readBytes(page);
  if (bytes === undefined) {
    // Its snapshot made room for others since it was found.
    const again = { ...work, call: { ...call, maxAgeS: 0 } };
    return convertView(again, await loadPage(again, parts), parts);
  }
  call.running?.at('queue');
  const endTurn = await place.turn(bytes.byteLength, signals.worker);
  call.running?.at('convert');
  const taken = { ...task, bytes: takeBytes(bytes, page) };
  const output = await parts.workers.convert(taken, signals.worker, endTurn);
  results?.keep({ page, task }, output);
  return { page, output, view, isKept: false };
}

async function loadPage(
  { request, call, view, part, signals, isHasty, share = 1, ended }: ViewWork,
  { source, results }: ConverterParts,
): Promise<LoadedPage> {
  const file = request.html === undefined ? call.file : givenHtml(request.html);
  if (file !== undefined) return givenPage(request.url, file, results?.keepingFor(call));
  call.running?.at(view === 'rendered' ? 'render' : 'fetch');
  return source.load({
    url: request.url,
    view,
    waitForSelector: view === 'rendered' ? request.wait_for_selector : undefined,
    language: request.language,
    timeoutMs: signals.remainingMs() * share,
    isHasty,
    signal: ended === undefined ? signals.fetch : AbortSignal.any([signals.fetch, ended]),
    maxAgeS: call.maxAgeS,
    ...defined({ noStore: call.noStore, onlyIfCached: call.onlyIfCached, version: part?.version }),
    keyId: call.keyId,
  });
}

/** The rendered page that is kept and fresh. */
async function keptRender(
  { call, ...work }: Omit<ViewWork, 'view'>,
  parts: ConverterParts,
): Promise<LoadedPage | undefined> {
  try {
    return await loadPage({ ...work, call: { ...call, onlyIfCached: true }, view: 'rendered' }, parts);
  } catch (error) {
    if (error instanceof ServiceError && error.failure.reason === 'not_cached') return undefined;
    throw error;
  }
}

/** The verdict; a page that turns out to be none is not kept, so that the next request asks the site again. */
async function judgeKept(request: ConvertRequest, viewed: ViewedPage): Promise<ConvertedPage> {
  const { outcome } = viewed.output;
  // One that still loads has a mark that says so, which is for all who are not strict about it.
  const isMarked = outcome === 'js_required' && viewed.page.isLoading && !request.strict;
  // Who is not strict reads on in the parts of this version.
  const isRead = !request.strict && (viewed.output.nextCursor !== undefined || request.cursor !== undefined);
  if (outcome !== 'ok' && isOfPage(outcome, request) && !isMarked && !isRead) await viewed.page.forget?.();
  return judge(request, viewed);
}

/** Precedence: a wall seen in the body, then the upstream status, then every other outcome. */
function judge(
  request: ConvertRequest,
  { page, output, view, unrendered, untried, rendering }: ViewedPage,
): ConvertedPage {
  const upstream = statusFailure(page.status);
  const judged =
    output.outcome !== 'ok' && (upstream === undefined || WALLS.has(output.outcome))
      ? (unrendered ?? outcomeFailure(output.outcome, request, { ...output, view }))
      : upstream;
  const failure = judged && untried !== undefined ? failureToTry(judged, untried) : judged;
  if (failure !== undefined && request.strict)
    throw new ServiceError(failure.failure, { cause: failure.cause, siteRetryMs: siteRetryOf(page) });
  if (output.cursorExpired) throw cursorExpired();
  const { outcome: _, words: __, further: ___, diagnostics, ...shown } = output;
  return {
    ...shown,
    format: request.response_format,
    finalUrl: page.finalUrl,
    upstream: {
      status: page.status,
      ...defined({ contentType: page.contentType, retryAfterMs: page.retryAfterMs }),
    },
    ...defined({
      fragment: (page.fragment ?? parseUrl(request.url)?.hash.slice(1)) || undefined,
      outcome: request.strict ? undefined : (failure?.failure.reason ?? 'ok'),
      diagnostics: diagnostics && {
        ...diagnostics,
        view,
        ...defined({ rendering }),
        redirects: page.redirects,
        upstreamStatus: page.status,
      },
      ageS: page.ageS,
    }),
  };
}

/** A failure that a browser may have spared, with what has one tried ahead of what else to do. */
function failureToTry(judged: ServiceError, todo: string): ServiceError {
  const { reason, message } = judged.failure;
  return fail(reason, `${todo} ${message}`, { cause: judged });
}
