import { convertHtml } from '../../build/core/convert-html.js';
import { convertDocument } from '../../build/documents/convert-document.js';

const URL_OF_PAGE = 'https://example.com/docs/page';
const encoder = new TextEncoder();

/** An input of a size, converted, with all that is read of it: Markdown, text, metadata and outcome. */
export async function convertInput(source, { kind, options }) {
  const bytes = typeof source === 'string' ? encoder.encode(source) : source;
  const page =
    kind === 'html'
      ? convertHtml(bytes, { ...options, url: URL_OF_PAGE })
      : await convertDocument(
          kind,
          {
            bytes,
            contentType: undefined,
            url: URL_OF_PAGE,
          },
          options,
        );
  const { markdown, text, metadata, outcome, exceeded, diagnostics } = page;
  const steps = page.document?.budget.steps ?? 0;
  return { markdown, text, metadata, outcome, exceeded, steps, faults: diagnostics.faults };
}
