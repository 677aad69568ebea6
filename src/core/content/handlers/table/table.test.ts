import { expect, it } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';

/** The Markdown of a page without what the class `x` names. */
function withoutX(html: string): string {
  const page = `<!doctype html><html><head><title>Boats</title></head><body>${html}</body></html>`;
  return convertHtml(page, {
    url: 'https://example.org/',
    scope: 'full',
    excludeSelectors: ['.x'],
  }).markdown.trim();
}

it.each([
  [
    'a cell of a table',
    '<table><tr><th>Boat</th><th>Mast</th><th>Crew</th></tr><tr><td>Gig</td><td class=x>none</td><td>6</td></tr><tr><td>Yawl</td><td>two</td><td>3</td></tr></table>',
    '| Boat | Mast | Crew |\n| --- | --- | --- |\n| Gig |  | 6 |\n| Yawl | two | 3 |',
  ],
  [
    'the first box of a row of boxes',
    '<div class=summary-table><div class="table-header col-first">Boat</div><div class="table-header col-last">Crew</div><div class="col-first x">Gig</div><div class=col-last>6</div><div class=col-first>Yawl</div><div class=col-last>3</div></div>',
    '| Boat | Crew |\n| --- | --- |\n|  | 6 |\n| Yawl | 3 |',
  ],
  [
    'the last box of a row of boxes',
    '<div class=summary-table><div class="table-header col-first">Boat</div><div class="table-header col-last">Crew</div><div class=col-first>Gig</div><div class="col-last x">6</div><div class=col-first>Yawl</div><div class=col-last>3</div></div>',
    '| Boat | Crew |\n| --- | --- |\n| Gig |  |\n| Yawl | 3 |',
  ],
  [
    'a cell by style',
    '<div style="display:table"><div style="display:table-row"><div style="display:table-cell">Gig</div><div class=x style="display:table-cell">none</div><div style="display:table-cell">6</div></div><div style="display:table-row"><div style="display:table-cell">Yawl</div><div style="display:table-cell">two</div><div style="display:table-cell">3</div></div></div>',
    '|  |  |  |\n| --- | --- | --- |\n| Gig |  | 6 |\n| Yawl | two | 3 |',
  ],
])('leaves the place of what is removed: %s', (_, html, markdown) => {
  expect(withoutX(html)).toBe(markdown);
});

it.each([
  ['of a column that is removed', 'class=x', '<td class=x>none</td>'],
  ['of a column that nobody sees', 'hidden', '<td hidden>none</td>'],
  ['of a hidden cell that one row has', 'hidden', ''],
])('leaves no place %s', (_, mark, other) => {
  const head = `<tr><th>Boat</th>${other.replace('none', 'Mast')}<th>Crew</th></tr>`;
  const rows = `<tr><td>Yawl</td><td ${mark}>two</td><td>3</td></tr><tr><td>Gig</td>${other}<td>6</td></tr>`;
  expect(withoutX(`<table>${head}${rows}</table>`)).toBe(
    '| Boat | Crew |\n| --- | --- |\n| Yawl | 3 |\n| Gig | 6 |',
  );
});

it('makes no table of the boxes of a page of which one is removed', () => {
  const parts = '<h2>Boats</h2><p>There are two.</p>';
  expect(withoutX(`<table><tr><th class=x>Menu</th><td>${parts}</td><td class=x>Ads</td></tr></table>`)).toBe(
    '## Boats\n\nThere are two.',
  );
});
