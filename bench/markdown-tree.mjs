import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { dollarMath } from '../tests/support/dollar-math.mjs';

/** The mdast tree of CommonMark with GFM and math; front matter is left out. */
export function markdownTree(markdown) {
  return fromMarkdown(markdown.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, ''), {
    extensions: [gfm({ singleTilde: false }), dollarMath()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
}
