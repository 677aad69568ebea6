import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { type ConvertRequest, convertRequest } from '../../contract/convert.ts';
import { fail } from '../../contract/failure.ts';
import { invalidRequest } from '../../contract/invalid-request.ts';
import { outcomeFailure } from '../../conversion/outcome-failure.ts';
import { cursorExpired } from '../../conversion/page-cursor.ts';
import { convertData, type ShownPage } from '../../conversion/response-data.ts';
import { fileAddress, readTask, type SourceFlags, sourceFields, sourceFlags } from '../source-task.ts';
import { formatJson } from '../terminal.ts';
import { type CommandContext, jsonFlag, parseCount } from './context.ts';

interface ConvertFlags extends SourceFlags {
  readonly output?: string;
  readonly text?: boolean;
  readonly metadata?: boolean;
  readonly json?: boolean;
  readonly links: 'inline' | 'reference' | 'none';
  readonly linkTitles?: boolean;
  readonly samePageLinks: 'absolute' | 'relative';
  readonly images: 'keep' | 'alt' | 'none';
  readonly frontmatter?: boolean;
  readonly strict: boolean;
  readonly maxTokens?: number;
  readonly cursor?: string;
  readonly listLinks?: boolean;
  readonly listImages?: boolean;
  readonly extended?: boolean;
  readonly diagnostics?: boolean;
}

/** `pagemark convert`: a page without server or key, through the same conversion. */
export function addConvert(program: Command, context: CommandContext): void {
  sourceFlags(jsonFlag(program.command('convert')))
    .description('convert a page; needs neither a server nor a key')
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .option('--text', 'plain text instead of Markdown')
    .option('--metadata', 'print the metadata too, as JSON')
    .addOption(
      new Option('--links <how>', 'how to write links')
        .choices(['inline', 'reference', 'none'])
        .default('inline'),
    )
    .option('--link-titles', 'write the titles of links')
    .addOption(
      new Option('--same-page-links <how>', 'how to write links within the page')
        .choices(['absolute', 'relative'])
        .default('absolute'),
    )
    .addOption(
      new Option('--images <how>', 'what to do with images').choices(['keep', 'alt', 'none']).default('keep'),
    )
    .option('--frontmatter', 'YAML front matter ahead of the Markdown')
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
      // Loaded when a source is judged: they bring the egress rule, and every command line reads this module.
      const [{ typedAddress }, { convertAddress }] = await Promise.all([
        import('../typed-address.ts'),
        import('../convert-address.ts'),
      ]);
      const address = typedAddress(source);
      const page =
        address === null
          ? await fromFile(source, flags)
          : await convertAddress(toRequest(address, flags), flags, context.env);
      const { nextCursor } = page;
      if (flags.output === undefined) context.terminal.out(written(page, flags));
      else await writeOutput(flags.output, written(page, flags));
      const isTold = isData(flags) || nextCursor === undefined;
      if (!isTold) context.terminal.err(`There is more: add --cursor ${nextCursor}\n`);
    });
}

/** The request that the flags say, checked by the schema of the service; a field without a flag does not compile. */
function toRequest(url: string, flags: ConvertFlags): ConvertRequest {
  const wanted: { readonly [Field in keyof Required<ConvertRequest>]: unknown } = {
    url,
    // A file or standard input, which need not be HTML.
    html: undefined,
    ...sourceFields(flags),
    response_format: flags.text ? 'text' : 'markdown',
    include_metadata: flags.metadata === true || flags.json === true,
    include_extended: flags.extended === true,
    include_links: flags.listLinks === true,
    include_images: flags.listImages === true,
    include_diagnostics: flags.diagnostics === true,
    links: flags.links,
    link_titles: flags.linkTitles === true,
    same_page_links: flags.samePageLinks,
    images: flags.images,
    frontmatter: flags.frontmatter === true,
    strict: flags.strict,
    max_tokens: flags.maxTokens,
    cursor: flags.cursor,
  };
  const parsed = convertRequest.safeParse(wanted);
  if (!parsed.success) throw invalidRequest(parsed.error, wanted);
  return parsed.data;
}

async function fromFile(source: string, flags: ConvertFlags): Promise<ShownPage> {
  const request = toRequest(fileAddress(flags), flags);
  // Loaded when a page comes: the engine is most of what the program would read at its start.
  const { convertOnePage } = await import('../one-page.ts');
  const task = await readTask(source, request, flags);
  const { outcome, exceeded, lack, ...output } = await convertOnePage(task);
  if (request.strict && outcome !== 'ok') throw outcomeFailure(outcome, { exceeded, lack });
  if (output.cursorExpired) throw cursorExpired();
  return request.strict ? output : { ...output, outcome };
}

/** Whether more than the content is asked for. */
function isData({ json, metadata, extended, listLinks, listImages, diagnostics }: ConvertFlags): boolean {
  return [json, metadata, extended, listLinks, listImages, diagnostics].includes(true);
}

/** The `data` that the service would answer when more than the content is asked for; else the content alone. */
function written(page: ShownPage, flags: ConvertFlags): string {
  if (!isData(flags)) {
    const { content } = page;
    return content.endsWith('\n') || content === '' ? content : `${content}\n`;
  }
  const shown = convertData(page);
  return flags.json ? formatJson(shown) : `${JSON.stringify(shown, null, 2)}\n`;
}

async function writeOutput(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((cause: unknown) => {
    throw fail(
      'invalid_request',
      `Give --output a file that can be written; it is ${JSON.stringify(file)}.`,
      {
        cause,
      },
    );
  });
}
