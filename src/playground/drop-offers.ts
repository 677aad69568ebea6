import type { ConvertedPage } from '../client/index.ts';
import { h } from '../site/browser/dom.ts';
import type { ArticlePlaces } from './article-places.ts';
import { droppable } from './site-choices.ts';

type KeptPart = NonNullable<NonNullable<ConvertedPage['diagnostics']>['kept']>[number];

/**
 * A button ahead of each part that stays and has a name of its own, of those of one name ahead of the first; it calls `drop` with
 * its selector. Under the pointer and the focus it shows all that would go. What is not found in the article has none.
 */
export function offerDrops(
  kept: readonly KeptPart[],
  places: ArticlePlaces,
  drop: (selector: string) => void,
): void {
  const named = new Map<string, HTMLElement[][]>();
  let at = 0;
  for (const { element, begins, ends } of kept) {
    const start = places.startOf(begins, at);
    if (start === null) continue;
    at = start;
    const blocks = places.blocksOf(start, places.endOf(ends, start) ?? start + 1);
    const selector = droppable(element);
    named.set(selector, [...(named.get(selector) ?? []), [...blocks]]);
  }
  for (const [selector, parts] of named) {
    const first = parts.flat()[0];
    if (first !== undefined) offerAhead(first).append(dropButton(selector, parts, () => drop(selector)));
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

function dropButton(selector: string, parts: readonly HTMLElement[][], drop: () => void): HTMLElement {
  const aim = (isAimed: boolean) => () => {
    for (const block of parts.flat()) block.classList.toggle('aimed', isAimed);
  };
  const [on, off] = [aim(true), aim(false)];
  const events = { pointerenter: on, focus: on, pointerleave: off, blur: off, click: drop };
  const about = { type: 'button', class: 'link', title: 'Converts again without it, one request' };
  const what = parts.length === 1 ? 'Drop this ' : `Drop these ${parts.length} `;
  return h('button', { ...about, ...events }, what, h('code', {}, selector));
}
