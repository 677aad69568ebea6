import { attr, type HtmlNode, partBeside, TEXT } from '../../html/tree.ts';
import { hasWords, labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';

/** Longest name of a rating, and how one is told: out of five, ten or a hundred, or a number of stars. */
const MAX_CHARS = 60;
const RATING =
  /^(?:(?:rated|rating|score|bewertung|note|valoración)[: ]\s?)?(\d(?:[.,]\d{1,2})?)\s?(?:(?:\/|out of|of|von|sur|de|di|av|van|из)\s?(?:5|10|100)(?!\d)|(?:stars?|sterne?n?|étoiles?|estrellas?|stelle)(?!\p{L}))/iu;
/** Characters of the text beside one, and nodes of the element, in which the number is looked for. */
const MAX_BESIDE = 40;
const MAX_NODES = 8;

/** What drawn stars, or an icon behind a colon, say to screen readers: "4.5 out of 5". Null where words beside say it, and on cards. */
export function handleRating(node: HtmlNode, b: Builder): boolean | null {
  const label = (attr(node, 'aria-label') ?? '').trim();
  if (label.length > MAX_CHARS || hasWords(b.doc, node)) return null;
  const number = RATING.exec(label)?.[1];
  if (number === undefined ? !isValue(node, label) : !b.isInCell && !b.frame.filled) return null;
  if (number !== undefined && numbersBeside(node, b).includes(number)) return null;
  b.space();
  b.text(label);
  b.space();
  return false;
}

/** Whether an icon is all that is said of what stands ahead of it: `Price: ` and a check mark called "included". */
function isValue(node: HtmlNode, label: string): boolean {
  if (label === '' || partBeside(node, 'next') !== null) return false;
  return /[:：]\s*$/.test(node.prev?.text.slice(-MAX_BESIDE) ?? '');
}

function numbersBeside({ prev, next }: HtmlNode, b: Builder): readonly string[] {
  const beside = [prev, next].map((node, side) => {
    if (node === null || node.end - node.index > MAX_NODES) return '';
    if (node.kind !== TEXT) return labelOf(b.doc, node, MAX_BESIDE);
    return side === 0 ? node.text.slice(-MAX_BESIDE) : node.text.slice(0, MAX_BESIDE);
  });
  return beside.join(' ').match(/\d+(?:[.,]\d+)?/g) ?? [];
}
