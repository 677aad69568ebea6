import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { fail, invalid } from '../contract/failure.ts';
import type { ApiKeyRecord, CreditEntry, Stores } from './ports.ts';
import { END, HEAD, ROW, type Row } from './transfer-format.ts';
import type { DailyUsage } from './usage-store.ts';

type TransferStores = Pick<Stores, 'apiKeys' | 'licenses' | 'credits' | 'aiQuota' | 'usage'>;

/** Rows of each kind, and a digest of all of them in order: equal for equal stores, whatever engine holds them. */
export interface TransferSummary {
  readonly counts: Readonly<Record<Row['type'], number>>;
  readonly sha256: string;
}

const BATCH = 500;
/** Later than any day. */
const LAST_DAY = Number.MAX_SAFE_INTEGER;

/**
 * Everything that lasts, as JSON lines: a head, the rows, and an end with counts and digest. Keys are exported as
 * hashes, so they keep working and stay secret. The request windows are left out: they last an hour at most.
 * Stop the service first; what its dead processes still hold is not waited for.
 */
export async function exportStores(
  stores: TransferStores,
  write: (line: string) => Promise<void>,
): Promise<TransferSummary> {
  await write(JSON.stringify({ type: 'pagemark-export', version: 1 }));
  const summary = await summarize(stores, write);
  await write(JSON.stringify({ type: 'end', ...summary }));
  return summary;
}

/**
 * Brings an export into empty stores. `readLines` is called twice: the file is checked as a whole (form, counts,
 * digest) before the first row is written, and the stores are read again afterwards and must give the same
 * digest. Throws `invalid_request` for a damaged file or stores that are not empty.
 */
export async function importStores(
  stores: TransferStores,
  readLines: () => AsyncIterable<string>,
): Promise<TransferSummary> {
  const wanted = await checkExport(readLines());
  const present = await summarize(stores);
  if (Object.values(present.counts).some((n) => n > 0)) {
    throw invalid('Import into an empty store; this one already holds keys or licences.');
  }
  let batch: Row[] = [];
  for await (const row of parsedRows(readLines())) {
    if (batch.length === BATCH || (batch[0] && batch[0].type !== row.type)) {
      await load(stores, batch);
      batch = [];
    }
    batch.push(row);
  }
  await load(stores, batch);
  const loaded = await summarize(stores);
  if (loaded.sha256 !== wanted.sha256) {
    throw fail(
      'internal',
      `Empty the store and import again; its digest is "${loaded.sha256}" and not "${wanted.sha256}".`,
    );
  }
  return loaded;
}

/** Counts and digest of what an export would hold; `write` takes its rows. */
export async function summarize(
  stores: TransferStores,
  write: (line: string) => Promise<void> = async () => undefined,
): Promise<TransferSummary> {
  const tally = createTally();
  for await (const row of rowsOf(stores)) {
    const line = JSON.stringify(row);
    tally.add(line, row.type);
    await write(line);
  }
  return tally.summary();
}

function createTally() {
  const counts = { api_key: 0, license: 0, credit_entry: 0, ai_usage: 0, usage_day: 0 };
  const digest = createHash('sha256');
  return {
    add(line: string, type: Row['type']): void {
      counts[type]++;
      digest.update(`${line}\n`);
    },
    summary: (): TransferSummary => ({ counts, sha256: digest.digest('hex') }),
  };
}

async function* rowsOf(stores: TransferStores): AsyncGenerator<Row> {
  const keys = await stores.apiKeys.list();
  for (const { account, monthlyQuota, ...key } of keys)
    yield rowOf('api_key', {
      ...key,
      account: account ?? undefined,
      monthlyQuota: monthlyQuota ?? undefined,
    });
  const licenses = await stores.licenses.list();
  for (const license of licenses) yield rowOf('license', license);
  for (const { id } of keys) {
    const page = (afterSeq: number) => stores.credits.entries(id, afterSeq, BATCH);
    for (let entries = await page(0); entries.length > 0; entries = await page(entries.at(-1)!.seq))
      for (const entry of entries) yield rowOf('credit_entry', entry);
  }
  for (const total of await stores.aiQuota.totals()) yield rowOf('ai_usage', total);
  // A counter of less than none: a call was given back after it had gone.
  for (const { id } of [...keys, ...licenses])
    for (const { calls, ...day } of await stores.usage.daily(id, 0, LAST_DAY))
      yield rowOf('usage_day', { ...day, calls: Math.max(0, calls) });
}

/** With its fields in the order of the format, so that the digest is the same whatever engine holds them. */
function rowOf(type: Row['type'], fields: object): Row {
  const row = ROW.safeParse({ type, ...fields });
  if (row.success) return row.data;
  const field = row.error.issues[0]?.path.join('.');
  throw fail('internal', `Report that a stored "${type}" breaks the format of exports in its "${field}".`);
}

async function checkExport(lines: AsyncIterable<string>): Promise<TransferSummary> {
  const tally = createTally();
  let number = 0;
  let end: z.infer<typeof END> | null = null;
  for await (const line of lines) {
    number++;
    if (line === '' && end) continue;
    const value = parseLine(line, number);
    if (end) throw damaged(number);
    if (number === 1) {
      if (!HEAD.safeParse(value).success) throw damaged(number);
      continue;
    }
    const row = ROW.safeParse(value);
    const last = row.success ? null : END.safeParse(value);
    if (row.success) tally.add(line, row.data.type);
    else if (last?.success) end = last.data;
    else throw damaged(number);
  }
  const found = tally.summary();
  if (!end || end.sha256 !== found.sha256 || JSON.stringify(end.counts) !== JSON.stringify(found.counts)) {
    throw invalid('Export again and import the whole file; this one is cut off or was changed.');
  }
  return found;
}

async function* parsedRows(lines: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const line of lines) {
    if (line === '') continue;
    const row = ROW.safeParse(JSON.parse(line));
    if (row.success) yield row.data;
  }
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged(number);
  }
}

const damaged = (line: number) =>
  invalid(`Give a file made by "pagemark export"; line "${line}" is none of its lines.`);

/** Writes rows of one kind. */
async function load(stores: TransferStores, rows: readonly Row[]): Promise<void> {
  const entries: CreditEntry[] = [];
  const totals = [];
  const days: DailyUsage[] = [];
  for (const { type: _type, ...rest } of rows) {
    if ('plan' in rest) await stores.apiKeys.insert(keyOf(rest));
    else if ('tier' in rest) await stores.licenses.insert(rest);
    else if ('seq' in rest) entries.push(rest);
    else if ('day' in rest) days.push(rest);
    else totals.push(rest);
  }
  if (entries.length > 0) await stores.credits.load(entries);
  if (totals.length > 0) await stores.aiQuota.load(totals);
  if (days.length > 0) await stores.usage.load(days);
}

type KeyRow = Extract<Row, { type: 'api_key' }>;

/** Exports of versions that knew neither accounts nor monthly quotas have none. */
function keyOf({ account, monthlyQuota, ...key }: Omit<KeyRow, 'type'>): ApiKeyRecord {
  return { ...key, account: account ?? null, monthlyQuota: monthlyQuota ?? null };
}
