import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail } from '../contract/failure.ts';
import type { CreditEntry, Stores } from './ports.ts';

type TransferStores = Pick<Stores, 'apiKeys' | 'licenses' | 'credits' | 'aiQuota'>;

const count = z.int().min(0);
const time = z.int();
const key = { id: z.string(), hash: z.string().regex(/^[0-9a-f]{64}$/), hint: z.string(), name: z.string() };
const times = { createdAtMs: time, expiresAtMs: time.nullable(), revokedAtMs: time.nullable() };

const HEAD = z.strictObject({ type: z.literal('pagemark-export'), version: z.literal(1) });
const ROW = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('api_key'), ...key, plan: z.string(), ...times }),
  z.strictObject({
    type: z.literal('license'),
    ...key,
    tier: z.literal('pro'),
    aiCallsLimit: count,
    ...times,
  }),
  z.strictObject({
    type: z.literal('credit_entry'),
    keyId: z.string(),
    seq: z.int().min(1),
    kind: z.enum(['grant', 'spend', 'give_back']),
    delta: z.int(),
    balance: count,
    ref: z.string(),
    atMs: time,
  }),
  z.strictObject({ type: z.literal('ai_usage'), licenseId: z.string(), period: z.string(), settled: count }),
]);
type Row = z.infer<typeof ROW>;
const END = z.strictObject({
  type: z.literal('end'),
  counts: z.strictObject({ api_key: count, license: count, credit_entry: count, ai_usage: count }),
  sha256: z.string(),
});

/** Rows of each kind, and a digest of all of them in order: equal for equal stores, whatever engine holds them. */
export interface TransferSummary {
  readonly counts: Readonly<Record<Row['type'], number>>;
  readonly sha256: string;
}

const BATCH = 500;

/**
 * Everything that lasts, as JSON lines: a head, the rows, and an end with counts and digest. Keys are exported as
 * hashes, so they keep working and stay secret. The request windows are left out: they last an hour at most.
 * Stop the service first; what its dead processes still hold is not waited for.
 */
export async function* exportStores(stores: TransferStores): AsyncGenerator<string, TransferSummary> {
  const tally = new Tally();
  yield JSON.stringify({ type: 'pagemark-export', version: 1 });
  for await (const row of rowsOf(stores)) yield tally.add(JSON.stringify(row), row.type);
  const summary = tally.summary();
  yield JSON.stringify({ type: 'end', ...summary });
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
    throw fail('invalid_request', 'Import into an empty store; this one already holds keys or licences.');
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

/** Counts and digest of what an export would hold. */
export async function summarize(stores: TransferStores): Promise<TransferSummary> {
  const tally = new Tally();
  for await (const row of rowsOf(stores)) tally.add(JSON.stringify(row), row.type);
  return tally.summary();
}

class Tally {
  readonly #counts = { api_key: 0, license: 0, credit_entry: 0, ai_usage: 0 };
  readonly #hash = createHash('sha256');

  add(line: string, type: Row['type']): string {
    this.#counts[type]++;
    this.#hash.update(`${line}\n`);
    return line;
  }

  summary(): TransferSummary {
    return { counts: { ...this.#counts }, sha256: this.#hash.copy().digest('hex') };
  }
}

async function* rowsOf(stores: TransferStores): AsyncGenerator<Row> {
  const keys = await stores.apiKeys.list();
  for (const { id, hash, hint, name, plan, createdAtMs, expiresAtMs, revokedAtMs } of keys) {
    yield { type: 'api_key', id, hash, hint, name, plan, createdAtMs, expiresAtMs, revokedAtMs };
  }
  for (const license of await stores.licenses.list()) {
    const { id, hash, hint, name, tier, aiCallsLimit, createdAtMs, expiresAtMs, revokedAtMs } = license;
    yield {
      type: 'license',
      id,
      hash,
      hint,
      name,
      tier,
      aiCallsLimit,
      createdAtMs,
      expiresAtMs,
      revokedAtMs,
    };
  }
  for (const { id } of keys) {
    for (let entries = await page(id, 0); entries.length > 0; entries = await page(id, entries.at(-1)!.seq)) {
      for (const { keyId, seq, kind, delta, balance, ref, atMs } of entries) {
        yield { type: 'credit_entry', keyId, seq, kind, delta, balance, ref, atMs };
      }
    }
  }
  for (const { licenseId, period, settled } of await stores.aiQuota.totals()) {
    yield { type: 'ai_usage', licenseId, period, settled };
  }

  function page(keyId: string, afterSeq: number): Promise<readonly CreditEntry[]> {
    return stores.credits.entries(keyId, afterSeq, BATCH);
  }
}

async function checkExport(lines: AsyncIterable<string>): Promise<TransferSummary> {
  const tally = new Tally();
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
    throw fail(
      'invalid_request',
      'Export again and import the whole file; this one is cut off or was changed.',
    );
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

function damaged(line: number) {
  return fail(
    'invalid_request',
    `Give a file made by "pagemark export"; line "${line}" is none of its lines.`,
  );
}

/** Writes rows of one kind. */
async function load(stores: TransferStores, rows: readonly Row[]): Promise<void> {
  const entries: CreditEntry[] = [];
  const totals = [];
  for (const { type: _type, ...rest } of rows) {
    if ('plan' in rest) await stores.apiKeys.insert(rest);
    else if ('tier' in rest) await stores.licenses.insert(rest);
    else if ('seq' in rest) entries.push(rest);
    else totals.push(rest);
  }
  if (entries.length > 0) await stores.credits.load(entries);
  if (totals.length > 0) await stores.aiQuota.load(totals);
}
