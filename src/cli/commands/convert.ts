import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { type ConvertRequest, convertRequest } from '../../contract/convert.ts';
import { fail } from '../../contract/failure.ts';
import { invalidRequest } from '../../contract/invalid-request.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { convertData, type ShownPage } from '../../conversion/convert-data.ts';
import { askedPart, checkSelectors, pageTask } from '../../conversion/convert-page.ts';
import { convertTask } from '../../conversion/convert-task.ts';
import { outcomeFailure } from '../../conversion/outcome-failure.ts';
import { cursorExpired } from '../../conversion/page-cursor.ts';
import { formatJson } from '../terminal.ts';
import { type CommandContext, jsonFlag, parseCount } from './context.ts';

interface ConvertFlags {
  readonly text?: boolean;
  readonly metadata?: boolean;
  readonly json?: boolean;
  readonly url?: string;
  readonly scope: 'main' | 'full';
  readonly links: 'inline' | 'reference' | 'none';
  readonly images: 'keep' | 'alt' | 'none';
  readonly frontmatter?: boolean;
  readonly include?: string[];
  readonly exclude?: string[];
  readonly render: 'auto' | 'never' | 'always';
  readonly waitForSelector?: string;
  readonly language?: string;
  readonly timeout?: number;
  readonly strict: boolean;
  readonly maxTokens?: number;
  readonly cursor?: string;
  readonly listLinks?: boolean;
  readonly listImages?: boolean;
  readonly extended?: boolean;
  readonly diagnostics?: boolean;
}

const collect = (value: string, all: string[] = []) => [...all, value];

/** `pagemark convert`: a page without server or key, through the same conversion. */
export function addConvert(program: Command, context: CommandContext): void {
  jsonFlag(program.command('convert'))
    .description('convert a page; needs neither a server nor a key')
    .argument('<source>', 'address, file, or - for standard input')
    .option('--text', 'plain text instead of Markdown')
    .option('--metadata', 'print the metadata too, as JSON')
    .option('--url <address>', 'address of a file or of standard input: the base of its links')
    .addOption(new Option('--scope <scope>', 'what to convert').choices(['main', 'full']).default('main'))
    .addOption(
      new Option('--links <how>', 'how to write links')
        .choices(['inline', 'reference', 'none'])
        .default('inline'),
    )
    .addOption(
      new Option('--images <how>', 'what to do with images').choices(['keep', 'alt', 'none']).default('keep'),
    )
    .option('--frontmatter', 'YAML front matter ahead of the Markdown')
    .option('--include <selector>', 'only what the CSS selector matches; may be repeated', collect)
    .option('--exclude <selector>', 'without what the CSS selector matches; may be repeated', collect)
    .addOption(
      new Option('--render <when>', 'when a browser renders the page')
        .choices(['auto', 'never', 'always'])
        .default('auto'),
    )
    .option('--wait-for-selector <selector>', 'render, and wait until the CSS selector is visible')
    .option('--language <tag>', 'BCP 47 tag, sent as Accept-Language')
    .option('--timeout <ms>', 'deadline of the whole conversion', parseCount)
    .option('--no-strict', 'print what was found even when it is not the content of a page')
    .option(
      '--max-tokens <n>',
      'cut the content into parts of at most this many estimated tokens',
      parseCount,
    )
    .option('--cursor <cursor>', 'the part after the one that named this cursor')
    .option('--list-links', 'print the links of the content too, as JSON')
    .option('--list-images', 'print the images of the content too, as JSON')
    .option('--extended', 'print dates, author, language and the like too, as JSON')
    .option('--diagnostics', 'print what was removed by which step, as JSON')
    .action(async (source: string, flags: ConvertFlags) => {
      const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
      const converted = isAddress ? await fromAddress(source, flags, context) : await fromFile(source, flags);
      print(converted, flags, context);
    });
}

/** The request that the flags say, checked by the schema of the service; a field without a flag does not compile. */
function toRequest(url: string, flags: ConvertFlags): ConvertRequest {
  const wanted: { readonly [Field in keyof Required<ConvertRequest>]: unknown } = {
    url,
    // A file or standard input, which need not be HTML.
    html: undefined,
    response_format: flags.text ? 'text' : 'markdown',
    include_metadata: flags.metadata === true || flags.json === true,
    include_extended: flags.extended === true,
    include_links: flags.listLinks === true,
    include_images: flags.listImages === true,
    include_diagnostics: flags.diagnostics === true,
    scope: flags.scope,
    links: flags.links,
    images: flags.images,
    frontmatter: flags.frontmatter === true,
    include_selectors: flags.include,
    exclude_selectors: flags.exclude,
    render: flags.render,
    wait_for_selector: flags.waitForSelector,
    language: flags.language,
    timeout_ms: flags.timeout,
    strict: flags.strict,
    max_tokens: flags.maxTokens,
    cursor: flags.cursor,
  };
  const parsed = convertRequest.safeParse(wanted);
  if (!parsed.success) throw invalidRequest(parsed.error, wanted);
  return parsed.data;
}

async function fromAddress(
  address: string,
  flags: ConvertFlags,
  { env }: CommandContext,
): Promise<ShownPage> {
  const request = toRequest(address, flags);
  const { openLocalConverter } = await import('../local-converter.ts');
  const converter = await openLocalConverter(loadConfig(env));
  try {
    return await converter.convert(request, { signal: new AbortController().signal, keyId: null });
  } finally {
    await converter.close();
  }
}

async function fromFile(source: string, flags: ConvertFlags): Promise<ShownPage> {
  const address = flags.url ?? 'http://localhost/';
  const request = toRequest(address, flags);
  checkSelectors(request);
  if (!/^https?:$/.test(parseUrl(address)?.protocol ?? ''))
    throw fail('invalid_url', `Set --url to an http or https address; it is ${JSON.stringify(address)}.`);
  if (flags.render === 'always' || flags.waitForSelector !== undefined)
    throw fail(
      'invalid_request',
      'Give the address of the page: a file or standard input is never rendered.',
    );
  const bytes = new Uint8Array(source === '-' ? await buffer(process.stdin) : await readSource(source));
  const page = { bytes, contentType: undefined, finalUrl: flags.url ?? '', status: 200, redirects: [] };
  const task = pageTask(request, page, 'source', askedPart(request));
  const { outcome, ...output } = await convertTask(
    source === '-' ? task : { ...task, name: path.basename(source) },
  );
  if (request.strict && outcome !== 'ok') throw outcomeFailure(outcome);
  if (output.cursorExpired) throw cursorExpired();
  return request.strict ? output : { ...output, outcome };
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

/** The `data` that the service would answer when more than the content is asked for; else the content alone. */
function print(page: ShownPage, flags: ConvertFlags, { terminal }: CommandContext): void {
  const { json, metadata, extended, listLinks, listImages, diagnostics } = flags;
  if (json || metadata || extended || listLinks || listImages || diagnostics) {
    const shown = convertData(page);
    terminal.out(json ? formatJson(shown) : `${JSON.stringify(shown, null, 2)}\n`);
    return;
  }
  const { content, nextCursor } = page;
  terminal.out(content.endsWith('\n') || content === '' ? content : `${content}\n`);
  if (nextCursor !== undefined) terminal.err(`There is more: add --cursor ${nextCursor}\n`);
}
