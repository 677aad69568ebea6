import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { dollarMath } from '../support/dollar-math.mjs';

/** Markdown with GitHub's extensions and formulas, as its readers see it. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, {
    extensions: [gfm({ singleTilde: false }), dollarMath()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
}
