import type { Annotation } from './annotate.ts';
import type { Reading } from './data-table.ts';
import { BARRED } from './element-kind.ts';
import type { PageStructure } from './page-structure.ts';

/** Fewest cards of one template position of which something stays. */
const MIN_CARDS = 4;
/** Quarters of what keeps a block that the chances of a slot come to in the mean. */
const NEARLY_QUARTERS = 3;

/** Blocks of one template position (path of tags and classes) over all cards of a list. */
interface Slot {
  readonly blocks: number[];
  /** Blocks with a sign of currency. */
  priced: number;
  /** Their chances, summed. */
  chances: number;
}

/**
 * Brings back the prices of cards in a list that stays, where the model nearly kept them: all of one template position
 * or none, so that no card lacks what the one beside it has. On the page of a product they are other products' cards
 * and stay as they are; `isProduct` tells. Changes `keep`.
 */
export function keepPrices(
  a: Annotation,
  s: PageStructure,
  { chances, threshold }: Reading,
  isProduct: () => boolean,
  keep: Uint8Array,
): void {
  if (!a.blocks.some(({ count }) => count.currency > 0)) return;
  const cards = cardsThatStay(a, s, keep);
  const slots = new Map<string, Slot>();
  a.blocks.forEach(({ element, count }, i) => {
    const card = s.repeated[element]!;
    if (!cards.has(card)) return;
    const place = `${s.path[card]} ${s.path[element]}`;
    const slot = slots.get(place) ?? { blocks: [], priced: 0, chances: 0 };
    slot.blocks.push(i);
    slot.chances += chances[i]!;
    if (count.currency > 0) slot.priced++;
    slots.set(place, slot);
  });
  for (const { blocks, priced, chances: sum } of slots.values()) {
    if (priced * 2 < blocks.length || sum * 4 < threshold * NEARLY_QUARTERS * blocks.length) continue;
    if (isProduct()) return;
    for (const i of blocks) if ((a.blocks[i]!.context & BARRED) === 0) keep[i] = 1;
  }
}

/** Repeated elements of which something stays, as it does of half of their template position. */
function cardsThatStay(a: Annotation, s: PageStructure, keep: Uint8Array): ReadonlySet<number> {
  const stays = new Map<number, boolean>();
  a.blocks.forEach(({ element }, i) => {
    const card = s.repeated[element]!;
    if (card >= 0) stays.set(card, keep[i] === 1 || stays.get(card) === true);
  });
  const lists = new Map<number, { all: number; staying: number }>();
  for (const [card, isStaying] of stays) {
    const list = lists.get(s.path[card]!) ?? { all: 0, staying: 0 };
    list.all++;
    if (isStaying) list.staying++;
    lists.set(s.path[card]!, list);
  }
  const cards = new Set<number>();
  for (const [card, isStaying] of stays) {
    const { all, staying } = lists.get(s.path[card]!)!;
    if (isStaying && staying >= MIN_CARDS && staying * 2 >= all) cards.add(card);
  }
  return cards;
}
