import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseHttpUrl } from '../contract/address.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import { fail, invalid } from '../contract/failure.ts';
import { askedPart, checkSelectors, pageTask } from '../conversion/page-task.ts';
import type { PageTask } from '../conversion/ports.ts';
import { refuseOwnFlags } from './own-fields.ts';
import type { SourceFlags } from './page-options.ts';

/** Address of a request about a file that has none. */
export const NO_ADDRESS = 'http://localhost/';

/** A file, or standard input for `-`, as a task. Throws `invalid_request` and `invalid_url`. */
export async function readTask(
  source: string,
  request: ConvertRequest,
  flags: SourceFlags,
): Promise<PageTask> {
  checkSelectors(request);
  refuseOwnFlags(flags);
  if (parseHttpUrl(request.url) === undefined)
    throw fail('invalid_url', `Set --url to an http or https address; it is ${JSON.stringify(request.url)}.`);
  if (request.render === 'always' || request.wait_for_selector !== undefined)
    throw invalid('Give the address of the page: a file or standard input is never rendered.');
  const bytes = new Uint8Array(source === '-' ? await buffer(process.stdin) : await readSource(source));
  const page = { bytes, contentType: undefined, finalUrl: flags.url ?? '', status: 200, redirects: [] };
  const task = { ...pageTask(request, page, 'source', askedPart(request)), bytes };
  return source === '-' ? task : { ...task, name: path.basename(source) };
}

async function readSource(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const found =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : 'it cannot be read';
    const wanted = 'Give a readable file, - or an address that begins with https:// or http://';
    throw invalid(`${wanted}; ${JSON.stringify(file)}: ${found}.`, cause);
  }
}
