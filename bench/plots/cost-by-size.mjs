import { classOf, columns, nameOf, rows } from './plot-frame.mjs';
import { drawing, element, label, logTicks, scale, spread, widthOf } from './svg.mjs';

const AREA = { left: 66, right: 560, top: 78, bottom: 400 };
const LABEL_GAP = 16;
const sizeText = (kib) => (kib < 1000 ? `${Math.round(kib)} KB` : `${Math.round(kib / 1024)} MB`);
const timeText = (ms) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** CPU of one conversion against the size of the page, both by the logarithm: cost in proportion is one slope. */
export function plotCostBySize({ sizes, converters, source }) {
  const shown = converters.filter(({ id }) => sizes[id]?.points.length > 0);
  const all = shown.flatMap(({ id }) => sizes[id].points);
  const kibs = all.map(({ kib }) => kib);
  const costs = all.map(({ cpuMs }) => cpuMs);
  const range = { from: Math.min(...costs) / 1.3, to: Math.max(...costs) * 1.3 };
  const x = scale({
    from: Math.min(...kibs),
    to: Math.max(...kibs),
    start: AREA.left,
    end: AREA.right,
    isLog: true,
  });
  const y = scale({ ...range, start: AREA.bottom, end: AREA.top, isLog: true });
  const longest = shown.reduce(
    (best, { id }) => (sizes[id].points.length > (best ?? []).length ? sizes[id].points : best),
    [],
  );
  return drawing({
    width: 760,
    height: 452,
    title: 'Cost against page size',
    caption:
      'CPU of one warm conversion of an article. A line ends where its converter loses text or needs too long.',
    source,
    body: [
      ...rows(y, logTicks(range.from, range.to), AREA, timeText),
      ...columns(
        x,
        longest.map(({ kib }) => kib),
        AREA,
        sizeText,
        'size of the page',
      ),
      ...lines(shown, { sizes, x, y }),
    ],
  });
}

/** A line each, named at its end: beside the largest size, above the line where it ends before. */
function lines(shown, { sizes, x, y }) {
  const ends = shown.map((converter) => {
    const places = sizes[converter.id].points.map(({ kib, cpuMs }) => ({ px: x(kib), py: y(cpuMs) }));
    const { px, py } = places.at(-1);
    const isEarly = px < AREA.right - 1;
    const left = isEarly ? px - widthOf(nameOf(converter)) : px + 10;
    return {
      converter,
      places,
      isEarly,
      left,
      right: left + widthOf(nameOf(converter)),
      y: isEarly ? py - 12 : py,
    };
  });
  spread(ends, LABEL_GAP);
  return ends.map(({ converter, places, isEarly, y: at }) => {
    const name = classOf(converter);
    const d = `M${places.map(({ px, py }) => `${px.toFixed(1)} ${py.toFixed(1)}`).join('L')}`;
    const { px, py } = places.at(-1);
    const strength = name === 'own' ? `${name} strong` : name;
    const dot = element('circle', { cx: px, cy: py, r: name === 'own' ? 4.5 : 3, class: name });
    const text = label(
      isEarly ? px : px + 10,
      at + 4,
      nameOf(converter),
      strength,
      isEarly ? 'end' : 'start',
    );
    return element('path', { class: name, d }) + dot + text;
  });
}
