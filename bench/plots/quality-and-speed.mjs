import { classOf, columns, nameOf, rows } from './plot-frame.mjs';
import { drawing, element, label, logTicks, scale, spread, widthOf } from './svg.mjs';

const AREA = { left: 58, right: 720, top: 78, bottom: 380 };
const LABEL_GAP = 16;
const NAME_GAP = 12;
/** How much further the scale goes than the slowest, so that its name has room. */
const ROOM_FOR_NAMES = 8;

/** Quality against speed: up and left is better. `quality` and `speed` are rows of results by converter. */
export function plotQualityAndSpeed({ quality, speed, pages, converters, source }) {
  const shown = converters.filter(({ id }) => speed[id]?.ratio != null && quality[id] !== undefined);
  const ratios = shown.map(({ id }) => speed[id].ratio);
  const range = { from: Math.min(...ratios) / 1.6, to: Math.max(...ratios) * ROOM_FOR_NAMES };
  const x = scale({ ...range, start: AREA.left, end: AREA.right, isLog: true });
  const lowest = Math.floor(Math.min(...shown.map(({ id }) => quality[id].f1)) * 20) / 20;
  const y = scale({ from: Math.min(lowest, 0.95), to: 1, start: AREA.bottom, end: AREA.top });
  const ticks = Array.from({ length: Math.round((1 - lowest) / 0.05) + 1 }, (_, i) => lowest + i * 0.05);
  return drawing({
    width: 760,
    height: 432,
    title: 'Quality and speed',
    caption: `Word F1 of the main content on ${pages}, against CPU of a whole conversion. Up and left is better.`,
    source,
    body: [
      ...rows(y, ticks, AREA, (tick) => tick.toFixed(2)),
      ...columns(x, logTicks(range.from, range.to, [1, 3]), AREA, (tick) => `${tick} ×`, 'CPU, pagemark = 1'),
      ...points(shown, { quality, speed, x, y }),
    ],
  });
}

/** A dot each with its name beside it: our own on the left, where what is as good and dearer does not stand. */
function points(shown, { quality, speed, x, y }) {
  const dots = shown.map((converter) => {
    const [cx, cy] = [x(speed[converter.id].ratio), y(quality[converter.id].f1)];
    const isOwn = classOf(converter) === 'own';
    const width = widthOf(nameOf(converter));
    const left = isOwn ? cx - NAME_GAP - width : cx + NAME_GAP;
    return { converter, isOwn, cx, cy, y: cy, left, right: left + width };
  });
  spread(dots, LABEL_GAP);
  return dots.map(({ converter, isOwn, cx, cy, y: at, left, right }) => {
    const name = classOf(converter);
    const text = isOwn
      ? label(right, at + 4, nameOf(converter), `${name} strong`, 'end')
      : label(left, at + 4, nameOf(converter), name);
    return element('circle', { cx, cy, r: isOwn ? 7 : 5, class: name }) + text;
  });
}
