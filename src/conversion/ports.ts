import type { ExtendedMetadata } from '../contract/convert.ts';
import type { DocumentLack, Outcome } from '../contract/failure.ts';
import type { Diagnostics } from '../core/diagnostics/diagnostics.ts';
import type { ConvertOptions, Metadata } from '../core/options.ts';
import type { Part, PartBounds } from '../core/writing/cut-parts.ts';
import type { FetchedPage, Redirect, Validators } from '../fetching/fetch-page.ts';
import type { Patience } from '../rendering/renderer.ts';
import type { WorkerTurn } from './admission.ts';
import type { ListedImage, ListedLink } from './page-lists.ts';

/** The bytes of a page. */
export type PageBytes = Uint8Array<ArrayBuffer>;

/** Until when something may be kept, as milliseconds of the wall clock, and for whose key; null is everybody. */
export interface Keeping {
  readonly untilMs: number;
  readonly keyId: string | null;
}

/** A page as it came from somewhere; `bytes` may be transferred away by the reader, unless others share them. */
export interface LoadedPage {
  readonly bytes: PageBytes;
  /** In place of `bytes`, which are empty: out of the store that has them; undefined when they have gone from there. */
  readonly read?: () => Promise<PageBytes | undefined>;
  /** SHA-256 of the bytes in hexadecimal digits, where it is known. */
  readonly sha256?: string;
  /** What is made of the page may be kept for this caller, or for everybody, until then; absent: nowhere. */
  readonly keeping?: Keeping;
  /** Others wait with the same bytes: whoever transfers them copies them first. */
  readonly isShared?: boolean;
  readonly contentType: string | undefined;
  /** '' of a file that was sent without an address. */
  readonly finalUrl: string;
  /** The fragment of the final address; undefined: the one that was asked for. */
  readonly fragment?: string | undefined;
  /** File name of what was sent. */
  readonly name?: string;
  readonly status: number;
  readonly redirects: readonly Redirect[];
  /** The site said when to come again, in milliseconds from when it was asked. */
  readonly retryAfterMs?: number;
  /** Seconds since the page was fetched; set when it came from a snapshot. */
  readonly ageS?: number;
  /**
   * RFC 9211 value, such as `pagemark; hit; ttl=3000`. Waits up to `mostMs` for the page to be stored, which goes on
   * beside the conversion: ask for it last.
   */
  readonly cacheStatus?: (mostMs: number) => Promise<string>;
  /** What an upstream said of keeping its page. Absent when nobody read it; the page is then kept for its caller only. */
  readonly caching?: FetchedPage['caching'];
  /** The page that the validators belong to still holds, and `bytes` is empty; only when validators were given. */
  readonly notModified?: boolean;
  /** A rendered page that was still at work when its time was over. */
  readonly isLoading?: boolean;
  /** The deadline of a caller's own that cut it short, of `performance.now()`: nothing of it is kept, or given to others. */
  readonly cutFor?: number;
  /** Drops the page where it is kept, because it turned out to be none. Never rejects. */
  readonly forget?: () => Promise<void>;
}

/** The two forms of a page: each is fetched, kept and shared by itself. */
export type PageView = 'source' | 'rendered';

/** Where pages come from: the fetcher, or snapshots in front of it. */
export interface PageSource {
  load(request: PageRequest): Promise<LoadedPage>;
}

/** One page that is asked for. */
export interface PageRequest {
  readonly url: string;
  /** `source`: the bytes as served. `rendered`: the document that a browser makes of them. */
  readonly view: PageView;
  /** CSS selector that a rendered page must show before it is read. */
  readonly waitForSelector: string | undefined;
  readonly language: string | undefined;
  readonly timeoutMs: number;
  /** The caller set that deadline: the service would wait for longer. */
  readonly isHasty?: boolean;
  /** The time of all who wait for a rendered page; default: that of the request. */
  readonly patience?: () => Patience;
  readonly signal: AbortSignal;
  /** Longest age in seconds of a snapshot that is good enough; undefined: any that is kept. */
  readonly maxAgeS: number | undefined;
  /** The page must be kept nowhere and shared with nobody. */
  readonly noStore?: boolean;
  /** Only a page that is kept already will do: nothing is fetched. */
  readonly onlyIfCached?: boolean;
  /** The version that a cursor goes on with (`pageVersion`): taken where it is kept, whatever has come since. */
  readonly version?: string;
  /** What is known of the page already, to be told only of a change. */
  readonly validators?: Validators;
  readonly keyId: string | null;
}

