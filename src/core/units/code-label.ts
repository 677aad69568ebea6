import { isBlank } from '../html/blank.ts';
import {
  attr,
  childParts,
  childrenOf,
  ELEMENT,
  type HtmlDocument,
  type HtmlNode,
  isAlone,
  nearest,
  nodesOf,
  TEXT,
} from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE } from '../page/roles.ts';
import { hasWords, labelOf, textOf } from '../page/text-of.ts';
import { wordSet } from '../word-set.ts';
import { languageOfFile, languageOfLabel } from './code-language.ts';

/** Most characters of a label, and nodes of it or of a bar that holds it. */
const MAX_CHARS = 200;
const MAX_NODES = 60;

/** Boxes around a block of code alone, and what may stand ahead of them as its label. */
const MAX_HEIGHT = 4;
const LABELS = wordSet('div span dt header figcaption');

/** What says the file or the language of a block of code: the first of the box in which the block is the last, and all other words. */
export const labelsOfCode = lazyBy(({ doc }: Annotation): ReadonlyMap<HtmlNode, HtmlNode> => {
  const labels = new Map<HtmlNode, HtmlNode>();
  for (const code of doc.elements.tagged('pre')) {
    const box = nearest(code, (node) => !isAlone(node), MAX_HEIGHT);
    const [label, ...others] = box?.parent ? childParts(box.parent) : [];
    if (label === undefined || label === box || !LABELS.has(label.tag) || others.pop() !== box) continue;
    const isLabel = saysFile(doc, label) || languageOfLabel(labelOf(doc, label, MAX_CHARS)) !== null;
    if (isLabel && !others.some((part) => hasWords(doc, part))) labels.set(label, code);
  }
  return labels;
});

/** Whether all that an element says is the name of a file whose language it tells. */
export function saysFile(doc: HtmlDocument, node: HtmlNode): boolean {
  if (node.end - node.index > MAX_NODES) return false;
  const label = labelOf(doc, node, MAX_CHARS);
  return !label.includes(' ') && languageOfFile(label) !== null;
}

/** The language that a word ahead of code in its frame says, those of controls apart; null where none is, or several are. */
export function languageAhead({ doc }: Annotation, frame: HtmlNode, code: HtmlNode): string | null {
  const ahead = nodesOf(doc, frame, Math.min(code.index - frame.index, MAX_NODES));
  const words = ahead.filter(({ kind, parent }) => kind === TEXT && !CONTROLS.has(parent!.tag));
  const [language, other] = words.map(({ text }) => languageOfLabel(text)).filter((name) => name !== null);
  return other === undefined ? (language ?? null) : null;
}

const CONTROLS = wordSet('a button textarea option');

/** What a text has that is to be copied into a program or a page. */
const CODE_SIGN = /<\w|[{};=]/;

/** Whether an element is a field that is there to be read, and holds code. */
export function isFieldOfCode(doc: HtmlDocument, node: HtmlNode): boolean {
  return node.tag === 'textarea' && attr(node, 'readonly') !== null && CODE_SIGN.test(textOf(doc, node));
}

/** A title without the permalink and the controls that stand in it; one for screen readers alone is none ("Terminal window"). */
export function titleText(a: Annotation, node: HtmlNode): string {
  const isControl = (part: HtmlNode) => attr(part, 'role') === 'button' || a.roles.has(part, ROLE.tool);
  const parts = childrenOf(node);
  const said = parts.some(isControl)
    ? parts.filter((part) => !isControl(part))
    : [fileNameIn(a, node) ?? node];
  const text = said
    .map((part) => labelOf(a.doc, part, MAX_CHARS))
    .join(' ')
    .trim()
    .replace(/ ?[¶#]$/, '');
  const last = node.last;
  const isUnseen = last !== null && a.roles.has(last, ROLE.screenReaderOnly);
  return isUnseen && labelOf(a.doc, last, MAX_CHARS) === text ? '' : text;
}

/** The name of a file in a bar that holds more, "Raw", "Copy": what is called so, or the first of its elements by what it says. */
function fileNameIn(a: Annotation, bar: HtmlNode): HtmlNode | null {
  const isFileName = (node: HtmlNode): boolean => node !== bar && a.roles.has(node, ROLE.fileName);
  const named = nodesOf(a.doc, bar, MAX_NODES).find(isFileName);
  if (named !== undefined) return named;
  const [first, ...others] = childrenOf(bar).filter(({ text, kind }) => kind === ELEMENT || !isBlank(text));
  const isRow = first?.kind === ELEMENT && others.length > 0 && others.every(({ kind }) => kind === ELEMENT);
  return isRow && saysFile(a.doc, first) ? first : null;
}
