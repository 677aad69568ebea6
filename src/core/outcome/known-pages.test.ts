import { describe, expect, it } from 'vitest';
import { inForm } from '../../../tests/support/full-form.ts';
import { convertHtml } from '../convert-html.ts';
import { KNOWN_ERROR_PAGES, KNOWN_PARKED_DOMAINS, KNOWN_SOFT_404S } from './known-dead-ends.table.ts';
import type { KnownPageRow } from './known-page.ts';
import { KNOWN_BOT_WALLS, KNOWN_CONSENT_WALLS, KNOWN_LOGIN_WALLS } from './known-walls.table.ts';
import { foldText } from './phrase-scanner.ts';

const TABLES: readonly (readonly [reason: string, rows: readonly KnownPageRow[]])[] = [
  ['bot_wall', KNOWN_BOT_WALLS],
  ['consent_wall', KNOWN_CONSENT_WALLS],
  ['login_wall', KNOWN_LOGIN_WALLS],
  ['soft_404', KNOWN_SOFT_404S],
  ['error_page', KNOWN_ERROR_PAGES],
  ['parked_domain', KNOWN_PARKED_DOMAINS],
];
const ROWS = TABLES.flatMap(([reason, rows]) => rows.map((row) => ({ reason, row })));
const PROSE =
  'The keeper of the lock wrote down what he saw on the screen that morning, and then he went out to the gates, because the water ' +
  'was rising and three boats were waiting below the mill. At noon the sun came out and nobody asked about it any more.';

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

function page(title: string, head: string, body: string, root = ''): string {
  return `<html ${root}><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

/** A page that has nothing but the mark of a row. */
function pageWith([place, mark]: KnownPageRow): string {
  const text = escaped(mark.replaceAll('*', 'x'));
  switch (place.split(' ').at(-1)) {
    case 'label':
    case 'title':
      return page(text, '', '<p>Quay 4</p>');
    case 'heading':
      return page('Quay', '', `<h1>${text}</h1>`);
    case 'text':
      return page('', '', text);
    case 'name':
      return page('Quay', '', `<div class="${text}">Quay 4</div>`);
    case 'root':
      return mark.startsWith('data-')
        ? page('Quay', '', 'Quay 4', `${mark}="x"`)
        : page('Quay', '', 'Quay 4', `class="${text}"`);
    case 'signature':
      return page(
        'Quay',
        '',
        `<h1>Quay</h1><h2>${text.replace('x', '03')}</h2><address>quay.example</address>`,
      );
    case 'address':
      return page('Quay', `<script src="https://a.example/${text}"></script>`, 'Quay 4');
    default:
      return page('Quay', `<script>var a=${mark};</script>`, 'Quay 4');
  }
}

describe('standard pages', () => {
  it('have marks that are written as they are compared, each in one row', () => {
    const keys = ROWS.map(({ row: [place, mark] }) => `${place.split(' ').at(-1)} ${mark}`);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    for (const { row } of ROWS) expect(foldText(row[1]), row[2]).toBe(row[1]);
  });

  it('are told by one mark', () => {
    const missed = ROWS.filter(({ reason, row }) => convertHtml(pageWith(row)).outcome !== reason);
    expect(missed.map(({ row }) => `${row[0]}: ${row[1]}`)).toEqual([]);
  });

  it('are not told by prose that quotes the mark, nor by code, however short the page', () => {
    const told = inForm(ROWS, 4).filter(({ row: [, mark] }) => {
      const quoted = escaped(mark);
      const body = `<main><h1>Notes of a keeper</h1><p>The sign on the gate said “${quoted}” that morning, and the boats went by.</p><pre>${quoted}</pre></main>`;
      return convertHtml(page('Notes of a keeper', '', body)).outcome !== 'ok';
    });
    expect(told.map(({ row }) => `${row[0]}: ${row[1]}`)).toEqual([]);
  });

  it('do not take a page with the content in hand for a wall', () => {
    const walls = inForm(
      ROWS.filter(({ reason }) => reason === 'bot_wall'),
      4,
    );
    const told = walls.filter(({ row }) => {
      const body = `<main><h1>Notes of a lock keeper</h1><p>${`${PROSE} `.repeat(7)}</p></main>`;
      return convertHtml(pageWith(row).replace('</body>', `${body}</body>`)).outcome === 'bot_wall';
    });
    expect(told.map(({ row }) => `${row[0]}: ${row[1]}`)).toEqual([]);
  });
});
