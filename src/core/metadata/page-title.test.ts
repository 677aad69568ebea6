import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitTitle, type TitleEvidence } from './page-title.ts';

const split = (title: string, evidence: Partial<TitleEvidence> = {}) =>
  splitTitle(title, { siteNames: [], titles: [], host: '', isFront: false, ...evidence });

describe('splitTitle', () => {
  it.each([
    ' - ',
    ' – ',
    ' — ',
    ' | ',
    '|',
    ' · ',
    ' • ',
    ' :: ',
    ' » ',
    ' « ',
    ' / ',
    ' ~ ',
    ' ｜ ',
    ' > ',
    ' → ',
  ])('takes off the name of the site at the end, behind "%s"', (separator) => {
    const title = `How tides work${separator}The Harbour Post`;
    expect(split(title, { siteNames: ['Harbour Post'] })).toEqual({
      title: 'How tides work',
      siteName: 'The Harbour Post',
    });
    expect(split(title, { host: 'www.harbourpost.example' }).title).toBe('How tides work');
    expect(split(title, { titles: ['How Tides Work'] }).title).toBe('How tides work');
  });

  it.each([': ', ' - ', ' | ', ' » '])(
    'takes off the name of the site at the beginning, before "%s"',
    (separator) => {
      const title = `Harbour Post${separator}How tides work`;
      expect(split(title, { siteNames: ['Harbour Post'] }).title).toBe('How tides work');
      expect(split(title, { host: 'harbourpost.example' }).title).toBe('How tides work');
    },
  );

  it.each([
    'Python - the language and the snake',
    'Input | Output',
    'Either / or',
    'Star Wars: Episode IV - A New Hope',
    'C++ vs. Rust: a comparison',
    'A <details> element',
    '2001 – 2024: the years in pictures',
    'x86-64',
    'read/write',
    'Ratio 16:9',
    '12:30 at the station',
    'Mother-in-law',
  ])('leaves "%s" whole when nothing says that a part is the site', (title) => {
    expect(
      split(title, { siteNames: ['Harbour Post'], titles: ['Something else'], host: 'harbour.example' }),
    ).toEqual({
      title,
      siteName: null,
    });
  });

  it('leaves a title whole that a heading repeats, separator and all', () => {
    const title = 'Star Wars - A New Hope';
    expect(split(`${title} | Films`, { siteNames: ['Films'], titles: [title] }).title).toBe(title);
    expect(split(title, { titles: [title] }).title).toBe(title);
  });

  it('takes off category and site when the heading confirms what is left', () => {
    const evidence = { siteNames: ['MDN Web Docs'], titles: ['Basic concepts of flexbox'] };
    expect(split('Basic concepts of flexbox - CSS | MDN', evidence)).toEqual({
      title: 'Basic concepts of flexbox',
      siteName: 'MDN',
    });
  });

  it('keeps the subtitle behind a colon', () => {
    const title = 'Gardening for beginners: the basics';
    expect(
      split(`${title} | Almanac`, { siteNames: ['Almanac'], titles: ['Gardening for beginners'] }).title,
    ).toBe(title);
  });

  it('takes off a site that carries its motto, and one that holds a separator', () => {
    expect(split('Rockets - Acme', { siteNames: ['Acme - All for the roadrunner'] }).title).toBe('Rockets');
    expect(split('Rockets - Acme - All for you', { siteNames: ['Acme – All for you'] }).title).toBe(
      'Rockets',
    );
  });

  it('takes off the name of the author before the site', () => {
    expect(split('On tides | by Ann Roe | Medium', { siteNames: ['Medium'] }).title).toBe('On tides');
  });

  it('does not take a heading that is the site for the title', () => {
    expect(
      split('Harbour Post - How tides work', { siteNames: ['Harbour Post'], titles: ['Harbour Post'] }).title,
    ).toBe('How tides work');
  });

  it('keeps the whole title of a front page', () => {
    expect(split('Acme | All for the roadrunner', { siteNames: ['Acme'], isFront: true })).toEqual({
      title: 'Acme | All for the roadrunner',
      siteName: 'Acme',
    });
  });

  it('never gives an empty title', () => {
    expect(split('Acme', { siteNames: ['Acme'] }).title).toBe('Acme');
    expect(split('Acme | Acme', { siteNames: ['Acme'] }).title).toBe('Acme');
    expect(split(' | - | ', { siteNames: ['Acme'] }).title).not.toBe('');
  });

  it('splits Chinese titles at low lines, and at hyphens on evidence alone', () => {
    expect(split('海外留学生看两会_教育频道_中国青年网')).toEqual({
      title: '海外留学生看两会',
      siteName: '中国青年网',
    });
    expect(split('北京-上海高铁').title).toBe('北京-上海高铁');
    expect(split('新规定发布-央广网', { siteNames: ['央广网'] }).title).toBe('新规定发布');
  });

  it('never begins or ends with white space, whatever separators follow each other', () => {
    const piece = fc.constantFrom(
      'a',
      'Acme',
      '標',
      '!',
      'by ',
      ' ',
      '|',
      ' - ',
      ' | ',
      ': ',
      '_',
      '-',
      ' » ',
    );
    const pieces = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('').trim());
    fc.assert(
      fc.property(pieces, fc.boolean(), (title, isFront) => {
        const parts = split(title, { siteNames: ['Acme'], titles: ['標 a', 'a'], isFront });
        for (const part of [parts.title, parts.siteName ?? '']) expect(part).toBe(part.trim());
      }),
      { numRuns: 2000 },
    );
  });

  it('takes time linear in the title', () => {
    const title = ' - a | b: '.repeat(20_000);
    const start = performance.now();
    split(title, { siteNames: ['x'], titles: ['y'], host: 'z.example' });
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
