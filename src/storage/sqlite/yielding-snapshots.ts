import { accessSync, constants, existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../contract/failure.ts';
import { diskRoom } from '../disk-room.ts';
import type { SnapshotStore } from '../snapshot-store.ts';
import { openSqliteSnapshots, type SqliteSnapshotsOptions } from './snapshots.ts';

/** Bytes of the disk that pages leave free: those are for limits and keys. */
const RESERVED_BYTES = 8 * 1024 ** 2;
/** Free bytes from which on pages are kept again. */
const ENOUGH_BYTES = 2 * RESERVED_BYTES;
/** What a page takes at most by byte of it: once in the write-ahead log, once in the file. */
const WRITTEN_TWICE = 2;
const LOOK_MS = 1000;

/**
 * Opens the snapshot file, which gives way where its disk has less than {@link RESERVED_BYTES} left, whoever took them: the whole
 * file goes, and pages are not kept until there is room. Then a `put` rejects `store_unavailable`, and nothing is found. Processes
 * that share the file each let go of it, and meet in the next one.
 */
export async function openYieldingSnapshots(options: SqliteSnapshotsOptions): Promise<SnapshotStore> {
  const { file } = options;
  const folder = path.dirname(file);
  let store: SnapshotStore | null = null;
  let inode: number | undefined;
  /** Files being let go of: until they are, none is opened. */
  let leaving = 0;
  const logBytes = (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const open = async (): Promise<void> => {
    store = await openSqliteSnapshots(options);
    inode = inodeOf(file);
  };
  const giveWay = async (): Promise<void> => {
    const before = store;
    store = null;
    leaving += 1;
    await before?.close().catch(() => undefined);
    leaving -= 1;
    // Another process may have begun a new one.
    if (inodeOf(file) !== inode) return;
    // A closed file is held until its statements are collected, which may be never: what is cut off is free at once.
    for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) truncateSync(file + suffix);
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  };
  const look = async (): Promise<void> => {
    const { freeBytes } = diskRoom(folder);
    if (store !== null && freeBytes < RESERVED_BYTES) await giveWay();
    else if (store === null && leaving === 0 && freeBytes >= ENOUGH_BYTES)
      await open().catch(() => undefined);
  };
  // A folder that cannot be made or written is told of by what opens the file.
  if (!isWritable(folder) || diskRoom(folder).freeBytes >= RESERVED_BYTES) await open();
  // One look at a time: a second one would open the file again where opening takes long, and what is open twice is closed once.
  let looking: Promise<void> | undefined;
  const looks = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, LOOK_MS).unref();
  /** What a store that is there does; one that ends meanwhile, or has no room, is none. */
  const ask = async <T>(work: (one: SnapshotStore) => Promise<T>, otherwise: T): Promise<T> => {
    const one = store;
    if (one === null) return otherwise;
    try {
      return await work(one);
    } catch (fault) {
      const isLost = diskRoom(folder).freeBytes < RESERVED_BYTES || inodeOf(file) !== inode;
      if (isLost && store === one) await giveWay();
      if (store === one) throw fault;
      return otherwise;
    }
  };
  return {
    find: (key) => ask((one) => one.find(key), null),
    get: (key) => ask((one) => one.get(key), null),
    async put(key, snapshot) {
      // What the log holds will be in the file, too.
      const wanted = RESERVED_BYTES + WRITTEN_TWICE * snapshot.bytes.byteLength + logBytes();
      if (store !== null && diskRoom(folder).freeBytes < wanted) await giveWay();
      const isKept = await ask<boolean | null>((one) => one.put(key, snapshot), null);
      if (isKept === null) throw noRoom(file);
      return isKept;
    },
    touch: (key, fetchedAtMs) => ask((one) => one.touch(key, fetchedAtMs), undefined),
    delete: (key) => ask((one) => one.delete(key), undefined),
    claim: (...asked) => ask((one) => one.claim(...asked), { state: 'mine' }),
    release: (...ended) => ask((one) => one.release(...ended), undefined),
    async close() {
      clearInterval(looks);
      await looking;
      await store?.close();
      store = null;
    },
  };
}

function noRoom(file: string) {
  const wanted = `${RESERVED_BYTES} bytes, which are for limits and keys`;
  return fail(
    'store_unavailable',
    `Make room on the disk of ${JSON.stringify(file)}: pages are not kept until it has more than ${wanted}.`,
  );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
