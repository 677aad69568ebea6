import { parseUrl } from '../contract/address.ts';
import type { ConvertRequest, ExtendedMetadata } from '../contract/convert.ts';
import type { ConversionDiagnostics } from '../contract/diagnostics.ts';
import type { Failure, FailureReason } from '../contract/failure.ts';
import { fail } from '../contract/failure.ts';
import type { ConvertOptions, Metadata } from '../core/options.ts';
import { readSelectors, tooManySelectors } from '../core/select/selectors/apply-selectors.ts';
import { statusFailure } from '../fetching/status-failure.ts';
import type { Admission } from './admission.ts';
import { type CallerId, NO_KEY } from './caller-accounts.ts';
import type { HeldBytes } from './held-bytes.ts';
import { isWall, outcomeFailure } from './outcome-failure.ts';
import { cursorExpired, readCursor } from './page-cursor.ts';
import type { ListedImage, ListedLink } from './page-lists.ts';
import type {
  ContentEncoding,
  LoadedPage,
  PageOutput,
  PageSource,
  PageTask,
  PageView,
  PageWorkers,
} from './ports.ts';
import { checkRender, type ViewedPage, viewPage } from './view-page.ts';
import { startWorkSignals, type WorkSignals } from './work-signals.ts';

/** A converted page, for any protocol. */
export interface ConvertedPage {
  /** '' when the call asked for bytes: they are `encoded`. */
  readonly content: string;
  readonly encoded?: Uint8Array<ArrayBuffer>;
  readonly format: 'markdown' | 'text';
  readonly metadata?: Metadata;
  readonly extended?: ExtendedMetadata;
  readonly links?: readonly ListedLink[];
  readonly images?: readonly ListedImage[];
  /** Of a part: what it repeats. */
  readonly part?: PageOutput['part'];
  /** The next part, when there is one. */
  readonly nextCursor?: string;
  /** What became of the page; only when the request was not strict. */
  readonly outcome?: 'ok' | FailureReason;
  readonly diagnostics?: ConversionDiagnostics;
  readonly tokens: number;
  readonly etag: string;
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
}): Converter {
  const { source, workers, admission } = parts;
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
        const viewed = await viewPage(request, async (view) => {
          if (view === 'rendered') place.render();
          const page = await loadPage(request, { ...call, view, version: part?.version }, source, signals);
          const endTurn = await place.turn(page.bytes.byteLength, signals.worker);
          const task = { ...pageTask(request, page, view, part), ...encodingOf(call) };
          const output = await workers.convert(task, signals.worker, endTurn);
          return { page, output, view };
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

async function loadPage(
  request: ConvertRequest,
  { view, version, ...call }: ConvertCall & { readonly view: PageView; readonly version: string | undefined },
  source: PageSource,
  signals: WorkSignals,
): Promise<LoadedPage> {
  if (request.html !== undefined) return givenPage(request.url, request.html);
  return source.load({
    url: request.url,
    view,
    waitForSelector: view === 'rendered' ? request.wait_for_selector : undefined,
    language: request.language,
    timeoutMs: signals.remainingMs(),
    signal: signals.fetch,
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

/** Throws `invalid_request` for a selector that cannot be read, and for too many over both fields. */
export function checkSelectors(request: ConvertRequest): void {
  const read = (['include_selectors', 'exclude_selectors'] as const).map((field) => {
    const selectors = readSelectors(request[field]);
    const [problem] = selectors.problems;
    if (problem !== undefined) throw fail('invalid_request', `${problem} It is in "${field}".`);
    return selectors;
  });
  const tooMany = tooManySelectors(read);
  if (tooMany !== null) throw fail('invalid_request', tooMany);
}

/**
 * Which part of the content is asked for, the first one of at most `maxBytes`; a cursor keeps the bounds of the first.
 * Throws `invalid_request` for a cursor that is none or of another `max_tokens`.
 */
export function askedPart(
  { cursor, max_tokens: maxTokens }: ConvertRequest,
  maxBytes?: number,
): PageTask['part'] {
  if (cursor === undefined) {
    if (maxTokens === undefined && maxBytes === undefined) return undefined;
    return {
      index: 0,
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    };
  }
  const place = readCursor(cursor);
  if (maxTokens !== undefined && maxTokens !== place.maxTokens) {
    throw fail(
      'invalid_request',
      place.maxTokens === undefined
        ? `Leave "max_tokens" out, as for the first part; it is ${maxTokens}.`
        : `Set "max_tokens" to ${place.maxTokens} as for the first part, or leave it out; it is ${maxTokens}.`,
    );
  }
  return place;
}

/** What a worker is told of a page of a request; `url` of the task is the final one. */
export function pageTask(
  request: ConvertRequest,
  page: LoadedPage,
  view: PageView,
  part: PageTask['part'],
): PageTask {
  return {
    bytes: page.isShared ? new Uint8Array(page.bytes) : page.bytes,
    contentType: page.contentType,
    url: page.finalUrl,
    status: page.status,
    ...(view === 'rendered' ? { rendered: true } : {}),
    format: request.response_format,
    options: convertOptions(request),
    wantMetadata: request.include_metadata,
    wantDiagnostics: request.include_diagnostics,
    wantExtended: request.include_extended,
    wantLinks: request.include_links,
    wantImages: request.include_images,
    ...(part === undefined ? {} : { part }),
  };
}

/** The options that shape the content; what equals its default is left out, so that equal requests have equal tags. */
function convertOptions(request: ConvertRequest): ConvertOptions {
  return {
    ...(request.scope === 'main' ? {} : { scope: request.scope }),
    ...(request.links === 'inline' ? {} : { links: request.links }),
    ...(request.images === 'keep' ? {} : { images: request.images }),
    ...(request.frontmatter ? { frontmatter: true } : {}),
    ...(request.include_selectors?.length ? { includeSelectors: request.include_selectors } : {}),
    ...(request.exclude_selectors?.length ? { excludeSelectors: request.exclude_selectors } : {}),
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
function judge(request: ConvertRequest, { page, output, view, unrendered }: ViewedPage): ConvertedPage {
  const upstream = statusFailure(page.status);
  const failure =
    output.outcome !== 'ok' && (upstream === undefined || isWall(output.outcome))
      ? (unrendered ?? outcomeFailure(output.outcome, output.exceeded))
      : upstream;
  if (failure !== undefined && request.strict) throw failure;
  if (output.cursorExpired) throw cursorExpired();
  return {
    content: output.content,
    ...(output.encoded === undefined ? {} : { encoded: output.encoded }),
    format: request.response_format,
    tokens: output.tokens,
    etag: output.etag,
    finalUrl: page.finalUrl,
    ...(output.metadata === undefined ? {} : { metadata: output.metadata }),
    ...(output.extended === undefined ? {} : { extended: output.extended }),
    ...(output.links === undefined ? {} : { links: output.links }),
    ...(output.images === undefined ? {} : { images: output.images }),
    ...(output.part === undefined ? {} : { part: output.part }),
    ...(output.nextCursor === undefined ? {} : { nextCursor: output.nextCursor }),
    ...(request.strict ? {} : { outcome: failure?.failure.reason ?? 'ok' }),
    ...(output.diagnostics === undefined
      ? {}
      : {
          diagnostics: {
            ...output.diagnostics,
            view,
            redirects: page.redirects,
            upstreamStatus: page.status,
          },
        }),
    ...(page.ageS === undefined ? {} : { ageS: page.ageS }),
  };
}
