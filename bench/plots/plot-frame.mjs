import { element, label } from './svg.mjs';

/** How a converter is drawn: ours, those that look for the main content, those that write the page. */
export function classOf({ id, finds }) {
  if (id === 'pagemark') return 'own';
  return finds ? 'finds' : 'writes';
}

/** What it is called in a plot. */
export function nameOf({ short, label: long }) {
  return short ?? long;
}

/** Faint lines across with their values at the left. */
export function rows(y, ticks, area, text) {
  return ticks.map(
    (tick) =>
      element('path', { class: 'line', d: `M${area.left} ${y(tick).toFixed(1)}H${area.right}` }) +
      label(area.left - 8, y(tick) + 4, text(tick), 'soft small', 'end'),
  );
}

/** Values along the bottom, and what they are. */
export function columns(x, ticks, area, text, name) {
  return [
    ...ticks.map((tick) => label(x(tick), area.bottom + 20, text(tick), 'soft small', 'middle')),
    label(area.right, area.bottom + 40, name, 'soft small', 'end'),
  ];
}
