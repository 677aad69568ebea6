import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepDocuments } from './keep-documents.ts';

/** The lines that come back of a page of which the title alone stays. */
function back(html: string): string[] {
  const a = annotate(
    parseHtml(`<main><h1>The harbour board</h1>${html}</main>`, 'https://example.org/board'),
  );
  const keep = Uint8Array.from(a.blocks, (_, i) => (i === 0 ? 1 : 0));
  keepDocuments(scoredPage(a, keep), keep);
  return a.blocks
    .slice(1)
    .flatMap(({ first, end }, i) => (keep[i + 1] === 1 ? [textBetween(a, first, end)] : []));
}

const MONTHS = ['May', 'June', 'July', 'August', 'September'];
const minutes = (href: (month: string) => string, months = MONTHS): string =>
  `<ul>${months.map((month) => `<li><a href="${href(month)}">Minutes of ${month}</a></li>`).join('')}</ul>`;

test('several links to documents come back, whatever stands between them', () => {
  const all = MONTHS.map((month) => `Minutes of ${month}`);
  expect(back(minutes((month) => `/files/${month}.pdf`))).toEqual(all);
  expect(back(`${minutes((month) => `/get/${month}.DOCX?v=2`)}<p>By post for a fee.</p>`)).toEqual(all);
});

test.each([
  ['few documents', minutes((month) => `/${month}.pdf`, MONTHS.slice(0, 4))],
  ['links that say no more than the kind', minutes((month) => `/${month}.pdf`).replaceAll('Minutes of ', '')],
  ['links to pages', minutes((month) => `/${month}`)],
  ['documents in navigation', `<nav>${minutes((month) => `/${month}.pdf`)}</nav>`],
  [
    'sentences with a document',
    MONTHS.map((month) => `<p>See <a href="/${month}.pdf">the minutes</a>.</p>`).join(''),
  ],
])('%s do not', (_, html) => {
  expect(back(html)).toEqual([]);
});
