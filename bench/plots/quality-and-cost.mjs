import { columns, rows } from './plot-frame.mjs';
import { drawing, element, label, logTicks, scale } from './svg.mjs';

const AREA = { left: 58, right: 720, top: 78, bottom: 330 };
/** The scale of costs: four times less than pagemark, and room for names beside the dearest. */
const COSTS = { from: 0.4, to: 60 };
const QUALITIES = [0.84, 0.86, 0.88, 0.9, 0.92];

/**
 * Quality against cost: up and left is better. `peers` are `{ name, f1, ratio }`; a peer without a ratio, whose cost nobody
 * measured beside the others, is a line at its quality.
 */
export function plotQualityAndCost({ peers, pages }) {
  const x = scale({ ...COSTS, start: AREA.left, end: AREA.right, isLog: true });
  const y = scale({ from: QUALITIES[0], to: QUALITIES.at(-1), start: AREA.bottom, end: AREA.top });
  return drawing({
    width: 760,
    height: 382,
    title: 'Quality against cost',
    caption: `Main content found (word F1) on ${pages} labelled pages that the engine was not tuned on. Up and left is better.`,
    body: [
      ...rows(y, QUALITIES, AREA, (tick) => tick.toFixed(2)),
      ...columns(
        x,
        logTicks(COSTS.from, COSTS.to, [1, 3]),
        AREA,
        (tick) => `${tick} ×`,
        'CPU of a conversion, pagemark = 1',
      ),
      ...peers.map(({ name, f1, ratio }) =>
        ratio === null ? unpriced(name, y(f1)) : point(name, x(ratio), y(f1)),
      ),
    ],
  });
}

function point(name, cx, cy) {
  const isOwn = name === 'pagemark';
  const className = isOwn ? 'own' : 'finds';
  return (
    element('circle', { cx, cy, r: isOwn ? 8 : 6, class: className }) +
    label(cx + 14, cy + 4, name, isOwn ? `${className} strong` : className)
  );
}

/** A dashed line over all costs. */
function unpriced(name, y) {
  return (
    element('path', {
      class: 'writes',
      'stroke-dasharray': '3 5',
      d: `M${AREA.left} ${y.toFixed(1)}H${AREA.right}`,
    }) + label(AREA.left + 8, y - 7, `${name} (in Python: its cost was not measured beside these)`, 'writes')
  );
}
