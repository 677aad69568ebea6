import { attr, type HtmlDocument } from '../html/tree.ts';
import { emptyCount, mix, scanWords } from './word-scan.ts';

/** JSON-LD of a page that is read for its words, in characters. */
const MAX_CHARS = 200_000;

/**
 * Pairs of neighbouring words, hashed, of the page's JSON-LD: names of listed things, descriptions, article and
 * question bodies. What stands there as well is what the page is about.
 */
export function structuredPairs(doc: HtmlDocument): ReadonlySet<number> {
  const pairs = new Set<number>();
  let left = MAX_CHARS;
  for (let at = 0; at < doc.nodes.length; at++) {
    const node = doc.nodes[at]!;
    if (node.tag !== 'script' || !node.first || attr(node, 'type') !== 'application/ld+json') continue;
    const hashes: number[] = [];
    scanWords(node.first.text.slice(0, left), emptyCount(), hashes);
    for (let i = 1; i < hashes.length; i++) pairs.add(mix(hashes[i - 1]!, hashes[i]!));
    left -= node.first.text.length;
    if (left <= 0) break;
  }
  return pairs;
}
