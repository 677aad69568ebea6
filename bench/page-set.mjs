import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPages } from './corpus.mjs';

const OWN = fileURLToPath(new URL('./pages/', import.meta.url));
/** Data sets of a corpus whose labels people made, with the whole text; the headline is over these. */
const CORPUS_DATASETS = ['wcxb', 'zh'];

/**
 * The pages to judge by, as `{ name, kind, pages: [{ id, url, type, html, label }] }` with `html` as text: a corpus when
 * its directory is given, every so manieth page up to `limit`, else the small own set.
 */
export function pageSet({ corpus, limit = Number.POSITIVE_INFINITY }) {
  if (corpus === undefined) return { name: 'small own set', kind: 'own', pages: ownPages() };
  const datasets = CORPUS_DATASETS.filter((dataset) => existsSync(path.join(corpus, 'pages', dataset)));
  if (datasets.length === 0)
    throw new Error(`Expected pages/${CORPUS_DATASETS.join(' or pages/')} in "${corpus}", found neither`);
  const all = readPages({ corpus, datasets });
  const step = Math.max(1, Math.ceil(all.length / limit));
  const pages = all.filter((_, i) => i % step === 0);
  for (const page of pages) page.html = page.html.toString('utf8');
  return { name: `corpus (${datasets.join(', ')})`, kind: 'corpus', pages };
}

/** Pages of the own set: <type>-<name>.html beside its gold Markdown <type>-<name>.md. */
function ownPages() {
  return readdirSync(OWN)
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => {
      const id = name.replace('.html', '');
      return {
        id,
        url: `https://pages.example/${id}`,
        type: id.split('-')[0],
        html: readFileSync(path.join(OWN, name), 'utf8'),
        label: { markdown: readFileSync(path.join(OWN, `${id}.md`), 'utf8') },
      };
    });
}
