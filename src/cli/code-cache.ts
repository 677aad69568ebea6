import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';

/** Permissions of anybody but the owner. */
const OTHERS = 0o077;

/**
 * Folder of this user's compiled code (XDG base directories; `~/Library/Caches` on macOS), or null: for other runtimes than
 * Node, where folders have no owner (Windows), and with Node's own `NODE_DISABLE_COMPILE_CACHE`.
 */
export function codeCacheFolder(env: NodeJS.ProcessEnv): string | null {
  const isNode = process.versions.bun === undefined && process.versions.deno === undefined;
  if (!isNode || process.getuid === undefined || env.NODE_DISABLE_COMPILE_CACHE) return null;
  const shared =
    process.platform === 'darwin'
      ? path.join(homedir(), 'Library', 'Caches')
      : path.join(homedir(), '.cache');
  const given = env.XDG_CACHE_HOME ?? '';
  return path.join(path.isAbsolute(given) ? given : shared, 'pagemark', `${process.version}-${process.arch}`);
}

/**
 * Runs a CommonJS file and the ones beside it that it requires, compiled by V8's code cache where `folder` holds one. What is
 * cached is run as it is, so nothing is read from a folder or file that is not this user's alone. `keep` writes what was
 * compiled until then of files that had no cache, and never throws.
 */
export function runCached(file: string, folder: string | null): { exports: unknown; keep(): void } {
  const require = createRequire(file);
  if (folder === null || !isOwnFolder(folder)) return { exports: require(file), keep: () => undefined };
  const fresh: { readonly script: vm.Script; readonly cacheFile: string }[] = [];
  const modules = new Map<string, { exports: unknown }>();
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const cacheFile = path.join(folder, `${path.basename(name)}.${identityOf(name)}`);
    const { script, isCached } = compile(name, cacheFile);
    if (!isCached) fresh.push({ script, cacheFile });
    const requireFrom = (id: string) =>
      id.startsWith('.') ? load(path.resolve(path.dirname(name), id)) : require(id);
    script.runInThisContext()(module.exports, requireFrom, module, name, path.dirname(name));
    return module.exports;
  };
  return { exports: load(file), keep: () => fresh.forEach(write) };
}

/** Compiles a file as Node does a CommonJS module. */
function compile(filename: string, cacheFile: string): { script: vm.Script; isCached: boolean } {
  const source = readFileSync(filename, 'utf8');
  const cachedData = readOwn(cacheFile);
  const script = new vm.Script(
    `(function (exports, require, module, __filename, __dirname) { ${source}\n})`,
    { filename, cachedData, importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
  );
  return { script, isCached: cachedData !== undefined && script.cachedDataRejected === false };
}

/** Tells one file's state from another: V8 compares no more of a source than its length. */
function identityOf(file: string): string {
  const { ino, size, mtimeMs } = statSync(file);
  return createHash('sha256').update(`${file}\n${ino} ${size} ${mtimeMs}`).digest('hex').slice(0, 16);
}

/** Whether a folder, made if it is absent, is this user's and nobody else's. */
function isOwnFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stat = lstatSync(folder);
    return stat.isDirectory() && stat.uid === process.getuid!() && (stat.mode & OTHERS) === 0;
  } catch {
    return false;
  }
}

/** The bytes of a file that is this user's and that nobody else may write. */
function readOwn(file: string): Buffer | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { uid, mode } = fstatSync(descriptor);
      return uid === process.getuid!() && (mode & OTHERS) === 0 ? readFileSync(descriptor) : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** Writes the code of a script, and removes that of the file's former states. A cache that cannot be kept is none. */
function write({ script, cacheFile }: { readonly script: vm.Script; readonly cacheFile: string }): void {
  const folder = path.dirname(cacheFile);
  const temporary = `${cacheFile}.${randomUUID()}`;
  try {
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, cacheFile);
    const former = `${path.parse(cacheFile).name}.`;
    for (const name of readdirSync(folder))
      if (name.startsWith(former) && name !== path.basename(cacheFile)) rmSync(path.join(folder, name));
  } catch {
    rmSync(temporary, { force: true });
  }
}
