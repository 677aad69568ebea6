import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFull } from '../../../tests/support/full-form.ts';
import { computedMs } from '../../../tests/support/machine-speed.ts';
import { splitTitle, type TitleEvidence } from './page-title.ts';
import { namesOfHost } from './site-name.ts';

type Evidence = Partial<Omit<TitleEvidence, 'host'>> & { readonly host?: string };

const split = (title: string, { host = '', ...evidence }: Evidence = {}) =>
  splitTitle(title, {
    siteName: null,
    linkNames: [],
    host: namesOfHost(host),
    headings: [],
    subheadings: [],
    headline: null,
    copies: [],
    isFront: false,
    ...evidence,
  });

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
    expect(split(title, { siteName: 'Harbour Post' })).toEqual({
      title: 'How tides work',
      siteName: 'The Harbour Post',
    });
    expect(split(title, { host: 'www.harbourpost.example' }).title).toBe('How tides work');
    expect(split(title, { headings: ['How Tides Work'] }).title).toBe('How tides work');
  });

  it.each([': ', ' - ', ' | ', ' » '])(
    'takes off the name of the site at the beginning, before "%s"',
    (separator) => {
      const title = `Harbour Post${separator}How tides work`;
      expect(split(title, { siteName: 'Harbour Post' }).title).toBe('How tides work');
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
      split(title, { siteName: 'Harbour Post', headings: ['Something else'], host: 'harbour.example' }),
    ).toEqual({
      title,
      siteName: null,
    });
  });

  it('leaves a title whole that a heading repeats, separator and all', () => {
    const title = 'Star Wars - A New Hope';
    expect(split(`${title} | Films`, { siteName: 'Films', headings: [title] }).title).toBe(title);
    expect(split(title, { headings: [title] }).title).toBe(title);
  });

  it('takes off category and site when the heading confirms what is left', () => {
    const evidence = { siteName: 'MDN Web Docs', headings: ['Basic concepts of flexbox'] };
    expect(split('Basic concepts of flexbox - CSS | MDN', evidence)).toEqual({
      title: 'Basic concepts of flexbox',
      siteName: 'MDN',
    });
  });

  it('keeps the subtitle behind a colon', () => {
    const title = 'Gardening for beginners: the basics';
    expect(
      split(`${title} | Almanac`, { siteName: 'Almanac', headings: ['Gardening for beginners'] }).title,
    ).toBe(title);
  });

  it('takes off a site that carries its motto, and one that holds a separator', () => {
    expect(split('Rockets - Acme', { siteName: 'Acme - All for the roadrunner' }).title).toBe('Rockets');
    expect(split('Rockets - Acme - All for you', { siteName: 'Acme – All for you' }).title).toBe('Rockets');
  });

  it('takes off the name of the author before the site', () => {
    expect(split('On tides | by Ann Roe | Medium', { siteName: 'Medium' }).title).toBe('On tides');
  });

  it('does not take a heading that is the site for the title', () => {
    expect(
      split('Harbour Post - How tides work', { siteName: 'Harbour Post', headings: ['Harbour Post'] }).title,
    ).toBe('How tides work');
  });

  it('keeps the whole title of a front page', () => {
    expect(split('Acme | All for the roadrunner', { siteName: 'Acme', isFront: true })).toEqual({
      title: 'Acme | All for the roadrunner',
      siteName: 'Acme',
    });
  });

  it('never gives an empty title', () => {
    expect(split('Acme', { siteName: 'Acme' }).title).toBe('Acme');
    expect(split('Acme | Acme', { siteName: 'Acme' }).title).toBe('Acme');
    expect(split(' | - | ', { siteName: 'Acme' }).title).not.toBe('');
  });

  it('splits Chinese titles at low lines, and at hyphens on evidence alone', () => {
    expect(split('海外留学生看两会_教育频道_中国青年网')).toEqual({
      title: '海外留学生看两会',
      siteName: '中国青年网',
    });
    expect(split('北京-上海高铁').title).toBe('北京-上海高铁');
    expect(split('新规定发布-央广网', { siteName: '央广网' }).title).toBe('新规定发布');
  });

  it('takes off the name that links to the front page bear', () => {
    const evidence = { linkNames: ['Harbour Safety Administration', 'HSA'] };
    expect(split('Ropes - Overview | Harbour Safety Administration', evidence)).toEqual({
      title: 'Ropes - Overview',
      siteName: 'Harbour Safety Administration',
    });
    expect(split('Ropes - Harbour', evidence).title).toBe('Ropes - Harbour');
    expect(split('HSA for sailors | Ropes', evidence).title).toBe('HSA for sailors | Ropes');
  });

  it.each([
    ['Ropes | Harbour Post Forums', 'harbourpost.example', 'Ropes'],
    ['Harbour Post | Ropes', 'forum.harbourpost.example', 'Ropes'],
    ['Seil | Hafen Löscher', 'hafenloescher.example', 'Seil'],
    ['Seil | Hafen Löscher', 'hafenloscher.example', 'Seil'],
    ['Ropes | Harbour', 'www.getharbour.example', 'Ropes'],
    ['Ropes | Harbours Posted', 'harbourpost.example', 'Ropes | Harbours Posted'],
  ])('splits "%s" at the words of the host %s', (title, host, expected) => {
    expect(split(title, { host }).title).toBe(expected);
  });

  it.each([
    ['Ropes | Anchor Society', 'Anchor Society'],
    ['Ropes | Page 2', null],
    ['Ropes | Knots | Anchor Society', null],
    ['Ropes | Everything that a young sailor needs to know', null],
  ])('takes what stands behind a confirmed title, as in "%s", for the site: %s', (title, siteName) => {
    expect(split(title, { headings: ['Ropes'] })).toEqual({ title: 'Ropes', siteName });
  });

  it('lets a heading win over a copy of the title tag', () => {
    const title = 'Middleware | Anchor documentation';
    expect(split(title, { headings: ['Middleware'], copies: [title] })).toEqual({
      title: 'Middleware',
      siteName: 'Anchor documentation',
    });
    expect(split(title, { headings: ['Middleware'], copies: [title], headline: title }).title).toBe(title);
    expect(split(title, { headings: ['Anchor documentation'], copies: [title] }).title).toBe(title);
  });

  it('takes no main heading for the title that names the book when another heading confirms the chapter', () => {
    const title = 'What is a knot? - The Book of Ropes';
    const headings = ['The Book of Ropes'];
    expect(split(title, { headings, subheadings: ['What is a knot?'] }).title).toBe('What is a knot?');
    expect(split(title, { headings }).title).toBe('The Book of Ropes');
    expect(split(title, { headings, headline: 'What is a knot?' }).title).toBe('What is a knot?');
  });

  it.each([
    ['How tides work ✩ Harbour Post', 'How tides work'],
    ['How tides work @ Harbour Post', 'How tides work'],
    ['How tides work. Harbour Post', 'How tides work'],
    ['Harbour Post. How tides work', 'How tides work'],
    ['Why it does ✩ Harbour Post', 'Why it does ✩ Harbour Post'],
  ])(
    'takes the known name off "%s", whatever separates it, when the rest is a heading',
    (title, expected) => {
      const evidence = { siteName: 'Harbour Post', headings: ['How tides work'] };
      expect(split(title, evidence).title).toBe(expected);
    },
  );

  it('takes off brackets at the end when the rest is a heading', () => {
    expect(split('searching [Anchor Documentation]', { headings: ['Searching'] })).toEqual({
      title: 'searching',
      siteName: 'Anchor Documentation',
    });
    expect(split('searching [solved]', { headings: ['Search'] }).title).toBe('searching [solved]');
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
        const parts = split(title, { siteName: 'Acme', headings: ['標 a', 'a'], isFront });
        for (const part of [parts.title, parts.siteName ?? '']) expect(part).toBe(part.trim());
      }),
      { numRuns: isFull ? 2000 : 500 },
    );
  });

  it('takes time linear in the title', () => {
    const title = ' - a | b: '.repeat(20_000);
    const start = computedMs();
    split(title, { siteName: 'x', headings: ['y'], host: 'z.example' });
    expect(computedMs() - start).toBeLessThan(1000);
  });
});
