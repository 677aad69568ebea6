import { readFileSync } from 'node:fs';
import { monotonicMs, type StoreClock } from '../store-clock.ts';
import type { SqliteConnection } from './connection.ts';

/** What the file's clock is made of; tests replace the parts. */
export interface ClockParts {
  /** Milliseconds since the machine was started, the same for all its processes. */
  readonly monotonicMs: () => number;
  /** Wall clock, asked only when the machine was started anew. */
  readonly wallMs: () => number;
  /** Names this run of the machine; '' where the system does not tell. */
  readonly bootId: string;
}

/** The machine's own parts. */
export function machineClock(): ClockParts {
  return { monotonicMs, wallMs: Date.now, bootId: readBootId() };
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * The clock that all processes sharing the file agree on: the machine's monotonic clock plus an offset kept in
 * the file. A write-ahead log can only be shared within one machine, so they all read the same monotonic clock,
 * and setting the wall clock moves nothing. After a reboot the offset is chosen anew so that the clock never
 * falls behind what the file has seen: windows can then last longer, never shorter.
 */
export async function openFileClock(connection: SqliteConnection, parts: ClockParts): Promise<StoreClock> {
  const stored = connection.prepare('SELECT boot, offset_ms FROM store_clock WHERE one = 1');
  const seen = connection.prepare('SELECT coalesce(max(last_ms), 0) AS seen_ms FROM rate_subject');
  const save = connection.prepare(
    'INSERT OR REPLACE INTO store_clock (one, boot, offset_ms) VALUES (1, ?, ?)',
  );
  const offsetMs = await connection.write(() => {
    const row = stored.get() as { boot: string; offset_ms: number } | undefined;
    const seenMs = (seen.get() as { seen_ms: number }).seen_ms;
    const now = parts.monotonicMs();
    // Without a boot id, a clock behind what was seen betrays the reboot; one that is not behind runs late at most.
    if (row && row.boot === parts.bootId && now + row.offset_ms >= seenMs) return row.offset_ms;
    const offset = Math.max(parts.wallMs(), seenMs) - now;
    save.run(parts.bootId, offset);
    return offset;
  });
  return { nowMs: () => parts.monotonicMs() + offsetMs };
}
