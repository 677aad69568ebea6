import { drawing, element, label, scale } from './svg.mjs';

const TOP = 92;
const ROW = 30;
const BAR = 16;
/** Where bars begin and where the longest ends: of quality, and of cost. */
const QUALITY = { start: 170, end: 400 };
const COST = { start: 470, end: 690 };

/** Bars from 0 of quality and of cost. `peers` are `{ name, f1, ratio }`, null: nobody measured it. */
export function plotQualityAndCost({ peers, pages, pagesOfCost, source }) {
  const dearest = Math.max(...peers.map(({ ratio }) => ratio ?? 0));
  const quality = scale({ from: 0, to: 1, ...QUALITY });
  const cost = scale({ from: 0, to: dearest, ...COST });
  return drawing({
    width: 760,
    height: TOP + peers.length * ROW + 8,
    title: 'Quality and cost',
    caption: `Main content found (word F1) on ${pages} labelled pages that the engine was not tuned on; CPU on ${pagesOfCost} small pages.`,
    source,
    body: [
      label(QUALITY.start, TOP - 14, 'main content found, from 0', 'soft small'),
      label(COST.start, TOP - 14, 'CPU of a conversion, from 0, pagemark = 1', 'soft small'),
      ...peers.flatMap(({ name, f1, ratio }, i) => {
        const y = TOP + i * ROW;
        const isOwn = name === 'pagemark';
        return [
          label(QUALITY.start - 12, y + BAR - 3, name, isOwn ? 'ink strong' : 'ink', 'end'),
          bar({ x: quality, value: f1, text: f1?.toFixed(3), y, isOwn }),
          bar({ x: cost, value: ratio, text: `${ratio?.toFixed(1)} ×`, y, isOwn }),
        ];
      }),
    ],
  });
}

function bar({ x, value, text, y, isOwn }) {
  if (value === null) return label(x(0), y + BAR - 3, 'not measured', 'soft small');
  const className = isOwn ? 'own' : 'finds';
  return (
    element('rect', { x: x(0), y, width: x(value) - x(0), height: BAR, rx: 3, class: className }) +
    label(x(value) + 8, y + BAR - 3, text, isOwn ? 'ink strong' : 'ink')
  );
}
