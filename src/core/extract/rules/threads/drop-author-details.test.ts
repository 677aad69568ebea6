import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropAuthorDetails } from './drop-author-details.ts';

const SAYS = '<p>I scraped the hull in April, and the paint has not come off since.</p>';

/** Texts that go from a thread of which all was kept. */
function gone(detail: string, name = 'message', posts = 2): string[] {
  const html = `<article class="${name}"><h4>Ada</h4>${detail}${SAYS}</article>`.repeat(posts);
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/boats'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropAuthorDetails(scoredPage(a, keep), keep);
  return a.blocks.filter((_, i) => keep[i] === 0).map((block) => a.doc.nodes[block.first]!.text);
}

test('rank, counts and signature of the author go from every post', () => {
  expect(gone('<h5 class="userTitle message-userTitle">Captain</h5>')).toEqual(['Captain', 'Captain']);
  expect(gone('<div class="message-userExtras"><dl><dt>Posts</dt><dd>7</dd></dl></div>')).toHaveLength(4);
  expect(gone('<div class="signature">Fair winds</div>', 'post_wrapper')).toHaveLength(2);
  expect(gone('<div class="user-title">Captain</div>', 'ipsComment')).toHaveLength(2);
  expect(gone('<div class="signature">Fair winds</div>', 'msg')).toHaveLength(2);
});

test('the number of a post and its buttons go', () => {
  expect(gone('<div class="page_number">#7</div>', 'post_wrapper')).toHaveLength(2);
  expect(gone('<div class="postbit_buttons"><a href="/find">Find</a></div>', 'post')).toHaveLength(2);
});

test('nothing goes outside posts, from a single post, or that is long', () => {
  expect(gone('<div class="signature">crew(boat)</div>', 'method')).toEqual([]);
  expect(gone('<div class="signature">Fair winds</div>', 'post', 1)).toEqual([]);
  expect(gone(`<div class="signature">${'word '.repeat(121)}</div>`)).toEqual([]);
  expect(gone('<div class="signature-sheet">Sign here</div>')).toEqual([]);
});

test('of an author in two layouts the heading goes that has a rank or a count beside the name', () => {
  const name = (detail: string): string => `<header><h3>Ada ${detail}</h3></header>`;
  expect(gone(name('<span class="ipsEntry__group">Members</span>'), 'ipsEntry--post')).toEqual([
    'Ada ',
    'Ada ',
  ]);
  expect(gone(name('<span class="ipsRepBadge">9</span>'), 'ipsComment')).toHaveLength(2);
  expect(gone(name('Lovelace <span class="ipsRepBadge">9</span>'), 'ipsComment')).toEqual([]);
});
