// Adapter for the corpus scorer: this build with weights that were trained without the registrable domain of the page's address, so
// that the figures are cross-validated. `npm run train` leaves them in .cache/folds, and what tells the fold of a domain beside them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertHtml } from '../../build/core/convert-html.js';
import { decideByReading, readPage } from '../../build/core/select/decide.js';
import { decodeModel } from '../../build/core/select/forest/model.js';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const ofTraining = (file) => import(path.join(root, '.cache', 'train', 'scripts', 'train', file));
const { foldOf, FOLDS } = await ofTraining('folds.js');
const { registrableDomain } = await ofTraining('registrable-domain.js');

const models = Array.from({ length: FOLDS }, (_, fold) =>
  decodeModel(readFileSync(path.join(root, '.cache', 'folds', `${fold}.txt`), 'utf8')),
);

export async function convert({ html, url }) {
  const model = models[foldOf(registrableDomain(url))];
  const decide = (annotation) => decideByReading(readPage(annotation, url, model));
  const { markdown, extended } = convertHtml(html, { url }, { decide });
  return { markdown, meta: { title: extended.title, author: extended.author, date: extended.published } };
}
