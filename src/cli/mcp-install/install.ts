import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { invalid } from '../../contract/failure.ts';
import type { McpClient } from '../../contract/mcp-clients.ts';
import { withField } from './json-file.ts';

/** What a client's file is to say. */
export interface Change {
  readonly file: string;
  /** Null: there is no such file. */
  readonly before: string | null;
  readonly after: string;
}

/** The name that the tool has in the file of a client. */
const NAME = 'pagemark';

/** The file of a client, of a project in `cwd` and of a user in `home`. */
export function fileOf(
  { file }: McpClient,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): string {
  return file.startsWith('~/') ? path.join(home, file.slice(2)) : path.join(cwd, file);
}

/** What a file becomes with the tool in it. Throws `invalid_request` for a file that cannot be read, or be changed without breaking it. */
export async function changeOf(file: string, { under }: McpClient, server: object): Promise<Change> {
  const before = await textOf(file);
  const after = withField(before ?? '', [under, NAME], server);
  if (after === null)
    throw invalid(
      `Repair ${JSON.stringify(file)}, which is not read as JSON with an object "${under}", or add to it by hand what --print shows: it was left as it is.`,
    );
  return { file, before, after };
}

/** Null: there is no such file. */
const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw invalid(`Make ${JSON.stringify(file)} a file that can be read.`, cause);
  });

/** Lines that go and come, with those around them left out. */
export function shownChange({ file, before, after }: Change): string {
  const [old, now] = [before ?? '', after].map((text) => text.split('\n')) as [string[], string[]];
  let same = 0;
  while (same < Math.min(old.length, now.length) && old[same] === now[same]) same++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - same && old.at(-1 - end) === now.at(-1 - end)) end++;
  const marked = (sign: string, lines: readonly string[]) =>
    lines.slice(same, lines.length - end).map((line) => `${sign} ${line}\n`);
  return [`${file}${before === null ? ' (new)' : ''}\n`, ...marked('-', old), ...marked('+', now)].join('');
}

/**
 * Writes a change, whole or not at all, and gives the copy of what the file was; null: there was none. Throws `invalid_request` where
 * the file is not what the change was made of any more: the programs whose files these are write them too.
 */
export async function writeChange({ file, before, after }: Change): Promise<string | null> {
  await mkdir(path.dirname(file), { recursive: true });
  if ((await textOf(file)) !== before)
    throw invalid(`Run it again: ${JSON.stringify(file)} was changed meanwhile, and was left as it is.`);
  // A file that a link leads to stays where it is.
  const target = before === null ? file : await realpath(file);
  const copy = before === null ? null : await copyOf(target);
  const draft = `${target}.${process.pid}.tmp`;
  // The file may hold keys of others.
  await writeFile(draft, after, { flag: 'wx', mode: before === null ? 0o666 : 0o600 });
  if (before !== null) await chmod(draft, (await stat(target)).mode);
  await rename(draft, target);
  return copy;
}

/** Copies a file beside itself, over no other copy. */
async function copyOf(file: string): Promise<string> {
  for (let number = 1; ; number++) {
    const copy = `${file}.${number}.bak`;
    try {
      await copyFile(file, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    }
  }
}
