import { type Child, h } from '../site/browser/dom.ts';

/** A column: its title, and whether it ends at the right, as numbers do, or holds sentences. */
type Column = string | readonly [title: string, kind: 'right' | 'long'];

/** A table that scrolls by itself, on a phone a card for each row; the first cell of a row names it. Rows that are `over` are quiet. */
export function table(
  label: string,
  columns: readonly Column[],
  rows: readonly { readonly cells: readonly Child[]; readonly isOver?: boolean }[],
): HTMLElement {
  const kinds = columns.map((column) => (typeof column === 'string' ? null : column[1]));
  const titles = columns.map((column) => (typeof column === 'string' ? column : column[0]));
  const head = titles.map((title, i) => h('th', { scope: 'col', class: kinds[i]! }, title));
  const body = rows.map(({ cells, isOver = false }) => {
    const [first = null, ...rest] = cells;
    return h(
      'tr',
      { class: isOver && 'over' },
      h('th', { scope: 'row' }, first),
      ...rest.map((cell, i) => h('td', { class: kinds[i + 1]!, 'data-title': titles[i + 1]! }, cell)),
    );
  });
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label },
    h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...body)),
  );
}

/** The state of a thing, in its colour. */
export const stateMark = (state: string): HTMLElement => h('span', { class: `state ${state}` }, state);

/** The day of an RFC 3339 time; a dash for none. */
export const dayOf = (time: string | null): string => time?.slice(0, 10) ?? '–';
