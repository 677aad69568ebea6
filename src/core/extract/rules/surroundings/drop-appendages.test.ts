import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropAppendages } from './drop-appendages.ts';

const ARTICLE =
  '<p>I scraped the hull in April, and the paint has not come off since, which is rare.</p>'.repeat(2);

/** Number of blocks that go from below an article, all of which was kept. */
function gone(html: string): number {
  const a = annotate(parseHtml(`<article>${ARTICLE}${html}</article>`, 'https://example.org/hull'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropAppendages(scoredPage(a, keep), keep);
  return keep.filter((kept) => kept === 0).length;
}

test('boxes that plug-ins append to share an article and to offer others go', () => {
  expect(gone('<div class="sharedaddy sd-sharing"><h3>Share this:</h3><ul><li>Mail</li></ul></div>')).toBe(2);
  expect(gone('<div id="jp-relatedposts" class="jp-relatedposts"><h3>Related</h3><p>Masts</p></div>')).toBe(
    2,
  );
});

test('boxes in which Substack asks to subscribe go', () => {
  expect(gone('<div class="subscription-widget-wrap-editor"><p>Boats are paid by readers.</p></div>')).toBe(
    1,
  );
});

test('the statement of a licence goes, also below an article that is shorter than it', () => {
  const licence = (name: string): string =>
    `<div class="${name}"><ul><li>Author: Lin</li><li>This and all other articles here may be copied under CC BY.</li></ul></div>`;
  for (const name of ['post-copyright', 'article-copyright-info-container', 'box article-licensing'])
    expect(gone(licence(name))).toBe(2);
  expect(gone(licence('post-copyright').repeat(3))).toBe(6);
  expect(gone(`<div class="post-copyright">${'<p>What the law of the sea says.</p>'.repeat(30)}</div>`)).toBe(
    0,
  );
  expect(gone('<div class="copyright-law"><p>What the law says.</p></div>')).toBe(0);
});

test('other boxes stay, and what is half of the page', () => {
  expect(gone('<div class="related"><h3>Related</h3><p>Masts</p></div>')).toBe(0);
  expect(gone(`<div class="yarpp-related">${ARTICLE}</div>`)).toBe(0);
});
