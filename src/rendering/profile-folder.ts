import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { groupOf, killGroup, processStart } from './process-group.ts';

const PREFIX = 'pagemark-browser-';
const OWNER_FILE = 'owner.json';
/** A folder without an owner file is being made, unless it is older than this. */
const UNOWNED_GRACE_MS = 60_000;

interface Process {
  readonly pid: number;
  readonly start: string;
}

/** Who uses a profile folder: the service, and the browser once it runs. */
interface Owner extends Process {
  readonly browser?: Process;
}

/** A folder for one browser: its profile, downloads and caches. Readable by this user alone. */
export type ProfileFolder = Awaited<ReturnType<typeof createProfileFolder>>;

/** Makes a folder among the system's temporary ones. */
export async function createProfileFolder() {
  const dir = await mkdtemp(path.join(tmpdir(), PREFIX));
  const owner: Owner = { pid: process.pid, start: (await processStart(process.pid)) ?? '' };
  const write = (entry: Owner) => writeFile(path.join(dir, OWNER_FILE), JSON.stringify(entry));
  await write(owner);
  return {
    dir,
    /** Notes the browser, so that it can be ended when this process no longer can. */
    noteBrowser: async (pid: number) =>
      write({ ...owner, browser: { pid, start: (await processStart(pid)) ?? 'gone' } }),
    remove: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Removes the folders whose service has gone without closing its browsers (kill -9), and ends those browsers. Folders
 * of other users are left alone. Returns how many were removed; never throws.
 */
export async function removeStaleProfiles(): Promise<number> {
  const root = tmpdir();
  const names = await readdir(root).catch(() => []);
  let removed = 0;
  for (const name of names) {
    if (!name.startsWith(PREFIX)) continue;
    const dir = path.join(root, name);
    try {
      const { uid, mtimeMs } = await stat(dir);
      if (uid !== (process.getuid?.() ?? uid)) continue;
      const owner = await readOwner(dir);
      const isNew = owner === undefined && Date.now() - mtimeMs <= UNOWNED_GRACE_MS;
      if (isNew || (await isAlive(owner))) continue;
      if (await isAlive(owner?.browser)) killGroup(await groupOf(owner!.browser!.pid));
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
      removed++;
    } catch {
      // Another process removes it, or may: the next start looks again.
    }
  }
  return removed;
}

async function isAlive(known: Process | undefined): Promise<boolean> {
  return known !== undefined && (await processStart(known.pid)) === known.start;
}

async function readOwner(dir: string): Promise<Owner | undefined> {
  const text = await readFile(path.join(dir, OWNER_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const owner = JSON.parse(text) as Owner;
    return Number.isInteger(owner.pid) && typeof owner.start === 'string' ? owner : undefined;
  } catch {
    return undefined;
  }
}
