import type { ConvertedPage } from '../client/index.ts';
import { h } from '../site/browser/dom.ts';
import type { ArticlePlaces } from './article-places.ts';
import { droppable } from './site-choices.ts';

type KeptPart = NonNullable<NonNullable<ConvertedPage['diagnostics']>['kept']>[number];

/**
 * A button ahead of each part that stays and has a name of its own; it calls `drop` with its selector. Under the pointer and the
 * focus it shows all that would go. What is not found in the article has none.
 */
export function offerDrops(
  kept: readonly KeptPart[],
  places: ArticlePlaces,
  drop: (selector: string) => void,
): void {
  const blocks = new Map<string, HTMLElement[]>();
  let at = 0;
  for (const part of kept) {
    const start = places.startOf(part.begins, at);
    if (start === null) continue;
    at = start;
    const end = places.endOf(part.ends, start) ?? start + 1;
    const own = places.blocksOf(start, end);
    if (own.length === 0) continue;
    const selector = droppable(part.element);
    const all = blocks.get(selector) ?? [];
    blocks.set(selector, all);
    all.push(...own);
    offerAhead(own[0]!).append(dropButton(selector, all, () => drop(selector)));
  }
}

/** The place of the buttons ahead of a block, made where there is none. */
function offerAhead(block: HTMLElement): Element {
  const isItem = block.tagName === 'LI';
  const there = isItem ? block.firstElementChild : block.previousElementSibling;
  if (there?.matches('.offer')) return there.firstElementChild!;
  const buttons = h('div');
  const made = h('div', { class: 'offer' }, buttons);
  if (isItem) block.prepend(made);
  else block.before(made);
  return buttons;
}

function dropButton(selector: string, blocks: readonly HTMLElement[], drop: () => void): HTMLElement {
  const aim = (isAimed: boolean) => () => {
    for (const block of blocks) block.classList.toggle('aimed', isAimed);
  };
  const [on, off] = [aim(true), aim(false)];
  const events = { pointerenter: on, focus: on, pointerleave: off, blur: off, click: drop };
  const about = { type: 'button', class: 'link', title: 'Converts again without it, one request' };
  return h('button', { ...about, ...events }, 'Drop this ', h('code', {}, selector));
}
