import type { IncomingHttpHeaders } from 'node:http';

/** What names a call of the 2025 revisions: ids are unique within a session, and sessions within a key. */
interface CallName {
  readonly keyId: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly id: unknown;
}

/** Calls of this process that have not ended, so that a `notifications/cancelled` can find the one that it means. */
export class OpenCalls {
  readonly #open = new Map<string, AbortController>();

  /** A call begins; `signal` is aborted when it is cancelled. */
  begin(call: CallName): { readonly signal: AbortSignal; end(): void } {
    const controller = new AbortController();
    const name = nameOf(call);
    if (name !== null) this.#open.set(name, controller);
    return {
      signal: controller.signal,
      end: () => {
        if (name !== null && this.#open.get(name) === controller) this.#open.delete(name);
      },
    };
  }

  /** Cancels a call; one that has ended, or runs in another process, is not found. */
  cancel(call: CallName): void {
    const name = nameOf(call);
    if (name !== null) this.#open.get(name)?.abort();
  }
}

/** Null without a session: another client of the same key may use the same id. */
function nameOf({ keyId, headers, id }: CallName): string | null {
  const session = headers['mcp-session-id'];
  return session === undefined || id === undefined ? null : JSON.stringify([keyId, session, id]);
}
