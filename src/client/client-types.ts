import type { z } from 'zod';
import type { AiEventBody, aiRequest } from '../contract/ai.ts';
import type { ConvertResponse, convertFileQuery, convertRequest } from '../contract/convert.ts';
import type { HealthResponse } from '../contract/health.ts';
import type { LicenseResponse } from '../contract/license.ts';
import type { UsageResponse } from '../contract/usage.ts';

/** Body of `POST /v1/convert`; everything but `url` is optional. */
export type ConvertInput = z.input<typeof convertRequest>;
/** Options of `POST /v1/convert/file`; all are optional. */
export type ConvertFileInput = z.input<typeof convertFileQuery>;
/** Body of `POST /v1/ai`; everything but `markdown` is optional. */
export type AiInput = z.input<typeof aiRequest>;
/** An event of the AI stream; a failure is thrown instead. */
export type AiEvent = Exclude<AiEventBody, { type: 'error' }>;

/** One request window of the plan. */
export interface WindowLimit {
  /** Requests per window. */
  readonly limit: number;
  /** Requests that would be admitted now. */
  readonly remaining: number;
  /** Seconds until `remaining` grows. */
  readonly resetS: number;
}

/** What the header fields of an answer said. */
export interface AnswerInfo {
  readonly status: number;
  /** For reports to the operator. */
  readonly requestId: string | null;
  readonly engine: string | null;
  readonly etag: string | null;
  /** Seconds since the fetch of the page began, whoever it was for; null for what is not fetched, or not kept. */
  readonly ageS: number | null;
  /** Estimated tokens of the content. */
  readonly tokens: number | null;
  /** Both windows of the key; null when the answer shows none. */
  readonly limits: { readonly minute: WindowLimit; readonly hour: WindowLimit } | null;
}

/** Fields of an answer that a field of the request asks for. */
interface AskedFor {
  readonly include_metadata: 'metadata';
  readonly include_extended: 'extended';
  readonly include_links: 'links';
  readonly include_images: 'images';
  readonly include_diagnostics: 'diagnostics' | 'usage';
}
type FieldsAskedBy<Input> = {
  [Name in keyof AskedFor]: Input extends { readonly [Asked in Name]: true } ? AskedFor[Name] : never;
}[keyof AskedFor];

/**
 * A converted page: the `data` of the answer, and what its header fields said. What the request (`Input`) asks for by a literal
 * `true`, such as `include_links: true`, is there.
 */
export type ConvertedPage<Input = unknown> = ConvertResponse['data'] &
  Required<Pick<ConvertResponse['data'], FieldsAskedBy<Input>>> & { readonly info: AnswerInfo };

/** How one call is made. */
export interface CallOptions {
  /** Ends the call; it then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Longest time of the whole call, its retries included, in milliseconds. For `ai`: longest silence. */
  readonly timeoutMs?: number;
  /** How often a refused call is sent again. */
  readonly retries?: number;
}

/** How one conversion is made. */
export interface ConvertCallOptions extends CallOptions {
  /** Longest age of the page's snapshot in seconds; 0 has the page fetched again. */
  readonly maxAgeS?: number;
}

/** How one file is converted. */
export interface ConvertFileCallOptions extends CallOptions {
  /** Media type of the file; default that of the `Blob`, else the service tells it by bytes and name. */
  readonly contentType?: string;
}

/** The bytes of a file, or its text. */
export type FileBytes = Blob | ArrayBuffer | Uint8Array | string;

/** Events of one AI answer. It is sent when it is first read, once; leaving the loop ends the call. */
export interface AiStream extends AsyncIterable<AiEvent> {
  /** Reads to the end: the whole text. */
  text(): Promise<string>;
}

/** The service, as functions. Every one throws `PagemarkError`, or the reason of the caller's signal. */
export interface PagemarkClient {
  /** Converts a page: its address, or the whole request. */
  convert<Input extends ConvertInput>(
    page: string | Input,
    call?: ConvertCallOptions,
  ): Promise<ConvertedPage<Input>>;
  /** Converts a file of any kind that the service reads. A `File` brings its name. */
  convertFile<Input extends ConvertFileInput>(
    file: FileBytes,
    options?: Input,
    call?: ConvertFileCallOptions,
  ): Promise<ConvertedPage<Input>>;
  /** Streams an AI answer about a page. */
  ai(request: AiInput, call?: CallOptions): AiStream;
  /** Whether a licence key is valid, and what it has used; without an argument, the client's own. */
  validateLicense(key?: string, call?: CallOptions): Promise<LicenseResponse>;
  /** What the API key has used and may still use. Counts nothing. */
  usage(call?: CallOptions): Promise<UsageResponse>;
  /** Whether the service serves. */
  health(call?: CallOptions): Promise<HealthResponse>;
}

/** Where and as whom a client calls. */
export interface ClientOptions {
  /** Address of the service, such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  /** `pmk_…`, for `convert` and `usage`. */
  readonly apiKey?: string | undefined;
  /** `pml_…`, for `ai`. */
  readonly licenseKey?: string | undefined;
  /** Default 60,000; see `CallOptions`. */
  readonly timeoutMs?: number;
  /**
   * Default 2. Only calls that were refused before any work are sent again: 429 `busy`, `concurrency_limited` and
   * `rate_limited`, and 503.
   */
  readonly retries?: number;
  /** A refusal that asks for a longer wait than this is thrown at once; default 10,000 ms. */
  readonly maxRetryWaitMs?: number;
  /** Another `fetch`; default the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}
