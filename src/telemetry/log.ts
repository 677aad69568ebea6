import { destination, type Logger, pino } from 'pino';
import { redactJsonLine } from '../config/redact.ts';

const MAX_CAUSES = 5;
const STDOUT = 1;
const FAULT_LOG_MS = 60_000;
/** Lines that wait for a slow reader, in bytes; more are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * The log of the service: JSON lines on standard output. Of an error only type, code, message and stack are written,
 * with its causes: clients hang the command that failed on their errors, and its arguments may be secrets. What is secret
 * is replaced in whole lines, whoever repeats it. A reader that is slow or gone, or a full disk, costs lines, never the
 * service.
 */
export function createLog(level: string): Logger {
  const lines = destination({ dest: STDOUT, minLength: 0, maxLength: MAX_WAITING_BYTES, sync: false });
  lines.on('error', () => undefined);
  return pino(
    {
      level,
      base: null,
      redact: ['*.authorization', '*.key'],
      hooks: { streamWrite: redactJsonLine },
      serializers: { err: (error: unknown) => errorFields(error, MAX_CAUSES) },
    },
    lines,
  );
}

/** Logs the faults of a cache: every request meets a store that is away, and one line a minute says so. */
export function faultLog(log: Logger, message: string): (err: unknown) => void {
  let quietUntil = 0;
  return (err) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + FAULT_LOG_MS;
    log.warn({ err }, message);
  };
}

function errorFields(error: unknown, causes: number): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause === undefined || causes === 0 ? {} : { cause: errorFields(cause, causes - 1) }),
  };
}
