// Mozilla Readability on linkedom, written by turndown with its GFM plugin: the usual npm pipeline.
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);

export async function convert({ html }) {
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  return { markdown: article?.content ? turndown.turndown(article.content) : '' };
}
