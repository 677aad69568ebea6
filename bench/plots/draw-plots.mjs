import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CONVERTERS } from '../converters.mjs';
import { pricedPeers } from '../scorecard.mjs';
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
  const plots = {};
  const latest = read('latest.json');
  const corpus = read('corpus.json');
  for (const [name, results] of Object.entries({ latest, corpus })) {
    if (!results?.measures.speed) continue;
    const { quality, speed } = results.measures;
    const pages = `${results.set.pages} pages of ${results.set.kind === 'own' ? 'the small own set' : 'the corpus'}`;
    const file = name === 'latest' ? 'quality-and-speed.svg' : 'quality-and-speed-corpus.svg';
    plots[file] = plotQualityAndSpeed({ quality, speed, pages, converters: CONVERTERS });
  }
  const scorecard = read('scorecard.json');
  if (scorecard && latest?.measures.speed) {
    const { pages } = scorecard.older_sources_together;
    plots['quality-and-cost.svg'] = plotQualityAndCost({
      peers: pricedPeers(scorecard, latest.measures.speed),
      pages,
    });
  }
  const fidelity = latest?.measures.fidelity;
  if (fidelity) plots['constructs-kept.svg'] = plotConstructsKept({ fidelity, converters: CONVERTERS });
  const sizes = (latest ?? corpus)?.measures.sizes;
  if (sizes) plots['cost-by-size.svg'] = plotCostBySize({ sizes, converters: CONVERTERS });
  const overload = read('overload.json');
  if (overload?.quantiles) plots['latency-under-load.svg'] = plotLatencyUnderLoad(overload);
  return plots;
}
