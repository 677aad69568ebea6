import { fail, ServiceError } from '../contract/failure.ts';
import { FAULT_ADVICE } from './fault-advice.table.ts';
import { NoAnswer } from './store-breaker.ts';

/** Offered to callers when a store fails; a lock or a failover is over by then more often than not. */
const RETRY_AFTER_MS = 1000;
/** Settings with the addresses of the servers, and the file of the embedded database. */
const SETTINGS = {
  PostgreSQL: 'PAGEMARK_DATABASE_URL',
  Redis: 'PAGEMARK_REDIS_URL',
  SQLite: 'PAGEMARK_DATABASE_URL',
} as const;

export type Engine = keyof typeof SETTINGS;

/** Why a store does not serve, for the operator: what to do first, the setting, what was said. Never sent to callers. */
class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly wasSent: boolean;

  constructor(engine: Engine, cause: unknown, wasSent: boolean) {
    const { code, message, text } = wordsOf(cause);
    const advice =
      FAULT_ADVICE.find((row) => {
        const isOfEngine = row.engine === undefined || row.engine === engine;
        return isOfEngine && row.signs.some((sign) => code.startsWith(sign) || text.includes(sign));
      })?.advice ?? 'See the log of the server that SETTING names';
    super(`${advice.replaceAll('SETTING', SETTINGS[engine])}; ${engine}: ${message || code}`, { cause });
    this.wasSent = wasSent;
  }
}

/** What a server, the system or the network said: code, message, and all of it. */
function wordsOf(cause: unknown): { readonly code: string; readonly message: string; readonly text: string } {
  if (!(cause instanceof Error)) return { code: '', message: String(cause), text: String(cause) };
  // A name with several addresses fails with the errors of all, and without a message of its own.
  const first = cause instanceof AggregateError && cause.message === '' ? cause.errors[0] : cause;
  const message = first instanceof Error ? first.message : cause.message;
  const { code } = cause as { readonly code?: unknown };
  return { code: typeof code === 'string' ? code : '', message, text: `${cause.name} ${message}` };
}

/** `store_unavailable` whose cause tells the operator why. `wasSent`: the server may have done what it was asked. */
export function storeUnavailable(
  engine: Engine,
  cause: unknown,
  wasSent = !(cause instanceof NoAnswer) || cause.wasSent,
): ServiceError {
  return fail('store_unavailable', 'Retry after the time given; the store cannot be reached now.', {
    retryAfterMs: RETRY_AFTER_MS,
    cause: new StoreFault(engine, cause, wasSent),
  });
}

/** False when a call failed before anything was sent to the server. */
export function wasSent(thrown: unknown): boolean {
  return !(thrown instanceof ServiceError && thrown.cause instanceof StoreFault) || thrown.cause.wasSent;
}

/** The message of a failure for whoever runs the service: of a store that does not serve, what to do about it. */
export function operatorMessage(thrown: unknown): string | null {
  return thrown instanceof ServiceError && thrown.cause instanceof StoreFault ? thrown.cause.message : null;
}
