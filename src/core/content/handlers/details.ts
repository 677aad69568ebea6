import { HEADINGS, type HtmlNode } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import type { Builder } from '../builder.ts';
import type { DetailsState } from '../frame.ts';
import { handleCalloutTitle } from './callout.ts';

/** `<details>` with its summary. */
export function handleDetails(node: HtmlNode, b: Builder): boolean {
  const state: DetailsState = { kind: 'details', summary: [], isSection: false };
  return b.openFlow(node, state, (frame) => {
    const { isSection, summary } = state;
    if (isSection) b.addAll(frame.blocks);
    else if (frame.blocks.length + summary.length > 0)
      b.add({ type: 'details', summary, children: frame.blocks });
  });
}

/** The summary of the innermost details (or the title of a collapsible callout); a paragraph elsewhere. */
export function handleSummary(node: HtmlNode, b: Builder): boolean {
  const { state, filled } = b.frame;
  if (state.kind === 'callout') return handleCalloutTitle(node, b) ?? b.block(node);
  if (state.kind !== 'details' || filled) return b.block(node);
  if (b.doc.elements.hasWithin(node, ...HEADINGS)) {
    state.isSection = true;
    return b.block(node);
  }
  // rustdoc hides it while all that it folds away is shown.
  if (b.roles.has(node, ROLE.foldedSummary)) {
    state.isSection = true;
    return false;
  }
  return b.openPhrasing(node, 'phrasing', (children) => {
    if (state.summary.length === 0) state.summary = children;
    else b.add({ type: 'paragraph', children });
  });
}
