import { writeFile } from 'node:fs/promises';
import { type ConvertRequest, convertRequest } from '../contract/convert.ts';
import { invalid } from '../contract/failure.ts';
import { parseRequest } from '../contract/invalid-request.ts';
import { outcomeFailure } from '../conversion/outcome-failure.ts';
import { cursorExpired } from '../conversion/page-cursor.ts';
import { convertData, type ShownPage } from '../conversion/response-data.ts';
import type { CommandContext } from './commands/context.ts';
import { convertAddress } from './convert-address.ts';
import { convertOnePage } from './one-page.ts';
import { CONVERT_OPTIONS, fieldsOf, SOURCE_OPTIONS, type SourceFlags } from './page-options.ts';
import { NO_ADDRESS, readTask } from './source-task.ts';
import { formatJson } from './terminal.ts';
import { typedAddress } from './typed-address.ts';

export interface ConvertFlags extends SourceFlags {
  readonly output?: string;
  readonly text?: boolean;
  readonly metadata?: boolean;
}

/** What `pagemark convert` does: converts the page of an address or a file, and writes what the flags ask for. */
export async function convertSource(
  source: string,
  flags: ConvertFlags,
  context: CommandContext,
): Promise<void> {
  const address = typedAddress(source);
  const request = toRequest(address ?? flags.url ?? NO_ADDRESS, flags);
  const page =
    address === null
      ? await fromFile(source, request, flags)
      : await convertAddress(request, flags, context.env);
  const isData = DATA_FIELDS.some((field) => request[field]);
  const text = isData ? dataOf(page, flags) : contentOf(page);
  if (flags.output === undefined) context.terminal.out(text);
  else await writeOutput(flags.output, text);
  const { nextCursor } = page;
  if (!isData && nextCursor !== undefined)
    context.terminal.err(`There is more: add --cursor ${nextCursor}\n`);
}

const DATA_FIELDS = [
  'include_metadata',
  'include_extended',
  'include_links',
  'include_images',
  'include_diagnostics',
] as const;

/** The request that the flags say, checked by the schema of the service. */
function toRequest(url: string, flags: ConvertFlags): ConvertRequest {
  return parseRequest(convertRequest, {
    url,
    ...fieldsOf(flags, { ...SOURCE_OPTIONS, ...CONVERT_OPTIONS }),
    response_format: flags.text ? 'text' : 'markdown',
    include_metadata: flags.metadata || flags.json,
  });
}

async function fromFile(source: string, request: ConvertRequest, flags: ConvertFlags): Promise<ShownPage> {
  const { outcome, exceeded, lack, unread, ...output } = await convertOnePage(
    await readTask(source, request, flags),
  );
  if (request.strict && outcome !== 'ok') throw outcomeFailure(outcome, request, { exceeded, lack, unread });
  if (output.cursorExpired) throw cursorExpired();
  return request.strict ? output : { ...output, outcome };
}

function dataOf(page: ShownPage, { json }: ConvertFlags): string {
  const data = convertData(page);
  return json ? formatJson(data) : `${JSON.stringify(data, null, 2)}\n`;
}

function contentOf({ content }: ShownPage): string {
  return content.endsWith('\n') || content === '' ? content : `${content}\n`;
}

async function writeOutput(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((cause: unknown) => {
    throw invalid(`Give --output a file that can be written; it is ${JSON.stringify(file)}.`, cause);
  });
}
