import { attr, firstPart, type HtmlNode, siblingElement } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE } from '../page/roles.ts';
import { styleOf } from '../page/style-of.ts';
import { labelOf } from '../page/text-of.ts';

/** Whether an item is done, where editors say it by attributes (TipTap, Quill, Evernote, Confluence); null for no tasks. */
export function stateOfItem({ roles }: Annotation, item: HtmlNode): boolean | null {
  const state = attr(item, 'data-checked') ?? attr(item, 'data-list') ?? styleOf(item, '--en-checked');
  if (state === 'true' || state === 'checked') return true;
  if (state === 'false' || state === 'unchecked') return false;
  if (attr(item, 'data-inline-task-id') !== null) return roles.has(item, ROLE.doneItem);
  // A box that is drawn by an icon (Chirpy).
  const icon = roles.has(item, ROLE.taskItem) ? firstPart(item) : null;
  return icon?.tag === 'i' ? roles.has(icon, ROLE.doneItem) : null;
}

/** Whether a check box is ticked: an `<input>`, or one drawn by ARIA or a class (Notion's `checkbox-on`); null for others. */
export function stateOfCheckbox(a: Annotation, node: HtmlNode): boolean | null {
  if (node.tag === 'input') return isFold(a, node) ? null : attr(node, 'checked') !== null;
  const state = attr(node, 'aria-checked');
  if (state === null && a.roles.has(node, ROLE.tickOn)) return true;
  if (state === null && a.roles.has(node, ROLE.tickOff)) return false;
  return state === 'true' ? true : state === 'false' ? false : null;
}

/** Whether a check box folds the box right after it, in which a label without words stands: style sheets need no script for that. */
function isFold({ doc }: Annotation, input: HtmlNode): boolean {
  const id = attr(input, 'id');
  const box = siblingElement(input, 'next');
  if (id === null || box === null || box.tag === 'label') return false;
  const labels = doc.elements.within(box, 'label');
  return labels.some((label) => attr(label, 'for') === id && labelOf(doc, label, 2) === '');
}
