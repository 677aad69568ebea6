// Pages of a corpus on which two builds differ, and in what.
import { isDeepStrictEqual } from 'node:util';
import { eachPage } from './corpus.mjs';

/** What is compared of a conversion. */
const FIELDS = ['markdown', 'text', 'extended', 'metadata', 'outcome'];

/** `{ pages, changed }`: number of pages, and for each that differs its id with the names of the fields. Two built index.js. */
export async function changedPages(corpus, ...builds) {
  const [one, other] = await Promise.all(builds.map((file) => import(file)));
  const changed = [];
  let pages = 0;
  for (const { id, url, html } of eachPage({ corpus })) {
    pages++;
    const [now, before] = [one, other].map(({ convertHtml }) => convertHtml(html, { url }));
    const fields = FIELDS.filter((field) => !isDeepStrictEqual(now[field], before[field]));
    if (fields.length > 0) changed.push(`${id} (${fields.join(', ')})`);
  }
  return { pages, changed };
}
