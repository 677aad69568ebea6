import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { dollarMath } from '../support/dollar-math.mjs';

/** Raw HTML that output may hold (egress rule, Output): these elements, and attributes on the table alone. */
const ALLOWED_HTML =
  /^(?:<\/?(?:br|sub|sup|kbd|mark|ins|details|summary|caption|thead|tbody|tr|table)\s*\/?>|<\/?t[hd](?: (?:colspan|rowspan)="\d+"| align="\w+")*>|\s|[^<])*$/;
const ALLOWED_SCHEME = /^(?:https?:|mailto:|[^:]*$|[/#?])/i;

const treeOf = (markdown: string) =>
  fromMarkdown(markdown, {
    extensions: [gfm({ singleTilde: false }), dollarMath()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });

/** What in a Markdown text is live and must not be: raw HTML or a link of another scheme. Null when nothing is. */
export function judgeMarkdown(markdown: string): string | null {
  const problems: string[] = [];
  visit(treeOf(markdown), (node) => {
    if (node.type === 'html' && !ALLOWED_HTML.test(node.value)) problems.push(`raw HTML ${node.value}`);
    if ('url' in node && !ALLOWED_SCHEME.test(node.url)) problems.push(`live address ${node.url}`);
  });
  return problems[0] ?? null;
}

/** All that a reader of the rendered Markdown reads. */
export function textIn(markdown: string): string {
  let text = '';
  visit(treeOf(markdown), (node) => {
    if ('value' in node) text += node.value;
    if ('alt' in node) text += node.alt ?? '';
  });
  return text;
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node);
  if ('children' in node) for (const child of node.children) visit(child, see);
}
