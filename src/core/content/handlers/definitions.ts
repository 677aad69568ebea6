import { onOneLine } from '../../html/blank.ts';
import { childrenOf, type HtmlNode, partBeside } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { appendAll } from '../append-all.ts';
import type { Builder } from '../builder.ts';
import { factOf } from '../facts.ts';
import type { DefinitionState, Frame } from '../frame.ts';
import { plainText } from '../plain-text.ts';
import type { Inline, ListItem, Paragraph } from '../tree.ts';

/**
 * A definition list: a term and a short definition are one line, other terms paragraphs in bold; several definitions of one term,
 * and answers in answers, are bullets.
 */
export function handleDl(node: HtmlNode, b: Builder): boolean {
  const state: DefinitionState = {
    kind: 'definitions',
    terms: [],
    definitions: [],
    place: 0,
    isThread: isThread(b, node),
  };
  return b.openFlow(node, state, (frame) => {
    settle(frame, state);
    b.addAll(frame.blocks);
  });
}

/** Whether a list without terms answers what stands above it (talk pages of MediaWiki): behind a text in an item, or around such a list. */
function isThread({ doc }: Builder, node: HtmlNode): boolean {
  if (holdsTerms(node) || doc.elements.hasWithin(node, 'math')) return false;
  if (node.parent?.tag === 'dd') return partBeside(node, 'prev') !== null;
  const parts = childrenOf(node).flatMap(childrenOf);
  return parts.some((part) => part.tag === 'dl' && !holdsTerms(part) && partBeside(part, 'prev') !== null);
}

function holdsTerms(list: HtmlNode): boolean {
  return childrenOf(list).some(({ tag }) => tag === 'dt');
}

export function handleDt(node: HtmlNode, b: Builder): boolean {
  const { frame } = b;
  b.boundary();
  if (frame.state.kind === 'definitions') settle(frame, frame.state);
  const isSignature = b.roles.has(node, ROLE.sphinxSignature);
  return b.openPhrasing(node, 'term', (children) => {
    const value = onOneLine(plainText(children));
    const term: Inline[] = isSignature ? [{ type: 'inlineCode', value }] : inBold(children);
    if (children.length === 0) return;
    const paragraph: Paragraph = { type: 'paragraph', children: term };
    b.add(paragraph);
    if (frame.state.kind === 'definitions') frame.state.terms.push(paragraph);
  });
}

/** A term in bold. The name in it may be bold itself (Texinfo): bold in bold says nothing. */
function inBold(term: Inline[]): Inline[] {
  if (term.every(({ type }) => type === 'strong' || type === 'inlineCode')) return term;
  return [
    { type: 'strong', children: term.flatMap((part) => (part.type === 'strong' ? part.children : [part])) },
  ];
}

export function handleDd(node: HtmlNode, b: Builder): boolean {
  const { frame } = b;
  const { state } = frame;
  if (state.kind !== 'definitions') return b.block(node);
  return b.openFlow(node, { kind: 'flow' }, (own) => {
    if (own.blocks.length === 0) return;
    if (frame.blocks.length > state.place) settle(frame, state);
    state.place = frame.blocks.length;
    state.definitions.push(own.blocks);
  });
}

/** Writes the gathered definitions into the list's frame, ahead of what it has got since. */
function settle(frame: Frame, state: DefinitionState): void {
  const { terms, definitions, place, isThread } = state;
  if (definitions.length === 0) return;
  state.terms = [];
  state.definitions = [];
  const after = frame.blocks.splice(place);
  const [first, ...others] = definitions;
  const fact =
    terms.length === 1 && frame.blocks.at(-1) === terms[0] && others.length === 0
      ? factOf([terms[0]!, ...first!])
      : null;
  if (fact !== null) frame.blocks[frame.blocks.length - 1] = fact;
  else if (others.length === 0 && !isThread) appendAll(frame.blocks, first!);
  else {
    const item = { type: 'listItem', checked: null, spread: false } as const;
    const children = definitions.map((blocks): ListItem => ({ ...item, children: blocks }));
    frame.blocks.push({ type: 'list', ordered: false, start: 1, spread: false, children });
  }
  appendAll(frame.blocks, after);
}
