// Adapter for the corpus scorer. Takes, by the registrable domain of the page's address, weights that were trained
// without that domain (`npm run train` leaves them in .cache/folds), so that the figures are cross-validated.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const load = (file) => import(path.join(root, file));
const { buildContent } = await load('build/core/content/build.js');
const { normalizeContent } = await load('build/core/content/normalize.js');
const { withEmbeddedContent } = await load('build/core/embedded/with-embedded-content.js');
const { extract } = await load('build/core/extract/extract.js');
const { decodeModel } = await load('build/core/extract/forest/model.js');
const { parseHtml } = await load('build/core/html/parse.js');
const { readMetadata } = await load('build/core/metadata/metadata.js');
const { withSummary } = await load('build/core/with-summary.js');
const { foldOf, FOLDS } = await load('.cache/train/scripts/train/folds.js');
const { registrableDomain } = await load('.cache/train/scripts/train/registrable-domain.js');
const { writeMarkdown } = await load('build/core/markdown/write.js');

const models = Array.from({ length: FOLDS }, (_, fold) =>
  decodeModel(readFileSync(path.join(root, '.cache', 'folds', `${fold}.base64`), 'utf8')),
);

export async function convert({ html, url }) {
  const options = { url };
  const doc = withEmbeddedContent(parseHtml(html, url), url);
  const model = models[foldOf(registrableDomain(url))];
  const { selection } = extract(doc, options, model);
  const content = normalizeContent(buildContent(doc, selection, options));
  return {
    markdown: writeMarkdown(
      withSummary(content, () => readMetadata(doc, url)),
      options,
    ),
  };
}
