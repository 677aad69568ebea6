import { attr, HTML_NS, type HtmlNode, SVG_NS, TEXT } from '../html/tree.ts';
import type { ConvertOptions } from '../options.ts';
import type { Annotation } from '../page/annotation.ts';
import { BLOCK } from '../page/element-kind.ts';
import { ROLE } from '../page/roles.ts';
import { isStyled } from '../page/style-of.ts';
import type { Selection } from '../select/selection.ts';
import { Builder } from './builder.ts';
import { handleFact } from './facts.ts';
import { handleUnknown, isSlotted } from './handlers/blocks.ts';
import { handlePartOfCallout } from './handlers/callout.ts';
import { handleLabelOfCode } from './handlers/code/code-block.ts';
import { handleNote } from './handlers/footnotes.ts';
import { isInvisible } from './handlers/hidden.ts';
import { HANDLERS, recognise } from './handlers/index.ts';
import { styled } from './handlers/inline.ts';
import { partFromLabel } from './handlers/inline-gap.ts';
import { handleRowOfList } from './handlers/list.ts';
import { handleMathElement } from './handlers/math/math.ts';
import { leavePlace } from './handlers/table/table.ts';
import { handleTabLabels, labelPanel } from './handlers/tabs.ts';
import { proseOf } from './shown-text.ts';
import type { Root } from './tree.ts';

/**
 * The content tree of the selected nodes of a page: one walk in document order without recursion, a handler
 * per element. Containers nest at most 48 deep, however deep the page; white space is as the page has it
 * (the normaliser collapses it).
 */
export function buildContent(page: Annotation, selection: Selection, options: ConvertOptions): Root {
  const { doc } = page;
  const b = new Builder(page, selection, options);
  const start = doc.body ?? doc.root;
  walk(start.index, start.end, b);
  // Such a subtree may put off others.
  for (const [node, close] of b.deferred) {
    b.openNote(node, close);
    walk(node.index + 1, node.end, b);
  }
  return b.finish();
}

/** Walks the nodes from `from` to `to`, passing over removed subtrees; a block parts what it stood between. */
function walk(from: number, to: number, b: Builder): void {
  const { nodes, budget } = b.doc;
  for (let i = from; i < to; ) {
    b.exitTo(i);
    const node = nodes[i]!;
    budget.spend(1 + node.attrs.length, 'going through the elements');
    if (b.removedBy[i] !== 0) {
      if (BLOCK.has(node.tag)) b.boundary();
      leavePlace(node, b);
      i = node.end;
    } else if (node.kind === TEXT) {
      partFromLabel(node, b);
      b.text(proseOf(node));
      i++;
    } else i = enter(node, b) ? i + 1 : node.end;
  }
  b.exitTo(to);
}

/** Lets the handlers have an element; true when its children are to be walked. */
function enter(node: HtmlNode, b: Builder): boolean {
  if (b.selection.parted?.[node.index] === 1) b.add({ type: 'thematicBreak' });
  // Drawings have no Markdown; icons and charts are left out.
  if (node.ns !== HTML_NS) return node.ns !== SVG_NS && handleMathElement(node, b);
  const note = handleNote(node, b);
  if (note !== null) return note;
  const part = handlePartOfCallout(node, b) ?? handleLabelOfCode(node, b);
  if (part !== null) return part;
  if (node.attrs.length > 0) {
    if (isInvisible(node, b)) return false;
    const special = recognise(node, b);
    if (special !== null) return special;
    if (isStyled(node)) styled(node, b);
    if (b.roles.has(node, ROLE.keptLines)) b.keepLines(node);
    if (attr(node, 'slot') && isSlotted(node)) b.block(node);
  } else labelPanel(node, b);
  if (handleTabLabels(node, b) !== null) return false;
  const row = handleRowOfList(node, b) ?? handleFact(node, b);
  if (row !== null) return row;
  const handler = HANDLERS.get(node.tag);
  return handler === undefined ? handleUnknown(node, b) : handler(node, b);
}
