// What bench/results/scorecard.json says, for the README and its plot: quality on labelled pages that the engine was never
// tuned on, measured by others than its authors. Its date and method stand in it.
import { table } from './table.mjs';

/** The peers in the order of the table; `cost` is the converter of bench/ whose CPU was measured, null: none was. */
export const PEERS = [
  { id: 'pagemark', name: 'pagemark', cost: 'pagemark' },
  { id: 'trafilatura', name: 'trafilatura', cost: null },
  { id: 'defuddle', name: 'Defuddle', cost: 'defuddle' },
  { id: 'readability', name: 'Readability', cost: 'readability-jsdom' },
];

/**
 * Quality over the pages that all peers were measured on, with the cost of each by `speed` of the results of a run. Readability on
 * linkedom was not among them.
 */
export function pricedPeers({ older_sources_together: together }, speed) {
  const peers = PEERS.map(({ id, name, cost }) => ({
    name: cost === 'readability-jsdom' ? 'Readability, jsdom' : name,
    f1: together[id].f1,
    ratio: cost === null ? null : speed[cost].ratio,
  }));
  return [...peers, { name: 'Readability, linkedom', f1: null, ratio: speed['readability-linkedom'].ratio }];
}

/** Words that say where the figures of results come from: the commit, its day, the command. */
export function sourceOf({ commit, date }, command) {
  return `commit ${commit.slice(0, 7)}, ${date.slice(0, 10)}, ${command}`;
}

/** Word F1 by kind of page against the labels of readers, the best in bold, and the share of pages of which less than half was found. */
export function readersTable({ readers }) {
  const peers = readers.by_kind_order.map((id) => PEERS.find((peer) => peer.id === id));
  const rows = Object.entries(readers.by_kind_f1).map(([kind, figures]) => [kind, ...marked(figures)]);
  return table([
    ['Kind of page', ...peers.map(({ name }) => name)],
    ...rows,
    [`**all ${readers.pages} pages**`, ...marked(peers.map(({ id }) => readers[id].f1))],
    ['less than half found', ...peers.map(({ id }) => `${(100 * readers[id].under_half).toFixed(1)} %`)],
  ]);
}

function marked(figures) {
  const best = Math.max(...figures);
  return figures.map((figure) => (figure === best ? `**${figure.toFixed(3)}**` : figure.toFixed(3)));
}

/** F1 of all peers over the pages of older sets, as a text. */
export function olderSets({ older_sources_together: together }) {
  const figures = PEERS.map(({ id, name }) => `${name} ${together[id].f1.toFixed(3)}`);
  return `${figures.join(', ')} on ${together.pages} pages`;
}

/** The sets of pages on which a peer found more, each with the figures of those ahead and of pagemark. */
export function aheadOf({ by_source: sets, sources }) {
  return Object.entries(sets).flatMap(([id, of]) => {
    const ahead = PEERS.filter((peer) => (of[peer.id]?.f1 ?? 0) > of.pagemark.f1);
    const figures = [...ahead, PEERS[0]].map((peer) => `${peer.name} ${of[peer.id].f1.toFixed(3)}`);
    return ahead.length === 0
      ? []
      : [`${sources[id].replace(/^.*: /, '')} (${of.pages} pages): ${figures.join(', ')}`];
  });
}

/** What bench/readers/score.mjs measured, by kind of page. */
export function kindTable(rows) {
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  return table([
    ['kind', 'pages', 'F1', 'precision', 'recall', 'under half'],
    ...rows
      .filter((row) => row.pages > 0)
      .map(({ title, pages, f1, precision, recall, missed }) => [
        title,
        String(pages),
        ...[f1, precision, recall].map((figure) => figure.toFixed(3)),
        percent(missed),
      ]),
  ]);
}
