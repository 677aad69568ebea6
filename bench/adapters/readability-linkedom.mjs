import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { turndown } from './turndown.mjs';

export function convert({ html }) {
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  return { markdown: article?.content ? turndown.turndown(article.content) : '' };
}
