import type { AdminUsage } from '../contract/admin.ts';
import { byId, grouped, h, plural } from '../site/browser/dom.ts';
import { call } from './api.ts';
import { nameOf } from './keys-section.ts';
import { table } from './table.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Units of the drawing: a day is 10 wide, 8 of them its bar; the highest bar is 56 high. */
const DAY_WIDTH = 10;
const BAR_WIDTH = 8;
const HEIGHT = 56;

/** Asks for the usage and shows it: a plot for each of the busiest keys and licences, and failures by reason. */
export async function showUsage(): Promise<void> {
  const { first_day: from, busiest, more, answered, failures } = await call<AdminUsage>('GET', 'usage');
  byId('usage-body', HTMLElement).replaceChildren(
    busiest.length === 0
      ? h('p', { class: 'muted' }, 'No calls in the last 30 days.')
      : h('div', { class: 'plots' }, ...busiest.map(({ id, calls }) => plot(id, calls, from))),
    more === 0 ? '' : h('p', { class: 'muted' }, `${grouped(more)} more were used less.`),
  );
  const all = failures.reduce((sum, { count }) => sum + count, answered);
  const rows = failures.map(({ reason, count }) => ({
    cells: [reason, grouped(count), `${((100 * count) / all).toFixed(1)} %`],
  }));
  byId('failures-body', HTMLElement).replaceChildren(
    h(
      'p',
      { class: 'muted' },
      `${plural(all, 'call')}: ${grouped(answered)} answered, ${grouped(all - answered)} failed.`,
    ),
    rows.length === 0
      ? ''
      : table('Failures by reason', ['Reason', ['Calls', 'right'], ['Share of all calls', 'right']], rows),
  );
}

/** Calls by day as bars, the highest as high as the plot. */
function plot(id: string, calls: readonly number[], from: string): HTMLElement {
  const most = Math.max(...calls, 1);
  const total = calls.reduce((sum, count) => sum + count, 0);
  const width = calls.length * DAY_WIDTH;
  const svg = shape('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
  svg.setAttribute('aria-label', `Calls by day: ${calls.join(', ')}`);
  calls.forEach((count, i) => {
    const height = (count / most) * (HEIGHT - 2);
    svg.append(shape('rect', { x: i * DAY_WIDTH, y: HEIGHT - 1 - height, width: BAR_WIDTH, height }));
  });
  svg.append(shape('line', { x1: 0, x2: width, y1: HEIGHT - 0.5, y2: HEIGHT - 0.5 }));
  return h(
    'figure',
    { class: 'plot' },
    h(
      'figcaption',
      {},
      h('span', { title: id }, `${kindOf(id)} ${nameOf(id)}`),
      h('span', {}, plural(total, 'call')),
    ),
    svg,
    h(
      'small',
      {},
      h('span', {}, from),
      h('span', {}, `most a day: ${grouped(most)}`),
      h('span', {}, 'today'),
    ),
  );
}

/** What an id is of, by its beginning. */
const kindOf = (id: string): string => (id.startsWith('lic_') ? 'Licence' : 'Key');

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
