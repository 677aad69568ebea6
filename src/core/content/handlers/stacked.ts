import { isBlank } from '../../html/blank.ts';
import { childParts, childrenOf, type HtmlNode, siblingElement, TEXT } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import { labelOf } from '../../page/text-of.ts';
import { hidesItself } from '../../page/visibility/visibility.ts';
import type { Builder } from '../builder.ts';

const MAX_SCRIPT_CHARS = 12;
const MAX_STACK_NODES = 24;

/** Siblings within which the parts of a fraction stand, and over which a whole number ahead of it is looked for. */
const MAX_APART = 4;

/** Writes the stroke of a fraction between its parts, which a style sheet stacks, and a blank between it and a whole number. */
export function partFraction(node: HtmlNode, b: Builder): void {
  if (b.roles.has(node, ROLE.numerator) && hasDenominator(node, b) && isBehindDigit(node, b)) b.space();
  if (b.roles.has(node, ROLE.denominator) && touchesNumerator(node, b)) b.text('/');
}

function hasDenominator(numerator: HtmlNode, { roles }: Builder): boolean {
  const siblings = childrenOf(numerator.parent!);
  const from = siblings.indexOf(numerator) + 1;
  return siblings.slice(from, from + MAX_APART).some((beside) => roles.has(beside, ROLE.denominator));
}

function touchesNumerator(denominator: HtmlNode, { roles }: Builder): boolean {
  const siblings = childrenOf(denominator.parent!);
  const to = siblings.indexOf(denominator);
  const before = siblings.slice(Math.max(0, to - MAX_APART), to);
  const last = before.findLast((one) => roles.has(one, ROLE.numerator) || !isBlank(one.text));
  return last !== undefined && roles.has(last, ROLE.numerator);
}

/** Whether a digit is shown right ahead of an element, or of the box that it opens. */
function isBehindDigit(node: HtmlNode, b: Builder): boolean {
  let before: HtmlNode | null = node;
  for (let steps = 0; before !== null && steps < MAX_APART; steps++) {
    before = before.prev ?? before.parent?.prev ?? null;
    if (before?.kind === TEXT) return /\d$/.test(before.text);
    if (before !== null && !isUnseen(before, b)) return false;
  }
  return false;
}

function isUnseen(node: HtmlNode, b: Builder): boolean {
  return b.removedBy[node.index] !== 0 || hidesItself(node) || b.roles.has(node, ROLE.screenReaderOnly);
}

/** A box of two scripts above each other, parted by a break or two elements: the upper, then the lower one; null for others. */
export function handleStackedScripts(node: HtmlNode, b: Builder): boolean | null {
  const isStack = b.roles.has(node, ROLE.stackedScripts) || isLowered(node);
  const scripts = isStack && node.tag === 'span' ? scriptsOf(node, b) : null;
  if (scripts === null) return null;
  scripts.forEach((value, i) => {
    b.atom({ type: 'mark', tag: i === 0 ? 'sup' : 'sub', children: [{ type: 'text', value }] });
  });
  return false;
}

function isLowered(node: HtmlNode): boolean {
  return styleOf(node, 'display') === 'inline-block' && /^-\.?\d/.test(styleOf(node, 'vertical-align'));
}

function scriptsOf(box: HtmlNode, b: Builder): readonly [string, string] | null {
  if (box.end - box.index > MAX_STACK_NODES) return null;
  const inside = b.doc.nodes.slice(box.index + 1, box.end);
  if (inside.some((node) => node.tag === 'a' || isUnseen(node, b))) return null;
  const parts = childParts(box).filter(({ tag }) => tag !== 'br');
  const [upper, lower] = parts;
  if (upper === undefined || lower === undefined || parts.length > 2) return null;
  const texts = [upper, lower].map((part) => labelOf(b.doc, part, 40));
  const areShort = texts.every((text) => text !== '' && text.length <= MAX_SCRIPT_CHARS && !/\s/.test(text));
  const areParted = upper.kind !== TEXT || siblingElement(upper, 'next')?.tag === 'br';
  return areShort && areParted ? [texts[0]!, texts[1]!] : null;
}

/** Puts blanks around a badge that touches words: a style sheet sets it apart. Ahead of more text, one in lower case may be a part of a word. */
export function partBadge(node: HtmlNode, b: Builder): void {
  if (!b.roles.has(node, ROLE.badge)) return;
  const label = labelOf(b.doc, node, 20);
  const { prev, next } = node;
  const mayGoOn = /^\p{Ll}/u.test(label) && next?.kind === TEXT && !isBlank(next.text);
  const goesOn = mayGoOn && prev?.kind === TEXT && /\p{L}$/u.test(prev.text);
  // What stands ahead may end in a sign that goes on with the next word: `v1.2-`, `(`.
  const isBehindSign = prev?.kind === TEXT && /[^\p{L}\p{N}\s]$/u.test(prev.text);
  if (/^\p{L}{2}/u.test(label) && !goesOn && !isBehindSign) b.space();
  const isGoneOn = mayGoOn && /\p{L}$/u.test(b.doc.nodes[node.end - 1]!.text);
  if (next !== null && !isGoneOn && /^\p{L}{2}/u.test(next.text)) b.onExit(node, b.space);
}
