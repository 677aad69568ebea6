// The library as its users call it, with the weights it ships.
import { convertHtml } from '../../dist/index.js';

export function convert({ html, url }) {
  return { markdown: convertHtml(html, { url }).markdown };
}
