import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPILER = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const OPTIONS =
  '--ignoreConfig --noCheck --noResolve --module esnext --target es2023 --skipLibCheck --rewriteRelativeImportExtensions'.split(
    ' ',
  );

/** Modules of the tests, which are TypeScript, by path from the root. They import nothing but types, each other and Node's own modules. */
export async function importTests(...files) {
  const made = mkdtempSync(path.join(tmpdir(), 'pagemark-growth-'));
  try {
    const sources = files.map((file) => path.join(ROOT, file));
    const args = [COMPILER, ...OPTIONS, '--rootDir', ROOT, '--outDir', made, ...sources];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: made });
    if (status !== 0) throw new Error(`The compiler failed: ${stdout}`);
    const paths = files.map((file) => path.join(made, file.replace(/ts$/, 'js')));
    return await Promise.all(paths.map((file) => import(pathToFileURL(file))));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
