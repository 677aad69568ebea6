import { answerInfo } from './answer-info.ts';
import type { FileBytes } from './client-types.ts';
import { answerError, PagemarkError } from './pagemark-error.ts';

/** One request, ready to be sent as often as needed. */
export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FileBytes;
}

/** Refused before any work was done, so that sending again repeats nothing. */
const REFUSED = new Set(['busy', 'concurrency_limited', 'rate_limited', 'draining', 'store_unavailable']);
const FIRST_WAIT_MS = 250;
/** Clients that were refused together should not come back together. */
const JITTER_MS = 100;

/**
 * Sends until the service accepts, refuses for good, or patience ends. Resolves with a success whose body is unread;
 * throws `PagemarkError` for an error answer, and what `fetch` throws.
 */
export async function send(
  url: string,
  { method, headers, body }: Outgoing,
  deadline: Deadline,
  patience: { readonly retries: number; readonly maxRetryWaitMs: number },
  fetch: typeof globalThis.fetch,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url, {
      method,
      headers,
      // `fetch` takes a licence key and the page along to whatever host a redirect names.
      redirect: 'manual',
      signal: deadline.signal,
      // `fetch` of some releases of TypeScript takes no bytes of memory that may be shared; the client makes none.
      ...(body === undefined ? {} : { body: body as Exclude<FileBytes, Uint8Array> }),
    });
    if (response.ok) return response;
    const error = await answerError(response, answerInfo(response));
    const waitMs = attempt < patience.retries ? waitBefore(error, attempt) : null;
    if (waitMs === null || waitMs > patience.maxRetryWaitMs || waitMs >= deadline.remainingMs()) throw error;
    await pause(waitMs + Math.random() * JITTER_MS, deadline.signal);
  }
}

/** Milliseconds to wait before the next attempt; null when there should be none: what the AI provider cannot do, it never can. */
function waitBefore(error: PagemarkError, attempt: number): number | null {
  if (error.reason === 'ai_unavailable') return error.retryAfterMs ?? null;
  if (!REFUSED.has(error.reason) && error.status !== 503) return null;
  return error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** The time that a call has, and the caller's own signal, as one. */
export type Deadline = ReturnType<typeof startDeadline>;

/** Starts a deadline of `timeoutMs`. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  const signal: AbortSignal = controller.signal;
  let endsAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLate = false;
  const onCaller = () => controller.abort(caller?.reason);
  const restart = () => {
    clearTimeout(timer);
    endsAt = Date.now() + timeoutMs;
    timer = setTimeout(() => {
      isLate = true;
      controller.abort(new Error('timeout'));
    }, timeoutMs);
  };
  if (caller?.aborted) onCaller();
  caller?.addEventListener('abort', onCaller, { once: true });
  restart();
  return {
    /** Aborted by the caller or by time. */
    signal,
    remainingMs: () => Math.max(0, endsAt - Date.now()),
    /** Starts the time again, or stops it. */
    restart,
    pause: () => clearTimeout(timer),
    /** What a thrown value means: the caller's reason, `client_timeout`, or `client_network`. */
    explain(thrown: unknown): unknown {
      if (caller?.aborted) return caller.reason;
      if (thrown instanceof PagemarkError) return thrown;
      if (isLate) {
        const message = `Allow more than ${timeoutMs} ms with "timeoutMs", or retry: the service was silent for that long.`;
        return new PagemarkError('client_timeout', message, { cause: thrown });
      }
      const message = 'Check that the service runs and its address is right: the connection failed.';
      return new PagemarkError('client_network', message, { cause: thrown });
    },
    /** Frees the timer; must be called. */
    end(): void {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCaller);
    },
  };
}
