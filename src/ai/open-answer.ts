import { setTimeout as sleep } from 'node:timers/promises';
import { withoutControls } from '../core/invisible-characters.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { AiEvent, AiProvider, AiTask } from './provider.ts';
import {
  faultOf,
  isRefusedTask,
  ProviderDeclinedError,
  ProviderTimeoutError,
  providerError,
} from './provider-failure.ts';

/** Longest time for one whole answer, in milliseconds. */
const MAX_ANSWER_MS = 300_000;
/** Most text of one answer, in bytes of UTF-8. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * Faults that open no circuit: those of this very request say nothing about the next one, and to a caller whom no retry helps an open
 * circuit would promise that one does.
 */
const TELLS_NOTHING: ReadonlySet<ReturnType<typeof faultOf>> = new Set([
  'refused_request',
  'declined',
  'refused_service',
]);

/** An answer whose first piece of text is already here. */
export type OpenAnswer = Awaited<ReturnType<typeof openAnswer>>;

/**
 * Starts an answer and waits for its first piece of text. Fails with `ai_provider_error` (the provider answered
 * with an error, garbage or nothing) or `ai_unavailable` (unreachable, too slow, circuit open; with
 * `retryAfterMs`, but for a task that the provider cannot do whenever it is asked); rejects with `signal.reason` when the caller went away first. The provider is stopped when the
 * signal aborts, a limit is reached, or the reader of `events` returns. `timeoutMs`: to the first piece of text, and between
 * any two (`PAGEMARK_AI_TIMEOUT_MS`).
 */
export async function openAnswer(
  provider: AiProvider,
  task: AiTask,
  signal: AbortSignal,
  timeoutMs: number,
  breaker: CircuitBreaker,
) {
  signal.throwIfAborted();
  const probeInMs = breaker.refuses();
  if (probeInMs !== null) throw providerError('unreachable', new Error('circuit open'), probeInMs);
  const stop = new AbortController();
  // The caller's abort ends the call; once that is over, nothing listens to the caller any more.
  const forward = () => stop.abort(signal.reason);
  signal.addEventListener('abort', forward, { once: true });
  stop.signal.addEventListener('abort', () => signal.removeEventListener('abort', forward), { once: true });
  const source = limited(provider.stream(task, stop.signal), signal, stop, timeoutMs);
  try {
    const first = await source.next();
    if (first.done || first.value.type !== 'text') throw noText(first.value);
    breaker.succeeded();
    return {
      model: provider.model,
      method: provider.method,
      /** The first piece, then the rest, then exactly one `finish`; throws only `ServiceError`. */
      events: inServiceErrors(first.value, source, signal, stop),
      /** Stops the provider, for an answer whose events nobody will read. Does nothing after its end. */
      cancel: () => stop.abort(),
    };
  } catch (thrown) {
    stop.abort();
    if (signal.aborted) throw signal.reason;
    if (isRefusedTask(thrown)) throw thrown;
    const fault = faultOf(thrown);
    if (!TELLS_NOTHING.has(fault)) breaker.failed();
    throw providerError(fault, thrown);
  }
}

function noText(ended: AiEvent | undefined): Error {
  return ended?.type === 'finish' && ended.finishReason === 'content_filter'
    ? new ProviderDeclinedError('the answer was filtered')
    : new Error('the answer has no text');
}

async function* inServiceErrors(
  first: AiEvent,
  rest: AsyncGenerator<AiEvent>,
  signal: AbortSignal,
  stop: AbortController,
): AsyncGenerator<AiEvent, void, undefined> {
  try {
    yield first;
    yield* rest;
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw providerError(faultOf(thrown), thrown);
  } finally {
    stop.abort();
  }
}

/** The provider's events under the limits of time and size; ends after `finish`, throws when there is none. */
async function* limited(
  stream: AsyncIterable<AiEvent>,
  signal: AbortSignal,
  stop: AbortController,
  timeoutMs: number,
): AsyncGenerator<AiEvent> {
  const events = stream[Symbol.asyncIterator]();
  const endsAt = performance.now() + MAX_ANSWER_MS;
  let answerBytes = 0;
  try {
    for (;;) {
      const leftMs = Math.min(timeoutMs, endsAt - performance.now());
      const next = await within(events.next(), leftMs, signal);
      if (next.done) throw new Error('the answer broke off');
      if (next.value.type === 'finish') {
        yield next.value;
        return;
      }
      const text = withoutControls(next.value.text);
      answerBytes += Buffer.byteLength(text);
      if (answerBytes > MAX_ANSWER_BYTES) throw new Error(`more than ${MAX_ANSWER_BYTES} bytes`);
      if (text !== '') yield { type: 'text', text };
    }
  } finally {
    stop.abort();
    // A provider that hangs would hold its own return up as well, so nothing waits for it.
    events.return?.().then(undefined, () => undefined);
  }
}

/** `work`, or a rejection when it takes longer than `ms` or the signal aborts. A late end of `work` is ignored. */
async function within<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  const late = sleep(Math.max(0, ms), undefined, { signal: AbortSignal.any([signal, ended.signal]) });
  const timeout = late.then(() => {
    throw new ProviderTimeoutError(`no text within ${Math.round(ms)} ms`);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    ended.abort();
  }
}
