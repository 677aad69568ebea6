import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageDate } from './page-date.ts';

describe('pageDate', () => {
  it.each([
    ['2024-03-05', '2024-03-05'],
    ['2024-3-5', '2024-03-05'],
    ['2024/03/05', '2024-03-05'],
    ['2024.03.05 10:20', '2024-03-05'],
    ['20240305', '2024-03-05'],
    ['20240305T102030Z', '2024-03-05T10:20:30Z'],
    ['2024-03-05T10:20:30Z', '2024-03-05T10:20:30Z'],
    ['2024-03-05T10:20:30.123456+0530', '2024-03-05T10:20:30+05:30'],
    ['2024-03-05 10:20:30 GMT', '2024-03-05T10:20:30Z'],
    ['2024-03-05T10:20', '2024-03-05'],
    ['Tue, 05 Mar 2024 10:20:30 GMT', '2024-03-05T10:20:30Z'],
    ['5 March 2024', '2024-03-05'],
    ['the 5th of March, 2024', '2024-03-05'],
    ['March 5th, 2024', '2024-03-05'],
    ['Published Mar. 5, 2024', '2024-03-05'],
    ['2024年3月5日 10:20', '2024-03-05'],
    ['Thu, 09/25/2025 - 11:38', '2025-09-25'],
    ['25/09/2025', '2025-09-25'],
    ['1709632830', '2024-03-05T10:00:30Z'],
    ['1709632830000', '2024-03-05T10:00:30Z'],
  ])('reads %s', (value, expected) => {
    expect(pageDate(value)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2024',
    '2024-13-01',
    '2024-00-10',
    '2024-02-30',
    '32 March 2024',
    '5 Foo 2024',
    '0000-01-01',
    '12345',
    '05/03/2024',
    '13/14/2024',
    '25/09/20255',
  ])('takes "%s" for no date', (value) => {
    expect(pageDate(value)).toBeNull();
  });

  it('gives RFC 3339 or null for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        const date = pageDate(value);
        if (date !== null) expect(date).toMatch(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))?$/);
      }),
    );
  });
});
