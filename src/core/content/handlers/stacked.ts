import { isBlank } from '../../html/blank.ts';
import { type HtmlNode, siblingElement, TEXT } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import type { Inline } from '../tree.ts';

/** Longest of two scripts that stand above each other, in characters. */
const MAX_SCRIPT_CHARS = 12;
/** A fraction without its line: a stroke or a fraction slash. */
const STROKE = /[/⁄∕]\s*$/;

/** Writes the stroke of a fraction between its parts, which a style sheet stacks, and a blank between it and a whole number. */
export function partFraction(node: HtmlNode, b: Builder): void {
  if (b.at.roles.has(ROLE.numerator) && endsInDigit(node.prev)) b.space();
  if (!b.at.roles.has(ROLE.denominator)) return;
  let before = node.prev;
  for (; before !== null && !b.roles.has(before, ROLE.numerator); before = before.prev)
    if (before.kind === TEXT && (STROKE.test(before.text) || !isBlank(before.text))) return;
  if (before !== null) b.text('/');
}

function endsInDigit(before: HtmlNode | null): boolean {
  return before?.kind === TEXT && /\d$/.test(before.text);
}

/**
 * A box in a line that holds two scripts above each other, parted by a break or two elements: the upper one, then the lower
 * one (charges and counts of ions). Null for other boxes.
 */
export function handleStackedScripts(node: HtmlNode, b: Builder): boolean | null {
  const isStack = b.at.roles.has(ROLE.stackedScripts) || isLowered(node);
  const scripts = isStack && node.tag === 'span' ? scriptsOf(node, b) : null;
  if (scripts === null) return null;
  for (const [tag, value] of [
    ['sup', scripts[0]],
    ['sub', scripts[1]],
  ] as const) {
    const children: Inline[] = [{ type: 'text', value }];
    b.atom({ type: 'mark', tag, children });
  }
  return false;
}

function isLowered(node: HtmlNode): boolean {
  return styleOf(node, 'display') === 'inline-block' && /^-/.test(styleOf(node, 'vertical-align'));
}

function scriptsOf(box: HtmlNode, b: Builder): readonly [string, string] | null {
  const parts: HtmlNode[] = [];
  for (let child = box.first; child !== null; child = child.next)
    if (child.tag !== 'br' && !(child.kind === TEXT && isBlank(child.text))) parts.push(child);
  const [upper, lower] = parts;
  if (upper === undefined || lower === undefined || parts.length > 2) return null;
  const texts = [upper, lower].map((part) =>
    part.kind === TEXT ? part.text.trim() : labelOf(b.doc, part, 40),
  );
  const areShort = texts.every((text) => text !== '' && text.length <= MAX_SCRIPT_CHARS && !/\s/.test(text));
  const areParted = upper.kind !== TEXT || siblingElement(upper, 'next')?.tag === 'br';
  return areShort && areParted ? [texts[0]!, texts[1]!] : null;
}

/** Puts blanks around a badge that touches words: a style sheet sets it apart. */
export function partBadge(node: HtmlNode, b: Builder): void {
  if (!b.at.roles.has(ROLE.badge)) return;
  if (/^\p{L}{2}/u.test(labelOf(b.doc, node, 20)) && !touchesSign(node.prev)) b.space();
  if (node.next !== null && /^\p{L}{2}/u.test(node.next.text)) b.onExit(node, () => b.space());
}

/** Whether what stands ahead ends in a sign that goes on with the next word: `v1.2-`, `(`. */
function touchesSign(before: HtmlNode | null): boolean {
  return before?.kind === TEXT && /[^\p{L}\p{N}\s]$/u.test(before.text);
}
