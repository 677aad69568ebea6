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

/** Quality over the pages that all peers were measured on, with the cost of each by `speed` of the results of a run. */
export function pricedPeers({ older_sources_together: together }, speed) {
  return PEERS.map(({ id, name, cost }) => ({
    name,
    f1: together[id].f1,
    ratio: cost === null ? null : speed[cost].ratio,
  }));
}

/** Word F1 by kind of page, the best in bold, and the share of pages of which less than half was found. */
export function scorecardTable({ by_kind_of_page: kinds, older_sources_together: together }) {
  const rows = Object.entries({ ...kinds, together }).map(([kind, of]) => [
    kind === 'together' ? '**all of four sets**' : kind,
    String(of.pages),
    ...marked(of),
  ]);
  const missed = PEERS.map(({ id }) => `${(100 * together[id].under_half).toFixed(1)} %`);
  return table([
    ['Kind of page', 'Pages', ...PEERS.map(({ name }) => name)],
    ...rows,
    ['less than half found', String(together.pages), ...missed],
  ]);
}

function marked(of) {
  const best = Math.max(...PEERS.map(({ id }) => of[id].f1));
  return PEERS.map(({ id }) => {
    const figure = of[id].f1.toFixed(3);
    return of[id].f1 === best ? `**${figure}**` : figure;
  });
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
