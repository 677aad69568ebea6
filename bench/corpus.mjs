import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Pages of a corpus directory (pages/<data set>/<id>.html.gz beside <id>.json), every `step`th of the data sets, all unless
 * named, as `{ id, url, type, html, label }`, read one at a time; `html` is bytes, `url` undefined where it is no address.
 */
export function* eachPage({
  corpus,
  datasets = datasetsOf(corpus),
  limit = Number.POSITIVE_INFINITY,
  step = 1,
}) {
  let count = 0;
  for (const dataset of datasets) {
    const dir = path.join(corpus, 'pages', dataset);
    const names = readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .sort();
    for (let i = 0; i < names.length && count < limit; i += step, count++) {
      const label = JSON.parse(readFileSync(path.join(dir, names[i]), 'utf8'));
      const html = gunzipSync(readFileSync(path.join(dir, names[i].replace(/json$/, 'html.gz'))));
      // One page has no host in its address.
      const url = URL.canParse(label.url) ? label.url : undefined;
      yield { id: `${dataset}/${names[i].slice(0, -5)}`, url, type: label.type, html, label };
    }
  }
}

/** All pages of `eachPage`. */
export function readPages(options) {
  return [...eachPage(options)];
}

/** Names of the data sets of a corpus. */
export function datasetsOf(corpus) {
  return readdirSync(path.join(corpus, 'pages')).sort();
}
