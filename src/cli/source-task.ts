import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseHttpUrl } from '../contract/address.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import { fail, invalid } from '../contract/failure.ts';
import { askedPart, checkSelectors, pageTask } from '../conversion/page-task.ts';
import type { PageTask } from '../conversion/ports.ts';
import { decodeHtml } from '../core/html/decode.ts';
import { parseHtml } from '../core/html/parse.ts';
import { attr, childrenOf, type HtmlNode } from '../core/html/tree.ts';
import type { DocumentBytes } from '../documents/document.ts';
import { documentKind } from '../documents/document-kind.ts';
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
  const name = source === '-' ? {} : { name: path.basename(source) };
  const finalUrl = flags.url ?? ownAddress({ bytes, contentType: undefined, url: '', ...name });
  const page = { bytes, contentType: undefined, finalUrl, status: 200, redirects: [] };
  return { ...pageTask(request, page, 'source', askedPart(request)), bytes, ...name };
}

/** Bytes of a page that are looked through for its own address where its head has no end. */
const HEAD_BYTES = 65_536;

/**
 * The address that the head of a saved page names as its own by a canonical link: the base of its links. Empty where it names
 * none; what cards and structured data say is often the front page of the site.
 */
function ownAddress(file: DocumentBytes): string {
  if (documentKind(file) !== 'html') return '';
  const end = Buffer.from(file.bytes).indexOf('</head');
  const { text } = decodeHtml(file.bytes.slice(0, end < 0 ? HEAD_BYTES : end));
  const { head, baseUrl } = parseHtml(text, '');
  const link = head && childrenOf(head).find(isCanonical);
  const url = link && parseHttpUrl(attr(link, 'href') ?? '', baseUrl || undefined);
  return !url || url.username || url.password ? '' : url.href;
}

const isCanonical = (node: HtmlNode): boolean =>
  node.tag === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attr(node, 'rel') ?? '');

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
