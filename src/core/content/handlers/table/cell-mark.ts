import { fileNameOf, withoutPictureKind } from '../../../html/address.ts';
import { onOneLine } from '../../../html/blank.ts';
import { attr, type HtmlNode, TEXT } from '../../../html/tree.ts';
import { ROLE } from '../../../page/roles.ts';
import { stateOfCheckbox } from '../../../units/task-list.ts';
import type { Builder } from '../../builder.ts';
import { nameOf } from '../title.ts';

/** Most nodes of a cell that is looked into: a mark is an icon and a box or two around it. */
const MAX_NODES = 12;
const MAX_FILE_CHARS = 100;
/** Longest name of a mark, in characters. */
const MAX_NAME = 40;

/** Parts of class names, sprite names and ligatures of icons that mean yes, and no. */
const YES = /(?:^|[\W_])(?:check|checkmark|checked|tick|yes)(?:$|[\W_])/i;
const NO = /(?:^|[\W_])(?:cross|xmark|x-mark|times|no)(?:$|[\W_])/i;
/** Names that hold such parts and mean something else: fields, and words about layout. */
const NEITHER = /form-check|check-?box|no-|cross-/i;

/** What a cell itself is called when it has such a mark: `col-check` and `no` are columns. */
const OF_CELL = /^(?:check|checkmark|checked|tick|yes|cross|xmark)$/i;

/**
 * What an icon or a check box says in a cell without text: ✓ or ✗ by the state of the box, else the name of the icon for
 * screen readers, else ✓ or ✗ by its classes; '' for none.
 */
export function markOf(cell: HtmlNode, b: Builder): string {
  if (cell.end - cell.index > MAX_NODES) return '';
  const inner = b.keptIn(cell);
  const box = inner.find((node) => isCheckbox(node, b));
  if (box !== undefined) return markOfCheckbox(box, b);
  if (inner.some(({ tag }) => tag === 'input' || tag === 'select')) return '';
  const spoken = inner
    .map((node) => spokenFor(node, b))
    .find((name) => name !== '' && name.length <= MAX_NAME);
  if (spoken !== undefined) return spoken;
  const own = b.roles.names(cell).split(/\s+/);
  const names = [
    ...own.filter((name) => OF_CELL.test(name)),
    ...inner.flatMap((node) => iconNames(node, b).split(/\s+/)),
  ].filter((name) => !NEITHER.test(name));
  const isYes = names.some((name) => YES.test(name));
  if (isYes === names.some((name) => NO.test(name))) return '';
  return isYes ? '✓' : '✗';
}

function isCheckbox(node: HtmlNode, b: Builder): boolean {
  const isOther = node.tag === 'input' && attr(node, 'type')?.toLowerCase() !== 'checkbox';
  return !isOther && stateOfCheckbox(b.page, node) !== null;
}

/** What a check box says: nothing where it waits for readers to tick it, who choose rows so. */
function markOfCheckbox(box: HtmlNode, b: Builder): string {
  if (stateOfCheckbox(b.page, box) === true) return '✓';
  const isField = box.tag === 'input' || attr(box, 'aria-checked') !== null;
  const isFixed = attr(box, 'disabled') !== null || attr(box, 'aria-disabled') === 'true';
  return isField && !isFixed ? '' : '✗';
}

/** What screen readers say for a node: text for them alone, a drawing's title, a label of an icon. */
function spokenFor(node: HtmlNode, b: Builder): string {
  const { parent } = node;
  if (node.kind !== TEXT || parent === null)
    return node.tag === 'svg' || node.tag === 'i' || attr(node, 'role') === 'img' ? nameOf(node) : '';
  const isSpoken = parent.tag === 'title' || b.roles.has(parent, ROLE.screenReaderOnly);
  return isSpoken ? onOneLine(node.text) : '';
}

/** Whether a picture without words is a check mark or a cross, by the name of its file. */
export function isMarkFile(picture: HtmlNode): boolean {
  const file = fileOf(picture);
  return !NEITHER.test(file) && YES.test(file) !== NO.test(file);
}

/** The name of a picture's file; a sign after it ends the last word. */
function fileOf(picture: HtmlNode): string {
  return withoutPictureKind(fileNameOf(attr(picture, 'src') ?? '').slice(0, MAX_FILE_CHARS));
}

/** What a node is called: its classes, the drawing it uses, the ligature of an icon font, the file of a picture. */
function iconNames(node: HtmlNode, b: Builder): string {
  if (node.tag === 'img') return isMarkFile(node) ? fileOf(node) : '';
  if (node.kind === TEXT) return node.parent !== null && b.roles.has(node.parent, ROLE.icon) ? node.text : '';
  const use = node.tag === 'use' ? (attr(node, 'href') ?? attr(node, 'xlink:href') ?? '') : '';
  return `${b.roles.names(node)} ${use}`;
}
