import { isBlank } from '../../html/blank.ts';
import { attr, following, followingOutside, type HtmlNode, TEXT } from '../../html/tree.ts';
import { readDeclarations } from './declarations.ts';

/** Sizes that do not depend on those around them (CSS Fonts 4, 2.5). */
const ABSOLUTE = /^(?:[\d.]{1,9}(?:px|pt|pc|in|cm|mm|q|rem|v[wh])?|(?:x{1,3}-)?(?:small|large)|medium)$/i;

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

function hasOwnSize(node: HtmlNode): boolean {
  const style = node.kind === TEXT ? null : attr(node, 'style');
  return style !== null && ABSOLUTE.test(readDeclarations(style).get('font-size') ?? '');
}
