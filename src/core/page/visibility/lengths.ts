import { isBlank } from '../../html/blank.ts';
import { attr, following, followingOutside, type HtmlNode, TEXT } from '../../html/tree.ts';
import { readDeclarations } from './declarations.ts';

/** Zero, in any notation and unit: `0`, `0px`, `.0`, `0%`. */
export function isNothing(value: string): boolean {
  return /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]{1,5}|%)?$/.test(value);
}

/** A pixel or less: nobody sees such a box, or reads such letters. */
export function isSpeck(value: string): boolean {
  return isNothing(value) || /^(?:0?\.\d+|1)px$/.test(value);
}

/** Sizes that do not depend on those around them (CSS Fonts 4, 2.5). */
const KEYWORD = /^(?:(?:x{1,3}-)?(?:small|large)|medium)$/;
const LENGTH = /^([\d.]{1,9})(px|pt|rem)$/;
/** Least size that is one, by its unit: nobody reads smaller letters. */
const LEAST: Readonly<Record<string, number>> = { px: 2, pt: 2, rem: 0.2 };

/**
 * Whether a box whose letters have no size has any: in the sections of newsletters and rows of pictures that size only closes
 * the gaps between parts, which have sizes of their own.
 */
export function hasOwnLetters(box: HtmlNode): boolean {
  for (let at = box.first; at !== null; ) {
    if (at.kind === TEXT && !isBlank(at.text)) return true;
    at = hasOwnSize(at) ? followingOutside(at, box) : following(at, box);
  }
  return false;
}

/** Whether an element says how large its letters are; one that says of no size is judged by itself, unless it is a title. */
function hasOwnSize(node: HtmlNode): boolean {
  const style = node.kind === TEXT ? null : attr(node, 'style');
  if (style === null) return false;
  const size = readDeclarations(style).get('font-size') ?? '';
  if (KEYWORD.test(size) || (isSpeck(size) && node.tag !== 'h1')) return true;
  const [, number, unit] = LENGTH.exec(size) ?? [];
  return unit !== undefined && Number(number) >= LEAST[unit]!;
}
