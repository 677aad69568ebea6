import { MOST_AMOUNT, MOST_NAME_CHARACTERS } from '../contract/admin.ts';
import { fail, invalid } from '../contract/failure.ts';
import type { IssuedRecord, RecordStore } from '../storage/ports.ts';
import { createHandle, createSecretKey, type KeyPrefix } from './secret-key.ts';

/** What lists show of a record; nothing in it opens anything. */
type Info<Item> = Omit<Item, 'hash'>;

/** A secret just issued; it is here and nowhere else. */
export interface Issued<Item> {
  readonly key: string;
  readonly info: Info<Item>;
}

/** What may be asked for of every secret. */
export interface NewSecret {
  readonly name?: string;
  /** A past time is accepted. */
  readonly expiresAtMs?: number | null;
}

/** How a kind of secrets is named: in its keys, its ids, and in messages. */
interface SecretKind {
  readonly prefix: KeyPrefix;
  readonly handle: 'key_' | 'lic_';
  /** Such as `an API key as "keys list"`. */
  readonly called: string;
}

/**
 * Issues, lists and revokes secrets of one kind: API keys, licences. `now`: wall clock in milliseconds. `ownFields`: the fields of a
 * record that only this kind has; throws `invalid_request`.
 */
export function issuedSecrets<Item extends IssuedRecord, Wanted extends NewSecret>(
  store: RecordStore<Item>,
  { prefix, handle, called }: SecretKind,
  ownFields: (wanted: Wanted) => Omit<Item, keyof IssuedRecord>,
  now: () => number,
) {
  /** What a look for an id found. Throws `not_found`. */
  const known = (id: string, record: Item | null): Info<Item> => {
    if (record !== null) return toInfo(record);
    throw fail('not_found', `Give the id of ${called} shows it; ${JSON.stringify(id)} is none.`);
  };
  const make = (wanted: Wanted): { readonly key: string; readonly record: Item } => {
    const { key, hash, hint } = createSecretKey(prefix);
    const record = {
      id: createHandle(handle),
      hash,
      hint,
      name: checkName(wanted.name ?? ''),
      ...ownFields(wanted),
      createdAtMs: now(),
      expiresAtMs: wanted.expiresAtMs ?? null,
      revokedAtMs: null,
    };
    return { key, record: record as unknown as Item };
  };
  return {
    known,
    /**
     * Issues a secret; it is in the answer and nowhere else. `ahead`: done before it is stored, because a failure after that would
     * take the one sight of it. Throws `invalid_request`.
     */
    async issue(wanted: Wanted, ahead?: (id: string) => Promise<unknown>): Promise<Issued<Item>> {
      const { key, record } = make(wanted);
      await ahead?.(record.id);
      await store.insert(record);
      return { key, info: toInfo(record) };
    },
    /** As `issue`, but only when none of the kind exists yet; null otherwise. Safe over concurrent starters. */
    async issueFirst(wanted: Wanted): Promise<Issued<Item> | null> {
      const { key, record } = make(wanted);
      return (await store.insertFirst(record)) ? { key, info: toInfo(record) } : null;
    },
    /** All of them, oldest first. */
    list: async (): Promise<readonly Info<Item>[]> => (await store.list()).map(toInfo),
    /** Revokes one, in every process at once. Throws `not_found`. */
    revoke: async (id: string) => known(id, await store.revoke(id, now())),
  };
}

/** A record without what it is found by. */
export function toInfo<Item extends IssuedRecord>({ hash: _, ...info }: Item): Info<Item> {
  return info;
}

/** A name that is one line of text. PostgreSQL keeps no NUL. */
function checkName(name: string): string {
  if (name.length <= MOST_NAME_CHARACTERS && !/\p{Cc}/u.test(name)) return name;
  throw invalid(
    `Give a name of at most ${MOST_NAME_CHARACTERS} characters on one line, without control characters.`,
  );
}

/** A number from `min` to a thousand million that somebody gave. Throws `invalid_request`, which calls it `what`. */
export function checkAmount(amount: number, min: 0 | 1, what: string): number {
  if (Number.isSafeInteger(amount) && amount >= min && amount <= MOST_AMOUNT) return amount;
  throw invalid(
    `Give a whole number of ${what} from ${min} to ${MOST_AMOUNT}; it is ${JSON.stringify(amount)}.`,
  );
}

/** State of a key or licence at a time; a revoked one stays revoked after its expiry. */
export function stateOf(
  held: Pick<IssuedRecord, 'revokedAtMs' | 'expiresAtMs'>,
  nowMs: number,
): 'active' | 'expired' | 'revoked' {
  if (held.revokedAtMs !== null) return 'revoked';
  return held.expiresAtMs !== null && held.expiresAtMs <= nowMs ? 'expired' : 'active';
}
