import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { parseUrl } from '../contract/address.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import { fail } from '../contract/failure.ts';
import { askedPart, checkSelectors, pageTask } from '../conversion/page-task.ts';
import type { PageTask } from '../conversion/ports.ts';
import { parseCount } from './commands/context.ts';
import { type OwnFlags, ownFlags, refuseOwnFlags } from './own-fields.ts';

/** What is read, and how, for a command about one page. */
export interface SourceFlags extends OwnFlags {
  readonly url?: string;
  readonly scope: 'main' | 'full';
  readonly include?: string[];
  readonly exclude?: string[];
  readonly render: 'auto' | 'never' | 'always';
  readonly waitForSelector?: string;
  readonly language?: string;
  readonly timeout?: number;
}

const collect = (value: string, all: string[] = []) => [...all, value];

/** Adds the argument `source` and the options of `SourceFlags`. */
export function sourceFlags(command: Command): Command {
  return ownFlags(command)
    .argument('<source>', 'address, file, or - for standard input')
    .option('--url <address>', 'address of a file or of standard input: the base of its links')
    .addOption(new Option('--scope <scope>', 'what to convert').choices(['main', 'full']).default('main'))
    .option('--include <selector>', 'only what the CSS selector matches; may be repeated', collect)
    .option('--exclude <selector>', 'without what the CSS selector matches; may be repeated', collect)
    .addOption(
      new Option('--render <when>', 'when a browser renders the page')
        .choices(['auto', 'never', 'always'])
        .default('auto'),
    )
    .option('--wait-for-selector <selector>', 'render, and wait until the CSS selector is visible')
    .option('--language <tag>', 'BCP 47 tag, sent as Accept-Language')
    .option('--timeout <ms>', 'deadline of the whole conversion', parseCount);
}

/** The fields of a request that these options say. */
export function sourceFields(flags: SourceFlags) {
  return {
    scope: flags.scope,
    include_selectors: flags.include,
    exclude_selectors: flags.exclude,
    render: flags.render,
    wait_for_selector: flags.waitForSelector,
    language: flags.language,
    timeout_ms: flags.timeout,
  };
}

/** Address of a request about a file. */
export function fileAddress({ url }: SourceFlags): string {
  return url ?? 'http://localhost/';
}

/** A file, or standard input for `-`, as a task. Throws `invalid_request` and `invalid_url`. */
export async function readTask(
  source: string,
  request: ConvertRequest,
  flags: SourceFlags,
): Promise<PageTask> {
  checkSelectors(request);
  refuseOwnFlags(flags);
  if (!/^https?:$/.test(parseUrl(request.url)?.protocol ?? ''))
    throw fail('invalid_url', `Set --url to an http or https address; it is ${JSON.stringify(request.url)}.`);
  if (flags.render === 'always' || flags.waitForSelector !== undefined)
    throw fail(
      'invalid_request',
      'Give the address of the page: a file or standard input is never rendered.',
    );
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
    throw fail('invalid_request', `${wanted}; ${JSON.stringify(file)}: ${found}.`, { cause });
  }
}
