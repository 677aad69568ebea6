import type { DocumentKind } from '../contract/document-kinds.table.ts';
import { decodeHtml } from '../core/html/decode.ts';
import type { WrittenConversion } from '../core/write-conversion.ts';
import { isBinaryKind } from '../documents/document-kind.ts';
import { contentHtml } from './content-html.ts';
import { trailOf } from './page-trail.ts';
import type { PageForm, PageOutput, PageTask } from './ports.ts';

/** Characters of a content that a summary is made of, as `/v1/ai` takes them. */
const SUMMED_UP_CHARACTERS = 100_000;

/** The forms that a task wants. A document whose bytes are no text has its content as its source. */
export async function formsOf(
  kind: DocumentKind,
  { forms = [], bytes, contentType, url }: PageTask,
  conversion: WrittenConversion,
): Promise<NonNullable<PageOutput['forms']>> {
  const { content, markdown } = conversion;
  const source = () => decodeHtml(bytes, contentType).text;
  const make: Readonly<Record<PageForm, () => string | Promise<string>>> = {
    html: () => contentHtml(content),
    source: () => (isBinaryKind(kind) ? contentHtml(content) : source()),
    summary: () => summaryOf(markdown.slice(0, SUMMED_UP_CHARACTERS)),
    trail: () => JSON.stringify(trailOf(conversion, kind === 'html' ? source() : '', url)),
  };
  return Object.fromEntries(await Promise.all(forms.map(async (form) => [form, await make[form]()])));
}

/** Sentences of the Markdown, by the built-in provider whatever is set; loaded when one is asked for. */
async function summaryOf(markdown: string): Promise<string> {
  const { extractiveProvider } = await import('../ai/extractive/extractive-provider.ts');
  const task = { markdown, template: 'summarize' } as const;
  let summary = '';
  for await (const event of extractiveProvider.stream(task, new AbortController().signal))
    if (event.type === 'text') summary += event.text;
  return summary;
}
