import { NodeHtmlMarkdown } from 'node-html-markdown';

const writer = new NodeHtmlMarkdown();

export function convert({ html }) {
  return { markdown: writer.translate(html) };
}
