import { checkNodes } from '../core/budget.ts';
import type { Block } from '../core/content/tree.ts';
import type { RemovedBlock } from '../core/diagnostics/diagnostics.ts';
import { decodeHtml } from '../core/html/decode.ts';
import type { InvisibleCounts } from '../core/invisible-characters.ts';
import type { ConvertOptions } from '../core/options.ts';
import { isBlankContent } from '../core/outcome/blank-content.ts';
import {
  type DocumentBytes,
  MalformedDocument,
  type ReadDocument,
  readingOf,
  statedMetadata,
} from './document.ts';
import { markdownToHtml } from './markdown/markdown-to-html.ts';
import { PagesWithin } from './pages-within.ts';
import { fenced } from './read-text.ts';

/** A part of a notebook: whatever stands in the fields that are read. */
type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a notebook (Jupyter, nbformat 4): its cells in their order, Markdown as Markdown, code in fences, outputs as text behind
 * their cell, by the form of each that says most. Pictures of outputs are named by the text that is kept with them. Nothing is run.
 */
export function readNotebook(
  { bytes, contentType, url }: DocumentBytes,
  options: ConvertOptions,
  invisible: InvisibleCounts,
): ReadDocument {
  const decoded = decodeHtml(bytes, contentType);
  const book = parsed(decoded.text.replace(/^\ufeff/, ''));
  const metadata = recordOf(book.metadata);
  const language =
    textOf(recordOf(metadata.language_info).name) || textOf(recordOf(metadata.kernelspec).language);
  const pages = new PagesWithin({ ...options, url }, invisible);
  const children = listOf(book.cells).flatMap((cell, i) =>
    cellBlocks(cell, language, pages.removed, (html) => pages.read(html, `cell ${i + 1}`).children),
  );
  checkNodes(children.length);
  const authors = listOf(metadata.authors).map(({ name }) => textOf(name));
  return {
    content: { type: 'root', children },
    page: statedMetadata({ title: textOf(metadata.title), author: authors.join(', ') }),
    ...readingOf(decoded),
    removed: pages.removed,
  };
}

function parsed(json: string): Json {
  try {
    return recordOf(JSON.parse(json));
  } catch {
    throw new MalformedDocument();
  }
}

const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(recordOf) : []);
/** A text, which may be written as a list of its lines. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';

/** Reads HTML as a page of its own. */
type ReadPage = (html: string) => Block[];

function cellBlocks(cell: Json, language: string, removed: RemovedBlock[], read: ReadPage): Block[] {
  const source = textOf(cell.source);
  // Pictures that are attached have no address: their words stand for them.
  if (cell.cell_type === 'markdown')
    return read(markdownToHtml(source.replace(/!\[([^[\]]*)\]\(attachment:[^()]*\)/g, '$1'), removed));
  if (cell.cell_type !== 'code') return block(source);
  const magic = /^%%(\w+)/.exec(source)?.[1];
  const outputs = listOf(cell.outputs).flatMap((output) => outputBlocks(output, removed, read));
  return [...block(source, magic === undefined ? language : ''), ...outputs];
}

function block(text: string, language = ''): Block[] {
  if (text.trim() === '') return [];
  return fenced(/^[\w+#-]{1,30}$/.test(language) ? language : null, text).children;
}

/** Signs by which programs colour their output (ECMA-48, 5.4). */
const COLOURS = /\u001b\[[\d;]{0,30}[A-Za-z]/g;

function outputBlocks(output: Json, removed: RemovedBlock[], read: ReadPage): Block[] {
  const shown = (text: string) => block(text.replace(COLOURS, ''));
  if (Array.isArray(output.traceback)) {
    const trace = output.traceback.map(textOf).join('\n');
    return shown(trace || `${textOf(output.ename)}: ${textOf(output.evalue)}`);
  }
  const streamed = textOf(output.text);
  if (streamed !== '') return shown(streamed);
  const data = recordOf(output.data);
  const of = (type: string) => textOf(data[type]);
  const plain = of('text/plain').replace(COLOURS, '');
  if (Object.keys(data).some((type) => type.startsWith('image/')))
    return [{ type: 'paragraph', children: [{ type: 'text', value: plain }] }];
  const html = of('text/html') || markdownToHtml(of('text/markdown') || of('text/latex'), removed);
  const children = html === '' ? [] : read(html);
  return isBlankContent({ type: 'root', children }) ? block(plain) : children;
}
