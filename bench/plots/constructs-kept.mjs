import { classOf, nameOf } from './plot-frame.mjs';
import { drawing, element, label, scale } from './svg.mjs';

const AREA = { left: 190, right: 660, top: 70 };
const ROW = 28;
const BAR = 16;
const percent = (share) => `${Math.round(100 * share)} %`;

/**
 * A bar a converter: which share of our own constructs comes out as the tree that it means. `fidelity` is that of results; `unseen`
 * has the shares of constructs that nobody of the project has seen.
 */
export function plotConstructsKept({ fidelity, unseen, converters, source }) {
  const shown = converters
    .map((converter) => ({ converter, ...fidelity[converter.id] }))
    .sort((a, b) => b.equal / b.cases - a.equal / a.cases);
  const x = scale({ from: 0, to: 1, start: AREA.left, end: AREA.right });
  return drawing({
    width: 760,
    height: AREA.top + shown.length * ROW + 16,
    title: 'What stays whole of our own cases',
    caption: `${shown[0].cases} constructs that we gathered to get them right. Of others, unseen: pagemark ${percent(unseen.pagemark)}, Defuddle ${percent(unseen.defuddle)}.`,
    source,
    body: shown.map(({ converter, equal, cases }, i) =>
      bar({ converter, share: equal / cases, x, y: AREA.top + i * ROW }),
    ),
  });
}

function bar({ converter, share, x, y }) {
  const className = classOf(converter);
  const strong = className === 'own' ? ' strong' : '';
  return (
    label(AREA.left - 12, y + BAR - 3, nameOf(converter), `ink${strong}`, 'end') +
    element('rect', { x: AREA.left, y, width: x(share) - AREA.left, height: BAR, rx: 3, class: className }) +
    label(x(share) + 8, y + BAR - 3, percent(share), `ink${strong}`)
  );
}
