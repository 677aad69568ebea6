import { PagemarkError } from './pagemark-error.ts';

/** The time that a call has, and the caller's own signal, as one. */
export interface Deadline {
  /** Aborted by the caller or by time. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Starts the time again: something was heard. */
  restart(): void;
  /** What a thrown value means: the caller's reason, `client_timeout`, or `client_network`. */
  explain(thrown: unknown): unknown;
  /** Frees the timer; must be called. */
  end(): void;
}

/** Starts a deadline of `timeoutMs`. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
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
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - Date.now()),
    restart,
    explain(thrown) {
      if (caller?.aborted) return caller.reason;
      if (thrown instanceof PagemarkError) return thrown;
      if (isLate) {
        const message = `Allow more than ${timeoutMs} ms with "timeoutMs", or retry: the service was silent for that long.`;
        return new PagemarkError('client_timeout', message, { cause: thrown });
      }
      const message = 'Check that the service runs and its address is right: the connection failed.';
      return new PagemarkError('client_network', message, { cause: thrown });
    },
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCaller);
    },
  };
}
