import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { EMOJI, MATH } from '../traits.ts';
import { imageUrl } from './image-source.ts';
import { addMath } from './math/add-math.ts';
import { imageFormula } from './math/source.ts';

/** Only emoji, with their joiners, flags and skin tones. */
const EMOJI_TEXT = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\p{Regional_Indicator})+$/u;

/** `<img>`: an image, a formula drawn as one, or an emoji; tracking pixels and placeholders are left out. */
export function handleImage(node: HtmlNode, b: Builder): boolean {
  const alt = (attr(node, 'alt') ?? attr(node, 'aria-label') ?? '').trim();
  const formula = imageFormula(node, alt, (b.at.traits & MATH) !== 0);
  if (formula !== null) addMath(b, formula);
  else if (alt !== '' && isEmoji(node, alt, b)) b.text(alt);
  else addImage(node, alt, b);
  return false;
}

function isEmoji(node: HtmlNode, alt: string, b: Builder): boolean {
  if ((b.at.traits & EMOJI) !== 0) return true;
  if (alt.length > 16) return false;
  if (!/^[\d#*\s]+$/.test(alt) && EMOJI_TEXT.test(alt)) return true;
  return attr(node, 'data-emoji') !== null;
}

function addImage(node: HtmlNode, alt: string, b: Builder): void {
  if (isPixel(node)) return;
  const url = imageUrl(node, b);
  if (url === null || b.memory.get('image') === `${url}\n${node.parent?.index}`) {
    if (url === null && alt !== '' && !hasNoscript(node)) b.text(alt);
    return;
  }
  b.memory.set('image', `${url}\n${node.parent?.index}`);
  const title = attr(node, 'title')?.trim() || null;
  b.atom({ type: 'image', url, title: title === alt ? null : title, alt });
}

/** A picture of at most 1 × 1: there to be counted, not seen. */
function isPixel(node: HtmlNode): boolean {
  return isTiny(attr(node, 'width')) || isTiny(attr(node, 'height'));
}

function isTiny(value: string | null): boolean {
  return value !== null && /^\s*[01](?:px)?\s*$/.test(value);
}

/** A lazy image whose real one stands in the `<noscript>` after it. */
function hasNoscript(node: HtmlNode): boolean {
  let next = node.next;
  while (next !== null && next.tag === '') next = next.next;
  return next?.tag === 'noscript';
}
