import { byId, h } from '../site/browser/dom.ts';

/** Conversions that are listed; each holds its whole answer in memory. */
const KEPT = 20;

/** The conversions of this session, newest first. They stay in memory: nothing is stored, and showing one again asks for nothing. */
export function openHistory<T extends { readonly title: string; readonly place: string }>(
  onPick: (past: T) => void,
) {
  const list = byId('past-list', HTMLOListElement);
  const kept: T[] = [];
  const draw = () => {
    byId('past-count', HTMLSpanElement).textContent = String(kept.length);
    list.replaceChildren(
      ...kept.map((past) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'plain', click: () => onPick(past) },
            h('span', {}, past.title),
            ' ',
            h('small', {}, past.place),
          ),
        ),
      ),
    );
  };
  return {
    add(past: T) {
      kept.unshift(past);
      kept.splice(KEPT);
      draw();
    },
  };
}
