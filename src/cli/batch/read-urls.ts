import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fail } from '../../contract/failure.ts';

/**
 * Addresses of a file (`-`: standard input), one a line, each once, in order. Empty lines and lines that begin with
 * `#` are left out. Throws `invalid_request` when the file cannot be read or a line is no http address.
 */
export async function readUrls(file: string): Promise<readonly string[]> {
  const urls = new Set<string>();
  (await contentOf(file)).split(/\r?\n/).forEach((line, i) => {
    const url = line.trim();
    if (url === '' || url.startsWith('#')) return;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw fail(
        'invalid_request',
        `Put an http or https address on every line; line ${i + 1} is ${JSON.stringify(url.slice(0, 200))}.`,
      );
    }
    urls.add(url);
  });
  return [...urls];
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (cause) {
    throw fail('invalid_request', `Name a file that can be read; it is ${JSON.stringify(file)}.`, { cause });
  }
}
