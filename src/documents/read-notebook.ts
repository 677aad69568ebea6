import { escapeUTF8 } from 'entities';
import { convertHtml } from '../core/convert-html.ts';
import { decodeHtml } from '../core/html/decode.ts';
import type { InvisibleCounts } from '../core/invisible-characters.ts';
import type { ConvertOptions } from '../core/options.ts';
import {
  contentOfPage,
  type DocumentBytes,
  MalformedDocument,
  type ReadDocument,
  readingOf,
  statedMetadata,
} from './document.ts';
import { markdownToHtml } from './markdown/markdown-to-html.ts';

/** A part of a notebook: whatever stands in the fields that are read. */
type Json = Readonly<
  Partial<
    Record<
      | 'authors'
      | 'cell_type'
      | 'cells'
      | 'data'
      | 'kernelspec'
      | 'language'
      | 'language_info'
      | 'metadata'
      | 'name'
      | 'outputs'
      | 'source'
      | 'text'
      | 'title'
      | 'traceback',
      unknown
    >
  >
>;

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
  const html = listOf(book.cells)
    .map((cell) => cellHtml(cell, language))
    .join('\n');
  const page = convertHtml(html, { ...options, url, scope: 'full' }, { invisible });
  const authors = listOf(metadata.authors).map(({ name }) => textOf(name));
  return {
    content: contentOfPage(page),
    page: statedMetadata({ title: textOf(metadata.title), author: authors.join(', ') }),
    ...readingOf(decoded),
    removed: page.diagnostics.removed.filter(({ step }) => step === 'hidden'),
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

function cellHtml(cell: Json, language: string): string {
  const source = textOf(cell.source);
  // Pictures that are attached have no address: their words stand for them.
  if (cell.cell_type === 'markdown')
    return markdownToHtml(source.replace(/!\[([^[\]]*)\]\(attachment:[^()]*\)/g, '$1'));
  if (cell.cell_type !== 'code') return block(source);
  const magic = /^%%(\w+)/.exec(source)?.[1];
  return block(source, magic === undefined ? language : '') + listOf(cell.outputs).map(outputHtml).join('\n');
}

function block(text: string, language = ''): string {
  if (text.trim() === '') return '';
  const name = /^[\w+#-]{1,30}$/.test(language) ? ` class="language-${language}"` : '';
  return `<pre><code${name}>${escapeUTF8(text)}</code></pre>`;
}

/** Signs by which programs colour their output (ECMA-48, 5.4). */
const COLOURS = /\u001b\[[\d;]{0,30}[A-Za-z]/g;

function outputHtml(output: Json): string {
  const traceback = output.traceback;
  if (Array.isArray(traceback)) return block(traceback.map(textOf).join('\n').replace(COLOURS, ''));
  const streamed = textOf(output.text);
  if (streamed !== '') return block(streamed.replace(COLOURS, ''));
  const data = recordOf(output.data) as Readonly<Record<string, unknown>>;
  const of = (type: string) => textOf(data[type]);
  const plain = of('text/plain').replace(COLOURS, '');
  if (Object.keys(data).some((type) => type.startsWith('image/'))) return `<p>${escapeUTF8(plain)}</p>`;
  if (of('text/html') !== '') return `<div>${of('text/html')}</div>`;
  if (of('text/markdown') !== '') return markdownToHtml(of('text/markdown'));
  return of('text/latex') === '' ? block(plain) : markdownToHtml(of('text/latex'));
}
