import { isJsonLd } from '../html/json-ld.ts';
import type { HtmlDocument } from '../html/tree.ts';

/** JSON-LD of a page that is read, in characters. */
const MAX_CHARS = 200_000;

/** Texts of the scripts that hold the JSON-LD of a page, whole. */
export function jsonLdScripts(doc: HtmlDocument): string[] {
  const scripts = doc.elements.tagged('script');
  return scripts.flatMap((node) => (node.first && isJsonLd(node) ? [node.first.text] : []));
}

/** The JSON-LD of a page as it stands there, up to `MAX_CHARS` of all of it. */
export function* jsonLdTexts(doc: HtmlDocument): Generator<string> {
  let left = MAX_CHARS;
  for (const text of jsonLdScripts(doc)) {
    yield text.slice(0, left);
    left -= text.length;
    if (left <= 0) return;
  }
}
