import { table } from './table.mjs';

const figure = (value, digits) => (typeof value === 'number' ? value.toFixed(digits) : null);
const times = (value) => (typeof value === 'number' ? value.toFixed(value < 10 ? 2 : 0) : null);

/** Every measure of a run as text: one Markdown table each, under a line that says what it was measured on. */
export function tables(results, converters) {
  const { set, measures } = results;
  const load = `load average ${results.loadBefore[0]} before, ${results.loadAfter[0]} after, ${results.machine.cores} cores`;
  const parts = [
    `pagemark bench, ${results.date.slice(0, 16)}Z, commit ${results.commit.slice(0, 10)}, Node ${results.node}, ${load}`,
  ];
  const part = (title, head, cellsOf) => {
    const rows = converters.map(({ id, label }) => [label, ...cellsOf(id)]);
    parts.push(`${title}\n\n${table([['', ...head], ...rows])}`);
  };
  if (measures.quality) addQuality(part, set, measures.quality);
  if (measures.fidelity) addFidelity(part, measures.fidelity);
  if (measures.speed)
    part(
      `Speed, ${set.name}, ${measures.speed.pagemark.pages} pages: CPU of whole conversions, least of the rounds`,
      ['ms per page', '× pagemark', 'pages with their text'],
      (id) => {
        const { cpuMsPerPage, ratio, good, pages } = measures.speed[id];
        return [figure(cpuMsPerPage, 1), times(ratio), `${good} of ${pages}`];
      },
    );
  if (measures.sizes) addSizes(part, measures.sizes);
  return parts.join('\n\n');
}

function addQuality(part, set, quality) {
  const on = `${set.name}, ${set.pages} pages`;
  part(
    `Quality, ${on}: words of the main content (pagemark: ${set.weights})`,
    ['F1', 'precision', 'recall', 'missed', 'failed', 'headings', 'code', 'rows', 'links'],
    (id) => {
      const row = quality[id];
      const structure = ['headings', 'code', 'rows', 'links'].map((kind) => figure(row[kind], 2));
      const scores = [figure(row.f1, 3), figure(row.precision, 3), figure(row.recall, 3)];
      return [...scores, row.missed, row.failed, ...structure];
    },
  );
  const types = Object.keys(quality.pagemark.types);
  part(`F1 by type of page, ${on}`, types, (id) => types.map((type) => figure(quality[id].types[type], 3)));
  part(
    `Determinism and memory, ${on}: other process, reverse order; peak of one process over all pages`,
    ['pages twice', 'differ', 'peak MiB'],
    (id) => [quality[id].repeated, quality[id].differing, figure(quality[id].peakMib, 0)],
  );
}

function addFidelity(part, fidelity) {
  const groups = Object.keys(fidelity.pagemark.groups);
  const { cases, genericCases } = fidelity.pagemark;
  part(
    `Fidelity: constructs of ${cases} generators and habits inside an article, equal as parsed trees`,
    [`all ${cases}`, `generic ${genericCases}`, ...groups],
    (id) => {
      const row = fidelity[id];
      return [row.equal, row.genericEqual, ...groups.map((group) => row.groups[group])];
    },
  );
}

function addSizes(part, sizes) {
  const kib = sizes.pagemark.points.map((point) => Math.round(point.kib));
  part(
    'Cost against page size: CPU in ms by KiB of one article, growth per doubling, peak MiB at the largest size timed',
    [...kib.map((size) => `${size}`), 'growth', 'peak MiB', 'why it ends'],
    (id) => {
      const { points, growth, ended } = sizes[id];
      const cpu = kib.map((_, i) => figure(points[i]?.cpuMs, points[i]?.cpuMs < 10 ? 1 : 0));
      return [...cpu, figure(growth, 2), figure(points.at(-1)?.peakMib, 0), ended ?? ''];
    },
  );
}