/** Bytes of a content, in UTF-8: as a string of JSON with its quotes, or as it is. */
export type ContentEncoding = 'json' | 'plain';

/**
 * Forms of a page beside its content: the content as HTML, the source as text, sentences of the content that sum it up, and
 * what a crawl goes by (a `PageTrail` as JSON).
 */
export type PageForm = 'html' | 'source' | 'summary' | 'trail';

/** One page for a worker. */
export interface PageTask {
  readonly bytes: PageBytes;
  /** SHA-256 of the bytes in hexadecimal digits, where it is known. */
  readonly sha256?: string;
  readonly contentType: string | undefined;
  readonly url: string;
  /** File name of a page that came without an address. */
  readonly name?: string;
  readonly status: number;
  /** A browser made the document: what it lacks, no browser will add. */
  readonly rendered?: boolean;
  /** The browser's time was over before the page had come to its end. */
  readonly isLoading?: boolean;
  /** The other view of the page may be compared with this one: `PageOutput.words` are wanted where they can be needed. */
  readonly wantWords?: boolean;
  readonly format: 'markdown' | 'text';
  readonly options: ConvertOptions;
  readonly wantMetadata: boolean;
  readonly wantDiagnostics: boolean;
  readonly wantExtended?: boolean;
  readonly wantLinks?: boolean;
  readonly wantImages?: boolean;
  readonly forms?: readonly PageForm[];
  /** What further requests may ask of the same content is wanted too (`PageOutput.further`). */
  readonly wantFurther?: boolean;
  /** A worker gives the content as bytes, which the event loop passes on without a look at them. */
  readonly encoding?: ContentEncoding;
  /** Only this part of the content; digest of the whole and version of the page are absent for the first part. */
  readonly part?: PartBounds & {
    readonly index: number;
    readonly digest?: string;
    readonly version?: string;
  };
}

/** Another form or part of a content that was asked for. */
export interface FurtherOutput {
  /** What asks for it, where it differs from what was asked. */
  readonly asked: Pick<PageTask, 'format' | 'part'>;
  readonly output: PageOutput;
}

/** A worker's answer. */
export interface PageOutput {
  /** The other format of a whole content that is `ok`, or the parts that follow. */
  readonly further?: readonly FurtherOutput[];
  /** '' when it is `encoded`. */
  readonly content: string;
  readonly encoded?: Uint8Array<ArrayBuffer>;
  readonly outcome: Outcome;
  /** What a page that is too complex needs, as in "more than 800000 elements and texts". */
  readonly exceeded?: string;
  /** What speaks for content of a page that a browser would get. */
  readonly incomplete?: readonly string[];
  /** The different words of the whole content (`wordSet`); of a source only where it is incomplete. */
  readonly words?: readonly number[];
  /** What a document lacks whose outcome is not `ok`. */
  readonly lack?: DocumentLack;
  /** What a document is that is not read, as in "a picture". */
  readonly unread?: string;
  /** Estimated tokens of `content`. */
  readonly tokens: number;
  /** Strong entity tag, quoted: digest of engine, options and everything returned. */
  readonly etag: string;
  readonly metadata?: Metadata;
  readonly extended?: ExtendedMetadata;
  readonly links?: readonly ListedLink[];
  readonly images?: readonly ListedImage[];
  readonly forms?: Readonly<Partial<Record<PageForm, string>>>;
  readonly diagnostics?: Diagnostics & { readonly contentDigest: string };
  /** Of a part: what it repeats. */
  readonly part?: Omit<Part, 'own'>;
  /** The next part, when there is one. */
  readonly nextCursor?: string;
  /** The part that was asked for is not one of this content. */
  readonly cursorExpired?: true;
}

/** Converts pages away from the event loop. */
export interface PageWorkers {
  /**
   * Converts a page of a caller whose turn it is. `onEnd` is called once, with the milliseconds of CPU that the page
   * used and the time that its worker was at it, when the worker is free again, which is later than the answer for a page
   * that ended its thread. Throws
   * `ServiceError`: `document_too_complex` when the page breaks the heap limit, `conversion_timeout` when it has spent
   * its CPU, `busy` when its thread died, the signal's reason when it is aborted (a running conversion is killed).
   */
  convert(task: PageTask, signal: AbortSignal, onEnd: WorkerTurn): Promise<PageOutput>;
}
