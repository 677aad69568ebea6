import { destination, type Logger, pino } from 'pino';
import { redactJsonLine } from '../config/redact.ts';
import { toFailure } from '../contract/failure.ts';
import { lineForPeople } from './line-for-people.ts';

const MAX_CAUSES = 5;
const STDOUT = 1;
const FAULT_LOG_MS = 60_000;
const STATE_LOG_MS = 10_000;
/** Lines that wait for a slow reader, in bytes; more are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * The log of the service on standard output: JSON lines, in a terminal lines for people. Of an error only type, code, message and stack are written,
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
      hooks: {
        streamWrite: process.stdout.isTTY ? (line) => lineForPeople(redactJsonLine(line)) : redactJsonLine,
      },
      serializers: {
        err: (error: unknown) => errorFields(error, MAX_CAUSES),
        durationMs: Math.round,
        writeMs: Math.round,
      },
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

/** Causes that are told apart; a server may say something else each time. */
const MAX_STATES = 100;

/**
 * Logs what was thrown behind answers of 5xx. `internal` is a defect of ours: an error each, with its stack. All else is a state
 * of the service or of what it calls (draining, a store or an AI provider away), of which every answer has its line already: a
 * warning a reason, cause and 10 s tells how often (`answers`, with those since the last one) and why, of the latest request.
 * `adviceOn`: what the operator should do about it, where that is known.
 */
export function requestFaultLog(
  log: Logger,
  adviceOn: (error: unknown) => string | undefined = () => undefined,
): (error: unknown, requestId: string) => void {
  const states = new Map<string, { answers: number; quietUntil: number }>();
  return (err, requestId) => {
    const { reason } = toFailure(err);
    if (reason === 'internal') return log.error({ err, requestId }, 'defect');
    const because = causesOf(err);
    const kind = `${reason} ${because.at(-1)}`;
    const state = states.get(kind) ?? { answers: 0, quietUntil: 0 };
    if (states.size >= MAX_STATES) states.clear();
    states.set(kind, state);
    state.answers++;
    if (performance.now() < state.quietUntil) return;
    log.warn({ reason, answers: state.answers, requestId, because, advice: adviceOn(err) }, 'unavailable');
    state.answers = 0;
    state.quietUntil = performance.now() + STATE_LOG_MS;
  };
}

/** Logs a store that stops to answer, and one that answers again: a warning each. */
export function storeLog(
  log: Logger,
): (store: string, change: { readonly answers: boolean; readonly afterMs: number }) => void {
  return (store, { answers, afterMs }) => {
    if (answers) log.warn({ store, afterMs: Math.round(afterMs) }, 'store answers again');
    else log.warn({ store }, 'store answers nothing: calls that need it are refused at once until it does');
  };
}

/** What an error says and what its causes say, outermost first. */
function causesOf(error: unknown): readonly string[] {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && messages.length <= MAX_CAUSES; at = at.cause)
    messages.push(at.message);
  return messages;
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
