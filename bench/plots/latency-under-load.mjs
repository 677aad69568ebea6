import { columns, rows } from './plot-frame.mjs';
import { drawing, element, label, logTicks, scale, spread } from './svg.mjs';

const AREA = { left: 66, right: 560, top: 78, bottom: 380 };
const SERIES = [
  { key: 'alone', name: 'one at a time', className: 'writes' },
  { key: 'accepted', name: 'accepted', className: 'own' },
  { key: 'refused', name: 'refused (Retry-After)', className: 'finds' },
];

/** Latency by percentile of the service alone and under ten times its capacity, from the row of overload.mjs. */
export function plotLatencyUnderLoad({ quantiles, offered, acceptedShare, source }) {
  const shown = SERIES.filter(({ key }) => quantiles[key]?.some(({ ms }) => ms > 0));
  const values = shown.flatMap(({ key }) => quantiles[key].map(({ ms }) => ms)).filter((ms) => ms > 0);
  const range = { from: Math.min(...values) / 1.3, to: Math.max(...values) * 1.3 };
  const percents = quantiles[shown[0].key].map(({ percent }) => percent);
  const x = scale({ from: 0, to: percents.length - 1, start: AREA.left, end: AREA.right });
  const y = scale({ ...range, start: AREA.bottom, end: AREA.top, isLog: true });
  const places = percents.map((_, i) => i);
  const ends = spread(
    shown.map((series) => ({ series, y: y(quantiles[series.key].at(-1).ms), left: 0, right: 1 })),
    16,
  );
  return drawing({
    width: 760,
    height: 432,
    title: 'Latency at ten times the capacity',
    caption: `${offered} requests a second offered; what is accepted is ${Math.round(acceptedShare * 100)} % of the peak rate.`,
    source,
    body: [
      ...rows(y, logTicks(range.from, range.to), AREA, (ms) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`)),
      ...columns(x, places, AREA, (i) => `${percents[i]}`, 'percent of the requests are as fast as this'),
      ...ends.map(({ series, y: at }) => {
        const d = `M${places.map((i) => `${x(i).toFixed(1)} ${y(Math.max(range.from, quantiles[series.key][i].ms)).toFixed(1)}`).join('L')}`;
        return (
          element('path', { class: series.className, d }) +
          label(AREA.right + 10, at + 4, series.name, series.className)
        );
      }),
    ],
  });
}
