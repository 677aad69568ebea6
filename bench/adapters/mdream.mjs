// The last release in JavaScript; later ones need a native binding, which no install without network can add.
import { htmlToMarkdown } from 'mdream';
import { withMinimalPreset } from 'mdream/preset/minimal';

export async function convert({ html, url }) {
  return { markdown: String(htmlToMarkdown(html, withMinimalPreset({ origin: new URL(url).origin }))) };
}
