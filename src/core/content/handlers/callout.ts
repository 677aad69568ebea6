import { childParts, HEADINGS, type HtmlNode } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { type CalloutKind, calloutKind, isCalloutKind } from '../../units/callout.ts';
import { headOf } from '../../units/callout-head.ts';
import { isBranch } from '../../units/disclosure.ts';
import type { Builder } from '../builder.ts';
import type { DetailsState, FrameState } from '../frame.ts';
import { plainText } from '../plain-text.ts';
import type { Block, Inline } from '../tree.ts';
import { isOneOfSeveral, openTitle } from './toggle.ts';

/** A callout or admonition of the usual generators; null for boxes that are none. */
export function handleCallout(node: HtmlNode, b: Builder): boolean | null {
  if (b.frame.kind === 'list') return null;
  const named = calloutKind(b.page, node);
  // A box of footnotes is called so as well.
  if (named === null || childParts(node).some(({ index }) => b.notes.definitions.has(index))) return null;
  const head = headOf(b.page, node);
  const state: FrameState & { kind: 'callout' } = { kind: 'callout', callout: named, head, title: [] };
  return b.openFlow(node, state, (frame) => {
    const children = frame.blocks;
    const kind = titleKind(state.title, children) ?? named;
    const isName = namesKind(state.title, kind);
    const title = isName ? [] : state.title;
    const name = isName ? takeKindName(children, kind) || nameIn(state.title) : '';
    if (title.length + children.length > 0) b.add({ type: 'callout', kind, name, title, children });
  });
}

/** The sign of the callout that is being built, which its kind says, or its title by its place; null for other parts. */
export function handlePartOfCallout(node: HtmlNode, b: Builder): boolean | null {
  const { state } = b.frame;
  const [sign, title] = state.kind === 'callout' ? state.head : [];
  return node === sign ? false : node === title ? handleCalloutTitle(node, b) : null;
}

/** The title of the callout that is being built; null elsewhere. */
export function handleCalloutTitle(node: HtmlNode, b: Builder): boolean | null {
  const { state, filled, blocks } = b.frame;
  if (state.kind !== 'callout' || filled || blocks.length > 0) return null;
  if (state.title.length > 0 && !namesKind(state.title, state.callout)) return null;
  return b.openPhrasing(node, 'phrasing', (children) => {
    const only = children[0];
    state.title = children.length === 1 && only?.type === 'strong' ? only.children : children;
  });
}

/** `<details>` with its summary. */
export function handleDetails(node: HtmlNode, b: Builder): boolean {
  const isOfRow = isOneOfSeveral(node, b);
  const state: DetailsState = { kind: 'details', summary: [], isOfRow, isSection: false };
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
  if (state.kind !== 'details' || filled || state.summary.length > 0) return b.block(node);
  const isHeading = b.doc.elements.hasWithin(node, ...HEADINGS);
  // rustdoc hides it while all that it folds away is shown.
  const isHidden = b.roles.has(node, ROLE.foldedSummary);
  const isName = isHeading || isBranch(node.parent!);
  state.isSection ||= isName || isHidden || state.isOfRow;
  if (isName || isHidden) return isName && b.block(node);
  if (state.isOfRow) return openTitle(node, b);
  return b.openPhrasing(node, 'phrasing', (children) => {
    state.summary = children;
  });
}

/** The kind that is all of the title of a callout, whatever the class says: "Important" in an `alert is-info`. */
function titleKind(title: readonly Inline[], [first]: readonly Block[]): CalloutKind | null {
  const line = title.length > 0 ? title : first?.type === 'paragraph' ? first.children : [];
  const name = nameIn(line).toLowerCase();
  return isCalloutKind(name) ? name : null;
}

function namesKind(title: readonly Inline[], kind: CalloutKind): boolean {
  const name = nameIn(title).toLowerCase();
  return name === '' || name === kind;
}

function nameIn(title: readonly Inline[]): string {
  return plainText(title)
    .trim()
    .replace(/[:!.]$/, '');
}

/** Takes a leading name of the kind off the blocks, "Note:" or a heading or paragraph of it alone; returns it, '' for none. */
function takeKindName(blocks: Block[], kind: CalloutKind): string {
  const first = blocks[0];
  if (first?.type !== 'paragraph' && first?.type !== 'heading') return '';
  const { children } = first;
  const lead = children[0];
  const isLead = first.type === 'paragraph' && lead?.type === 'strong';
  const name = nameIn(isLead ? lead.children : children);
  if (name.toLowerCase() !== kind || (!isLead && children.some(({ type }) => type === 'image'))) return '';
  const rest = isLead ? children.slice(1) : [];
  const next = rest[0];
  if (next?.type === 'text') next.value = next.value.replace(/^\s*:?\s*/, '');
  first.children = rest;
  if (rest.every((child) => child.type === 'text' && child.value.trim() === '')) blocks.shift();
  return name;
}
