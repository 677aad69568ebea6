import type { ErrorEnvelope } from '../contract/error-envelope.ts';
import type { FailureReason } from '../contract/failure.ts';
import type { AnswerInfo } from './client-types.ts';

/**
 * What a client can add to the reasons of the service: it could not be reached, it was silent for too long, or what
 * answered was not pagemark (a proxy's error page, a cut stream).
 */
export type ClientReason = 'client_network' | 'client_timeout' | 'client_answer';

/** A failed call. Branch on `reason`: the names are stable, messages are for people. */
export class PagemarkError extends Error {
  override readonly name = 'PagemarkError';
  readonly reason: FailureReason | ClientReason;
  /** HTTP status; null when nothing answered. */
  readonly status: number | null;
  /** Milliseconds after which the same call can succeed, when the service said so. */
  readonly retryAfterMs: number | null;
  /** RFC 3339 time at which the AI quota resets; only with `ai_quota_exceeded`. */
  readonly resetAt: string | null;
  /** What the header fields of the answer said; null when nothing answered. */
  readonly info: AnswerInfo | null;

  constructor(
    reason: FailureReason | ClientReason,
    message: string,
    facts: {
      readonly info?: AnswerInfo;
      readonly retryAfterMs?: number | null;
      readonly resetAt?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.reason = reason;
    this.info = facts.info ?? null;
    this.status = this.info?.status ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.resetAt = facts.resetAt ?? null;
  }

  /** For reports to the operator; null when nothing answered. */
  get requestId(): string | null {
    return this.info?.requestId ?? null;
  }
}

/** The error of an answer that is no success: its envelope, or `client_answer` for one that has none. */
export async function answerError(response: Response, info: AnswerInfo): Promise<PagemarkError> {
  const body = await response.text();
  const envelope = readEnvelope(body);
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  if (envelope === null) {
    const message = `Check that the address is pagemark's: the answer was HTTP ${response.status} without its envelope.`;
    return new PagemarkError('client_answer', message, { info, retryAfterMs });
  }
  const { reason, message, reset_at: resetAt } = envelope.error;
  return new PagemarkError(reason, message, { info, retryAfterMs, resetAt });
}

function readEnvelope(body: string): ErrorEnvelope | null {
  try {
    const value = JSON.parse(body) as ErrorEnvelope | null;
    return value?.status === 'error' && typeof value.error?.reason === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** `Retry-After` (RFC 9110, 10.2.3), in seconds or as a date, as milliseconds from now. */
function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
