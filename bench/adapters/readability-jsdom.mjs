import { Readability } from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { turndown } from './turndown.mjs';

export function convert({ html, url }) {
  const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
  try {
    const article = new Readability(window.document).parse();
    return { markdown: article?.content ? turndown.turndown(article.content) : '' };
  } finally {
    window.close();
  }
}
