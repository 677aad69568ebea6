import { writeFile } from 'node:fs/promises';
import type { ConvertRequest } from '../contract/convert.ts';
import { fail } from '../contract/failure.ts';
import { outcomeFailure } from '../conversion/outcome-failure.ts';
import { cursorExpired } from '../conversion/page-cursor.ts';
import { convertData, type ShownPage } from '../conversion/response-data.ts';
import type { CommandContext } from './commands/context.ts';
import { convertAddress } from './convert-address.ts';
import { convertOnePage } from './one-page.ts';
import { fileAddress, type SourceFlags, sourceFields } from './source-flags.ts';
import { checkedRequest, readTask } from './source-task.ts';
import { formatJson } from './terminal.ts';
import { typedAddress } from './typed-address.ts';

export interface ConvertFlags extends SourceFlags {
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

/** What `pagemark convert` does: converts the page of an address or a file, and writes what the flags ask for. */
export async function convertSource(
  source: string,
  flags: ConvertFlags,
  context: CommandContext,
): Promise<void> {
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
  return checkedRequest(wanted);
}

async function fromFile(source: string, flags: ConvertFlags): Promise<ShownPage> {
  const request = toRequest(fileAddress(flags), flags);
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
