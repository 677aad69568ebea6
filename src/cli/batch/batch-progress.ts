import type { Terminal } from '../terminal.ts';
import { columnsOf } from '../text-width.ts';
import type { BatchRecord } from './output-folder.ts';

/** Columns of the bar: a quarter of the line, at most this; none where it would be less than that. */
const [LEAST_BAR, MOST_BAR] = [8, 40];
/** How often a person sees the bar anew, and a log a line. */
const BAR_MS = 500;
const LINE_MS = 60_000;
/** The rate is that of so long, so that the time left follows slow hosts at the end. */
const RATE_MS = 60_000;
/** A page is told to be waited for once it has taken longer than most do. */
const TOLD_WAIT_MS = 3000;
/** Reasons that are shown, the most frequent ones. */
const REASONS = 3;

/** What is told of. */
export interface Told {
  /** The command. */
  readonly name: string;
  /** Addresses in all, as far as they are known. */
  readonly total: () => number;
  /** What slows it down, with a comma ahead; '' where nothing does. */
  readonly note?: () => string;
}

/**
 * Tells on standard error how a batch goes: a bar for a person, else a line a minute. `now` is a monotonic clock in
 * milliseconds.
 */
export function startProgress(terminal: Terminal, told: Told, now: () => number = () => performance.now()) {
  const failures = new Map<string, number>();
  /** When each page that is on its way was begun, the oldest first. */
  const waited = new Map<string, number>();
  let samples: readonly Sample[] = [];
  const tell = () => {
    const state = { total: told.total(), note: told.note?.() ?? '', samples, failures, waited, nowMs: now() };
    if (!terminal.interactive) return terminal.err(`${told.name}: ${progressLine(state)}\n`);
    const drawn = bar(state, terminal.columns());
    terminal.progress(drawn + progressLine(state, terminal.columns() - drawn.length));
  };
  const timer = setInterval(tell, terminal.interactive ? BAR_MS : LINE_MS).unref();
  return {
    /** Addresses that have a record now, those of other machines and earlier runs too. */
    done(count: number): void {
      const atMs = now();
      // The first one counts what was done before: it is the beginning, however long ago.
      const recent = samples.filter((sample) => atMs - sample.atMs <= RATE_MS);
      samples = [...(recent.length > 0 ? recent : samples.slice(-1)), { atMs, count }];
    },
    /** A page that is on its way until its record is there. */
    async waitedFor(url: string, record: Promise<BatchRecord>): Promise<BatchRecord> {
      waited.set(url, now());
      return await record.finally(() => waited.delete(url));
    },
    /** A page that this machine has finished. */
    finished(record: BatchRecord): void {
      if (record.status === 'error') failures.set(record.reason, (failures.get(record.reason) ?? 0) + 1);
    },
    end(): void {
      clearInterval(timer);
      if (!terminal.interactive) return;
      tell();
      terminal.err('\n');
    },
  };
}

interface Sample {
  readonly atMs: number;
  readonly count: number;
}

interface ProgressState {
  readonly total: number;
  readonly note: string;
  readonly samples: readonly Sample[];
  readonly failures: ReadonlyMap<string, number>;
  readonly waited: ReadonlyMap<string, number>;
  readonly nowMs: number;
}

function bar({ total, samples }: ProgressState, columns: number): string {
  const width = Math.min(MOST_BAR, Math.floor(columns / 4));
  if (width < LEAST_BAR) return '';
  const share = total === 0 ? 1 : Math.min(1, (samples.at(-1)?.count ?? 0) / total);
  return `[${'#'.repeat(Math.round(share * width)).padEnd(width, '.')}] `;
}

/**
 * `120 of 5000, 4.1 a second, 20 min left, waiting for example.com 12 s, 12 failed: upstream_not_found 10, blocked_target 2`. What
 * does not fit into some columns is left out: reasons first, then the rate and the time left.
 */
function progressLine(
  { total, note, samples, failures, waited, nowMs }: ProgressState,
  columns?: number,
): string {
  const done = samples.at(-1)?.count ?? 0;
  const { atMs, count } = samples[0] ?? { atMs: nowMs, count: 0 };
  const perSecond = nowMs > atMs ? ((done - count) * 1000) / (nowMs - atMs) : 0;
  const rate = `, ${perSecond.toFixed(1)} a second`;
  const left = perSecond > 0 && done < total ? `, ${duration((total - done) / perSecond)} left` : '';
  const [oldest] = waited;
  const waitedMs = oldest === undefined ? 0 : nowMs - oldest[1];
  const waiting =
    waitedMs < TOLD_WAIT_MS ? '' : `, waiting for ${new URL(oldest![0]).host} ${duration(waitedMs / 1000)}`;
  const most = [...failures].sort(([, a], [, b]) => b - a);
  const times = most.reduce((sum, [, times]) => sum + times, 0);
  const failed = times > 0 ? `, ${times} failed` : '';
  const reasons = most.slice(0, REASONS).map(([reason, times]) => `${reason} ${times}`);
  if (most.length > REASONS) reasons.push('…');
  const why = times > 0 ? `: ${reasons.join(', ')}` : '';
  const line = (...ahead: readonly string[]) =>
    `${done} of ${total}${ahead.join('')}${note}${waiting}${failed}`;
  const lines = [line(rate, left) + why, line(rate, left), line(left), line()];
  return lines.find((one) => columns === undefined || columnsOf(one) <= columns) ?? lines.at(-1)!;
}

/** Seconds in the largest unit that tells enough. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`;
}
