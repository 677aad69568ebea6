import { attr, type HtmlDocument } from '../../../html/tree.ts';
import { textBetween } from '../../../page/block-range.ts';
import { headingLevel } from '../../../page/headings.ts';
import { jsonLdTexts } from '../../../page/structured-words.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Blocks below a product's name among which its price stands. */
const MAX_BLOCKS_BELOW = 60;
/** Most words of a price ("Sale price", "incl. VAT"), and characters of a text that are looked at. */
const MAX_WORDS = 12;
const MAX_CHARS = 400;
/** Most products that the page of one declares: itself, and a variant or the brand's other one. */
const MAX_PRODUCTS = 2;

/**
 * Brings back the price of a product below its name, where the page declares it in Open Graph, microdata or JSON-LD: the
 * model drops it, as the labels do. Changes `keep`.
 */
export function keepPrice({ a, pruned, isProduct }: ScoredPage, keep: Uint8Array): void {
  const name = a.blocks.findIndex((block, i) => keep[i] === 1 && headingLevel(a, block) === 1);
  if (name < 0 || !isProduct()) return;
  const declared = declaredPrices(a.doc);
  if (declared.size === 0) return;
  const last = Math.min(keep.length, name + 1 + MAX_BLOCKS_BELOW);
  for (let i = name + 1; i < last; i++) {
    const block = a.blocks[i]!;
    if (block.count.currency === 0 || pruned[block.first] === 1) continue;
    const amounts = textBetween(a, block.first, block.end).slice(0, MAX_CHARS).match(AMOUNT) ?? [];
    if (!amounts.some((amount) => declared.has(hundredths(amount)))) continue;
    if (block.count.words <= MAX_WORDS) keep[i] = 1;
    if (keep[i] === 1) return;
  }
}

const AMOUNT = /\d{1,3}(?:[ \u00a0\u202f.,']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?/g;

/** An amount in hundredths: of `1,299.00` and `1.299 €` alike. */
function hundredths(amount: string): string {
  const digits = amount.replace(/(?<!\D)\D+$/, '');
  const cents = /[.,](\d{1,2})$/.exec(digits);
  const whole = cents === null ? digits : digits.slice(0, cents.index);
  return whole.replace(/\D/g, '') + (cents?.[1] ?? '').padEnd(2, '0');
}

/** Properties that say what a product costs. */
const OPEN_GRAPH = /^(?:product|og):price:amount$/;

/** What a page declares that its product costs. */
function declaredPrices(doc: HtmlDocument): ReadonlySet<string> {
  const declared = new Set<string>();
  let products = 0;
  for (const json of jsonLdTexts(doc)) {
    products += json.match(/"@type"\s*:\s*"Product"/g)?.length ?? 0;
    for (const [, amount] of json.matchAll(/"(?:price|lowPrice)"\s*:\s*"?(\d[\d.,]*)/g))
      declared.add(hundredths(amount!));
  }
  if (products > MAX_PRODUCTS) return new Set();
  const microdata = doc.elements.having('itemprop').filter((node) => attr(node, 'itemprop') === 'price');
  const openGraph = doc.elements
    .having('property')
    .filter((node) => OPEN_GRAPH.test(attr(node, 'property')!));
  for (const node of [...microdata, ...openGraph]) {
    const amount = attr(node, 'content');
    if (amount !== null && /^\d/.test(amount)) declared.add(hundredths(amount));
  }
  return declared;
}
