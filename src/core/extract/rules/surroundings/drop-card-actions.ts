import { APART, CONTEXT } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest cards that offer the same. */
const MIN_CARDS = 3;
/** Most words of what is offered. */
const MAX_WORDS = 8;

/** Blocks of one template position (path of tags and classes) in repeated elements. */
interface Position {
  readonly blocks: number[];
  readonly cards: Set<number>;
  /** Whether all of them say the same and are buttons or whole links below the first line of their card. */
  isAction: boolean;
}

/**
 * Drops what every card of a list offers in the same words behind a link or a button ("Compare", "Quick view", "Source"): it
 * tells nothing of any of them. Headings and first lines of cards stay, they may be names. Changes `keep`.
 */
export function dropCardActions({ a, s }: ScoredPage, keep: Uint8Array): void {
  const positions = new Map<number, Position>();
  let last = -1;
  a.blocks.forEach((block, i) => {
    const card = s.repeated[block.element]!;
    const isOpening = card !== last;
    last = card;
    if (card < 0 || (block.context & APART) !== 0) return;
    const path = s.path[block.element]!;
    const position = positions.get(path) ?? { blocks: [], cards: new Set(), isAction: true };
    positions.set(path, position);
    const first = a.blocks[position.blocks[0] ?? i]!;
    position.blocks.push(i);
    position.cards.add(card);
    const { count, linkWords, context, hash } = block;
    const isPressed = (context & CONTEXT.button) !== 0 || (linkWords > 0 && linkWords === count.words);
    position.isAction &&= !isOpening && isPressed && hash === first.hash && headingLevel(a, block) === 0;
    position.isAction &&= count.words > 0 && count.words <= MAX_WORDS;
  });
  for (const { blocks, cards, isAction } of positions.values())
    if (isAction && cards.size >= MIN_CARDS) for (const i of blocks) if (keep[i] === 1) keep[i] = 0;
}
