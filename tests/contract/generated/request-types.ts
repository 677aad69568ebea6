/**
 * A request as it is generated, shown and kept as a fixed case. `{site}` stands for the address of the test site, and
 * `{apiKey}`, `{fewKey}` … for the credentials of a run, in every text.
 */
export type GeneratedRequest = PlainRequest | RawRequest;

/** A request that Node's own client can send. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Sent as UTF-8. */
  readonly body?: string;
  /** Base64 of a body that is no text. */
  readonly bytes?: string;
}

/** Bytes over a bare socket, one character each (Latin-1). */
export interface RawRequest {
  readonly raw: string;
  /** What the bytes are meant to be. */
  readonly kind: string;
  /** The requests in the bytes whose head can be read; the answers must be theirs, in order. */
  readonly asks?: readonly { readonly method: string; readonly path: string }[];
  /** Enough to be answered; else the connection is half-closed when nothing comes. */
  readonly isWhole?: boolean;
}

export const isRaw = (request: GeneratedRequest): request is RawRequest => 'raw' in request;

/** A whole answer. */
export interface Answer {
  readonly status: number;
  /** In lower case, in order, repeated ones too. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** The one value of a header field, or undefined. */
export const headerOf = ({ headers }: Pick<Answer, 'headers'>, name: string): string | undefined =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1];
