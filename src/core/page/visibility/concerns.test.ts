import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/parse.ts';
import { mayConcern } from './concerns.ts';
import { PageNames } from './page-names.ts';
import { plainParts } from './plain-selectors.ts';

const page = new PageNames(
  parseHtml('<div id=top class="menu md:flex"><p class=lead>a</p><a href=/>b</a></div>', ''),
);

describe('mayConcern', () => {
  it.each([
    '.menu',
    '.lead:hover ',
    '#top',
    'P',
    '*',
    '[href]',
    '.gone .lead',
    '.gone, .lead',
    '.lead.gone',
    '.gone.lead',
    '.menu > p',
    '.md\\:flex',
    'a:not(.gone)',
    'a[href="a,b"]:is(.gone, .away)',
    '.lead::slotted(p)',
    '.gone:not(:is(.away))',
    '.caf\u00e9',
    '.\\67one',
    '/**/ .gone',
  ])('takes %s for a rule that may concern the page', (list) => {
    expect(mayConcern(`{${list}{`, 1, list.length + 1, page)).toBe(true);
  });

  it.each([
    '.gone',
    '.gone:hover',
    '#menu',
    'table',
    '.menu .gone',
    '.gone > p',
    '.gone, .away p, table',
    '#gone.lead',
    '.lead::before',
    'p:after',
    '.md\\:grid',
    '.gone[href="a,b"]',
    '.gone:not(.lead)',
    '.gone a:is(.menu, .lead)',
  ])('passes over %s', (list) => {
    expect(mayConcern(`{${list}{`, 1, list.length + 1, page)).toBe(false);
  });

  it('takes whatever some plain selector of a rule may meet', () => {
    const pieces = [
      '.menu',
      '.gone',
      '#top',
      '#away',
      'p',
      'table',
      '*',
      ':hover',
      '::before',
      ' ',
      ' > ',
      ', ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 }), (written) => {
        const list = written.join('');
        const isAsked = (plainParts(list, page) ?? []).length > 0;
        expect(!isAsked || mayConcern(`{${list}{`, 1, list.length + 1, page)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
