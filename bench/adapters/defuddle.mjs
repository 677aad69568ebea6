import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';

export async function convert({ html, url }) {
  const { document } = parseHTML(html);
  const result = await Defuddle(document, url, { markdown: true });
  return { markdown: result.content ?? '' };
}
