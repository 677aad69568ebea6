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
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { builtFile } from './built-file.ts';
import { lazy } from './core/lazy.ts';

/** Permissions of anybody but the owner. */
const OTHERS = 0o077;

/** Compiled code is good for one release of Node on one kind of processor. */
const PLATFORM = `${process.version}-${process.arch}`;

/** Folder of the code that the build compiled (`scripts/code-cache.mjs`), for whoever runs the Node that built. */
const BUILT_CODE = builtFile(`code-cache/${PLATFORM}`);

const isNode = process.versions.bun === undefined && process.versions.deno === undefined;

/** Around the text of a CommonJS module. */
const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const AFTER = Buffer.from('\n})');

/** Files of the product that run compiled by V8's code cache. */
interface CachedFiles {
  /** Exports of a CommonJS file of dist/, by its name, which is run with the ones beside it that it requires. */
  load(name: string): unknown;
  /** Writes what was compiled until now of files without a cache, for this user or, in the build, for all; never throws. */
  keep(whose: 'own' | 'built'): void;
}

/**
 * Folder of this user's compiled code (XDG base directories; `~/Library/Caches` on macOS), made if it is absent, or null: for other
 * runtimes than Node, where folders have no owner (Windows), where it is not this user's alone, and with Node's own
 * `NODE_DISABLE_COMPILE_CACHE`.
 */
export function ownCodeFolder(env: NodeJS.ProcessEnv): string | null {
  if (!isNode || process.getuid === undefined || env.NODE_DISABLE_COMPILE_CACHE) return null;
  const given = env.XDG_CACHE_HOME ?? '';
  const shared = () =>
    path.join(homedir(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
  try {
    const folder = path.join(path.isAbsolute(given) ? given : shared(), 'pagemark', PLATFORM);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stat = lstatSync(folder);
    const isOwn = stat.isDirectory() && stat.uid === process.getuid() && (stat.mode & OTHERS) === 0;
    return isOwn ? folder : null;
  } catch {
    // A user whom the system does not know has no home either.
    return null;
  }
}

/**
 * Reads the code that the build compiled, and where there is none what is kept in `ownFolder`. What is cached is run as it is:
 * files beside the product are as good as the product, in `ownFolder` nothing is read that is not this user's alone.
 */
export function openCachedFiles(ownFolder: () => string | null = () => null): CachedFiles {
  const own = lazy(ownFolder);
  const fresh: { readonly script: vm.Script; readonly cacheName: string }[] = [];
  const modules = new Map<string, { exports: unknown }>();
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const { script, cacheName, isCached } = compile(file, own);
    if (!isCached) fresh.push({ script, cacheName });
    const require = createRequire(file);
    const requireFrom = (id: string) =>
      id.startsWith('.') ? load(path.resolve(path.dirname(file), id)) : require(id);
    script.runInThisContext()(module.exports, requireFrom, module, file, path.dirname(file));
    return module.exports;
  };
  return {
    load: (name) => (isNode ? load(builtFile(name)) : createRequire(import.meta.url)(builtFile(name))),
    keep(whose) {
      if (fresh.length === 0) return;
      if (whose === 'built') mkdirSync(BUILT_CODE, { recursive: true });
      const [folder, mode] = whose === 'built' ? [BUILT_CODE, 0o644] : [own(), 0o600];
      if (folder !== null)
        for (const { script, cacheName } of fresh) write(script, { folder, cacheName, mode });
    },
  };
}

/** Compiles a file as Node does a CommonJS module. Its cache is named after its text: V8 compares no more of that than its length. */
function compile(filename: string, own: () => string | null) {
  const bytes = readFileSync(filename);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const cacheName = `${path.basename(filename)}.${digest}`;
  // The bundler writes ASCII, which V8 takes as it is.
  const source = Buffer.concat([BEFORE, bytes, AFTER]).toString('latin1');
  const cachedData = readBytes(path.join(BUILT_CODE, cacheName)) ?? readOwn(own(), cacheName);
  const script = new vm.Script(source, { filename, cachedData });
  return { script, cacheName, isCached: cachedData !== undefined && script.cachedDataRejected === false };
}

function readBytes(file: string | number): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The bytes of a file that is this user's and that nobody else may write. */
function readOwn(folder: string | null, name: string): Buffer | undefined {
  if (folder === null) return undefined;
  try {
    const descriptor = openSync(path.join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { uid, mode } = fstatSync(descriptor);
      return uid === process.getuid!() && (mode & OTHERS) === 0 ? readBytes(descriptor) : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** Writes the code of a script, and removes that of its file's former states. A cache that cannot be kept is none. */
function write(
  script: vm.Script,
  { folder, cacheName, mode }: { readonly folder: string; readonly cacheName: string; readonly mode: number },
): void {
  const temporary = path.join(folder, `${cacheName}.${randomUUID()}`);
  try {
    writeFileSync(temporary, script.createCachedData(), { mode, flag: 'wx' });
    renameSync(temporary, path.join(folder, cacheName));
    const former = `${path.parse(cacheName).name}.`;
    for (const name of readdirSync(folder))
      if (name.startsWith(former) && name !== cacheName) rmSync(path.join(folder, name));
  } catch {
    rmSync(temporary, { force: true });
  }
}
