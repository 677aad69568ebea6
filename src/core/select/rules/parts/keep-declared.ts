import { isEntity, jsonLdEntities, own } from '../../../html/json-ld.ts';
import { attr } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { jsonLdScripts } from '../../../page/structured-words.ts';
import { HASH_SEED, mix, pairHashes, wordHashes } from '../../../page/word-scan.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Properties whose values are short parts of what a page is about (schema.org): a recipe's lists, a question's answer. */
const PARTS = ['recipeIngredient', 'ingredients', 'recipeInstructions', 'acceptedAnswer'];
/** Most texts that are read of them, and levels of objects within objects. */
const MAX_TEXTS = 400;
const MAX_DEPTH = 4;
/** Most words of a name. */
const MAX_NAME_WORDS = 2;
/** Tenths of a block's pairs of words that the declared texts have. */
const SAME_TENTHS = 8;

/** Words and pairs of neighbouring words, hashed, of what a page declares. */
interface Declared {
  readonly wholes: ReadonlySet<number>;
  readonly pairs: ReadonlySet<number>;
}

/**
 * Brings back what a page declares as parts of what it is about, in JSON-LD or microdata, and says in the same words: to the
 * model, ingredients are short lines in a box beside the text. What is declared and not shown is not made up. Changes `keep`.
 */
export function keepDeclared({ a, pruned }: ScoredPage, keep: Uint8Array): void {
  const mayReturn = (i: number): boolean => keep[i] === 0 && pruned[a.blocks[i]!.first] === 0;
  for (const node of a.doc.elements.having('itemprop')) {
    if (!PARTS.includes(attr(node, 'itemprop')!)) continue;
    const [from, to] = blockRange(a, node.index);
    for (let i = from; i < to; i++) if (mayReturn(i)) keep[i] = 1;
  }
  const declared = declaredParts(a);
  if (declared === null) return;
  a.blocks.forEach((block, i) => {
    if (mayReturn(i) && isDeclared(block, declared)) keep[i] = 1;
  });
}

/** Whether a block says what is declared: one or two words by themselves may be a link or a button elsewhere. */
function isDeclared(block: Block, { wholes, pairs }: Declared): boolean {
  const { hash, hashes, count, linkWords, context } = block;
  const isPressed = (context & CONTEXT.button) !== 0 || linkWords === count.words;
  if (count.words === 0 || (count.words <= MAX_NAME_WORDS && isPressed)) return false;
  if (wholes.has(hash)) return true;
  const same = pairHashes(hashes).filter((pair) => pairs.has(pair)).length;
  return hashes.length > 2 && same * 10 >= (hashes.length - 1) * SAME_TENTHS;
}

function declaredParts(a: Annotation): Declared | null {
  const texts = jsonLdParts(a).map(wordHashes);
  if (texts.length === 0) return null;
  const wholes = texts.map((hashes) => hashes.reduce((whole, hash) => mix(whole, hash), HASH_SEED));
  return { wholes: new Set(wholes), pairs: new Set(texts.flatMap(pairHashes)) };
}

function jsonLdParts(a: Annotation): string[] {
  const scripts = jsonLdScripts(a.doc).filter((json) => PARTS.some((name) => json.includes(`"${name}"`)));
  const texts: string[] = [];
  const read = (value: unknown, depth: number): void => {
    if (texts.length >= MAX_TEXTS || depth > MAX_DEPTH) return;
    if (typeof value === 'string') texts.push(value.replace(/<[^<>]*>/g, ' '));
    else if (Array.isArray(value)) for (const item of value.slice(0, MAX_TEXTS)) read(item, depth + 1);
    else if (isEntity(value))
      for (const name of ['text', 'itemListElement', 'name']) read(own(value, name), depth + 1);
  };
  for (const entity of jsonLdEntities(scripts)) for (const name of PARTS) read(own(entity, name), 0);
  return texts;
}
