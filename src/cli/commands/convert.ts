import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { type ConvertRequest, convertRequest } from '../../contract/convert.ts';
import { fail } from '../../contract/failure.ts';
import { invalidRequest } from '../../contract/invalid-request.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { checkSelectors, convertOptions } from '../../conversion/convert-page.ts';
import { convertTask } from '../../conversion/convert-task.ts';
import { outcomeFailure } from '../../conversion/outcome-failure.ts';
import type { PageOutput } from '../../conversion/ports.ts';
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
  readonly diagnostics?: boolean;
}

/** What both sources of pages give: a fetched address, and a file or standard input. */
type Converted = Pick<PageOutput, 'content' | 'metadata' | 'diagnostics'> & { readonly outcome?: string };

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
    .option('--diagnostics', 'print what was removed by which step, as JSON')
    .action(async (source: string, flags: ConvertFlags) => {
      const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
      const converted = isAddress ? await fromAddress(source, flags, context) : await fromFile(source, flags);
      print(converted, flags, context);
    });
}

/** The request that the flags say, checked by the schema of the service. */
function toRequest(url: string, flags: ConvertFlags): ConvertRequest {
  const wanted = {
    url,
    response_format: flags.text ? 'text' : 'markdown',
    include_metadata: flags.metadata === true || flags.json === true,
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
  };
  const parsed = convertRequest.safeParse(wanted);
  if (!parsed.success) throw invalidRequest(parsed.error, wanted);
  return parsed.data;
}

async function fromAddress(
  address: string,
  flags: ConvertFlags,
  { env }: CommandContext,
): Promise<Converted> {
  const request = toRequest(address, flags);
  const { openLocalConverter } = await import('../local-converter.ts');
  const converter = await openLocalConverter(loadConfig(env));
  try {
    return await converter.convert(request, { signal: new AbortController().signal, keyId: null });
  } finally {
    await converter.close();
  }
}

async function fromFile(source: string, flags: ConvertFlags): Promise<Converted> {
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
  const output = await convertTask({
    bytes,
    contentType: undefined,
    url: flags.url ?? '',
    ...(source === '-' ? {} : { name: path.basename(source) }),
    status: 200,
    format: request.response_format,
    options: convertOptions(request),
    wantMetadata: request.include_metadata,
    wantDiagnostics: request.include_diagnostics,
  });
  if (request.strict && output.outcome !== 'ok') throw outcomeFailure(output.outcome);
  return output;
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

function print(converted: Converted, flags: ConvertFlags, { terminal }: CommandContext): void {
  const { content, metadata, outcome, diagnostics } = converted;
  if (flags.json || flags.metadata || flags.diagnostics) {
    const shown = { content, metadata, diagnostics, ...(flags.strict ? {} : { outcome }) };
    terminal.out(flags.json ? formatJson(shown) : `${JSON.stringify(shown, null, 2)}\n`);
  } else terminal.out(content.endsWith('\n') || content === '' ? content : `${content}\n`);
}
