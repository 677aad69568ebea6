import { parseHtml } from '../../../html/parse.ts';
import type { HtmlNode } from '../../../html/tree.ts';

/** The `<math>` element in MathML that a page keeps as text (MathJax 2's `data-mathml`); null when there is none. */
export function parseMathml(source: string): HtmlNode | null {
  if (source.length > 50_000) return null;
  return parseHtml(source, '').nodes.find((node) => node.tag === 'math') ?? null;
}
