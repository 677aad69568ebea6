import { childrenOf, elementBeside, type HtmlNode, isHeadingTag, siblingElement } from '../html/tree.ts';
import type { Roles } from '../page/roles.ts';
import { wordSet } from '../word-set.ts';

/** What a reference says: a number (`1:2` is the third to one note), a letter or a sign, after a word for a note or not, in brackets or not. */
export const LABEL =
  /^[[(]?\s*(?:(?:(?:foot)?note|nota|fn|n\.?|nb|anm\.?|прим\.?|[註注][釋释釈]?|脚注|주|각주)\s*)?(?:[*※]?\p{Nd}{1,5}(?::\p{Nd}{1,2})?|[¹²³⁰⁴-⁹]{1,4}|[①-⑳]|[a-z]{1,2}|[ivxlc]{1,6}|[*†‡§‖¶※]{1,4})\s*[\])]?[.:]?$/iu;

/** How targets of references are named by generators that write no link back. */
export const NOTE_ID =
  /^(?:user-content-)?_?(?:fn|fn[:._-]{1,2}|footnote[-_]?|footnotedef_|endnote[-_]?|ftn|_?edn|cite_note-|sdfootnote|easy-footnote-bottom-|note[-_:]?)(?:[\w:.-]*[:.])?[a-z_-]*\d[\w-]*$/i;
/** Classes and roles that say so outright. */
export const NOTE_MARK = /footnote|noteref|endnote|fn-?ref/i;

/** What a link back to the text says. */
export const BACK = /^(?:[↩↑⏎^⤴↖⬆↵]\uFE0E?\uFE0F?|jump up|back|return)\S*$/iu;

/** Elements within a line, which an anchor or a label may be wrapped in. */
export const INLINE = wordSet('a span sup sub b strong em i small font cite label u');
/** As `INLINE`, with the cells that old generators put a note's label in. */
export const INLINE_OR_CELL: ReadonlySet<string> = new Set([...INLINE, 'td', 'dt']);

/** A target beside or in a reference: generators put the identifier on either. */
export function isNear(target: HtmlNode, reference: HtmlNode): boolean {
  return target.index >= reference.index - 3 && target.index <= reference.end;
}

/** The note below a heading that is its number (Texinfo); null for other elements. */
export function headedBy(node: HtmlNode): HtmlNode | null {
  const next = isHeadingTag(node.tag) ? elementBeside(node, 'next') : null;
  return next === null || isHeadingTag(next.tag) ? null : next;
}

/** The rules and headings in a box of notes, and the rule of its own ahead of it: what sets notes apart and says nothing. */
export function marksAround(box: HtmlNode, roles: Roles): HtmlNode[] {
  const marks = childrenOf(box).filter(({ tag }) => tag === 'hr' || isHeadingTag(tag));
  const ahead = siblingElement(box, 'prev');
  return ahead?.tag === 'hr' && /footnote/i.test(roles.names(ahead)) ? [ahead, ...marks] : marks;
}
