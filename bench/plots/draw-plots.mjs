import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CONVERTERS } from '../converters.mjs';
import { pricedPeers, sourceOf } from '../scorecard.mjs';
import { plotConstructsKept } from './constructs-kept.mjs';
import { plotCostBySize } from './cost-by-size.mjs';
import { plotLatencyUnderLoad } from './latency-under-load.mjs';
import { plotQualityAndCost } from './quality-and-cost.mjs';
import { plotQualityAndSpeed } from './quality-and-speed.mjs';

/** All plots that the results in a directory allow, as SVG text by file name. */
export function drawPlots(directory) {
  const read = (name) => {
    const file = path.join(directory, name);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  };
  const [latest, scorecard, overload] = ['latest.json', 'scorecard.json', 'overload.json'].map(read);
  const plots = {};
  const { quality, speed, fidelity, sizes } = latest?.measures ?? {};
  const source = latest && sourceOf(latest, 'npm run bench');
  const converters = CONVERTERS;
  if (quality && speed) {
    const pages = `${latest.set.pages} pages of the small own set`;
    plots['quality-and-speed.svg'] = plotQualityAndSpeed({ quality, speed, pages, converters, source });
  }
  if (fidelity && scorecard) {
    const unseen = scorecard.constructs;
    plots['constructs-kept.svg'] = plotConstructsKept({ fidelity, unseen, converters, source });
  }
  if (sizes) plots['cost-by-size.svg'] = plotCostBySize({ sizes, converters, source });
  if (scorecard && speed)
    plots['quality-and-cost.svg'] = plotQualityAndCost({
      peers: pricedPeers(scorecard, speed),
      pages: scorecard.older_sources_together.pages,
      pagesOfCost: speed.pagemark.pages,
      source: `F1: by others, commit ${scorecard.commit.slice(0, 7)}. CPU: ${source}`,
    });
  if (overload)
    plots['latency-under-load.svg'] = plotLatencyUnderLoad({
      ...overload,
      source: sourceOf(overload, 'node bench/overload.mjs'),
    });
  return plots;
}
