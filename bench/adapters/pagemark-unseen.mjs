// Adapter for the corpus scorer. Takes, by the registrable domain of the page's address, weights that were trained
// without that domain, so that the figures are cross-validated. `npm run train` leaves them in .cache/folds, and the engine that
// it compiled beside them: it is the engine of the last training.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const load = (file) => import(path.join(root, '.cache', 'train', file));
const { convertHtml } = await load('src/core/convert-html.js');
const { decideByReading, readPage } = await load('src/core/select/decide.js');
const { decodeModel } = await load('src/core/select/forest/model.js');
const { foldOf, FOLDS } = await load('scripts/train/folds.js');
const { registrableDomain } = await load('scripts/train/registrable-domain.js');

const models = Array.from({ length: FOLDS }, (_, fold) =>
  decodeModel(readFileSync(path.join(root, '.cache', 'folds', `${fold}.txt`), 'utf8')),
);

export async function convert({ html, url }) {
  const model = models[foldOf(registrableDomain(url))];
  const decide = (annotation) => decideByReading(readPage(annotation, url, model));
  const { markdown, extended } = convertHtml(html, { url }, { decide });
  return { markdown, meta: { title: extended.title, author: extended.author, date: extended.published } };
}
