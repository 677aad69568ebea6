import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { readMetadata } from './metadata.ts';

const URL_OF_PAGE = 'https://www.harbourpost.example/2024/tides.html';
const read = (html: string, url = URL_OF_PAGE) => {
  const { title, siteName } = readMetadata(parseHtml(html, url), url);
  return { title, siteName };
};
const site = (name: string, html = '') =>
  read(`<title>On tides</title><meta property=og:site_name content="${name}">${html}`).siteName;

describe('titleAndSite', () => {
  it('takes the sign of the link to a heading for no part of it', () => {
    expect(read('<h1>On tides<a class="anchor-link" href="#On-tides">¶</a></h1>').title).toBe('On tides');
    expect(read('<h1>The pilcrow ¶</h1>').title).toBe('The pilcrow ¶');
  });

  it('takes what a paper asks to be cited as', () => {
    const cited = '<meta name=citation_title content="On Tides: A Survey">';
    expect(read(`<title>[2401.00001] On tides: a survey</title>${cited}`).title).toBe('On Tides: A Survey');
    expect(read(`<title>On tides: a survey | Harbour Post</title>${cited}`)).toEqual({
      title: 'On Tides: A Survey',
      siteName: 'Harbour Post',
    });
    expect(read(`<title>Login | Harbour Post</title>${cited}<h1>Login</h1>`).title).toBe('Login');
  });

  it.each([
    ['Harbour Post • All the news of the sea', 'Harbour Post'],
    ['All the news of the sea | Harbour Post', 'Harbour Post'],
    ['Harbour Post - Education', 'Harbour Post - Education'],
    ['Lighthouse - All the news of the sea', 'Lighthouse - All the news of the sea'],
  ])('takes the motto off "%s" where something confirms the rest', (name, expected) => {
    expect(site(name)).toBe(expected);
  });

  it.each([
    [
      '<span class="label label--red" dir=auto>Solved</span><span class=label-append>&nbsp;</span>On tides',
      'On tides',
    ],
    [
      '<a href=/p><span class=label>Solved</span></a> <span class=label-append></span>On tides',
      'Solved - On tides',
    ],
    ['<span class="prefix prefixRed">Solved</span> On tides', 'On tides'],
    ['<span>Solved</span> On tides', 'Solved - On tides'],
    ['<span class=prefix>Solved - On tides</span>', 'Solved - On tides'],
  ])('takes off what a forum sets ahead of the title in %s', (heading, title) => {
    expect(
      read(`<title>Solved - On tides | Harbour Post</title><meta property=og:title content="Solved - On tides">
      <h1>${heading}</h1>`).title,
    ).toBe(title);
  });

  it('keeps the name of which it has but an abbreviation', () => {
    const name = 'NHS - National Harbour Society';
    expect(site(name, '<a href=/>NHS</a>')).toBe(name);
  });

  it.each(['https://harbourpost.example', 'www.harbourpost.example', '/', 'Blog', 'Homepage', 'On tides'])(
    'takes "%s" for the name of no site',
    (name) => {
      expect(site(name)).toBeNull();
      expect(site(name, '<meta name=application-name content="Harbour Post">')).toBe('Harbour Post');
    },
  );

  it('takes the name from the title when the page gives none that is one', () => {
    expect(read('<title>On tides | Harbour Post</title><meta property=og:site_name content=News>')).toEqual({
      title: 'On tides',
      siteName: 'Harbour Post',
    });
  });

  it('takes another title when the title tag is nothing but the name of the site', () => {
    const page = '<title>Harbour Post™</title><h1>Harbour Post</h1><h1>On tides</h1>';
    expect(read(page)).toEqual({ title: 'On tides', siteName: 'Harbour Post™' });
    expect(read(`${page}<meta property=og:title content="The tides">`).title).toBe('The tides');
    expect(read(page, 'https://harbourpost.example/').title).toBe('Harbour Post™');
    expect(read('<title>Harbour Post</title>').title).toBe('Harbour Post');
  });

  it.each(['On tides |', '| On tides', 'On tides –', '» On tides -'])(
    'takes off what dangles at the ends of "%s"',
    (title) => {
      expect(read(`<title>${title}</title>`).title).toBe('On tides');
    },
  );

  it('takes off the number of unread messages that no other title has', () => {
    const title = '<title>(4) On tides</title>';
    expect(read(`${title}<h1>On tides</h1>`).title).toBe('On tides');
    expect(read(`${title}<h1>(4) On tides</h1>`).title).toBe('(4) On tides');
    expect(read(title).title).toBe('(4) On tides');
  });

  it('takes off the name of the author behind a separator', () => {
    const author = '<meta name=author content="Ann Roe">';
    expect(read(`<title>On tides | Ann Roe</title>${author}`).title).toBe('On tides');
    expect(read(`<title>On tides - by Ann Roe</title>${author}`).title).toBe('On tides');
    expect(read(`<title>On tides | Ann Roe</title>${author}<h1>On tides | Ann Roe</h1>`).title).toBe(
      'On tides | Ann Roe',
    );
    expect(read(`<title>Tides | Ann Roe</title>${author}`, 'https://annroe.example/').title).toBe(
      'Tides | Ann Roe',
    );
    expect(read(`<title>Ann Roe</title>${author}`).title).toBe('Ann Roe');
  });

  it.each([
    [
      'declared as the share title',
      '<title>Ten tides | Post</title><meta property=og:title content="Why tides turn">',
    ],
    [
      'declared ahead of the name of the site',
      '<title>Ten tides | Post</title><meta property=og:title content="Why tides turn | Post">',
    ],
    [
      'declared below the name of a section',
      '<title>Ten</title><meta name=og:title content="Why tides turn"><h1>Sea</h1>',
    ],
    ['the beginning of the title tag', '<title>Why tides turn: all that you must know in 2024</title>'],
    ['the title tag in other words', '<title>Why the tides have to turn</title>'],
  ])('takes the main heading that is %s', (_, head) => {
    expect(read(`${head}<h1>Why tides turn</h1>`).title).toBe('Why tides turn');
  });

  it('takes the whole of a title that its tag cuts off', () => {
    const page = '<title>How tides work and why they</title><h1>How tides work and why they turn</h1>';
    expect(read(page).title).toBe('How tides work and why they turn');
  });

  it.each([
    ['a section', '<h1>Business Monday</h1>'],
    ['a book', '<h1>The Sailor’s Manual</h1><h2>How tides work</h2>'],
    ['a box of the page', '<h1>How tides work</h1><h1>Subscribe to know how</h1>'],
  ])('keeps the title beside the main heading of %s', (_, headings) => {
    expect(read(`<title>How tides work - The Sailor’s Manual</title>${headings}`).title).toMatch(
      /^How tides work/,
    );
  });

  it('keeps the title beside a main heading that says more ahead of it', () => {
    expect(read('<title>How tides work</title><h1>5 May 2024 How tides work</h1>').title).toBe(
      'How tides work',
    );
  });

  it('takes what structured data and the share title agree on', () => {
    const data =
      '<script type="application/ld+json">{"@type":"Article","headline":"Why tides turn"}</script>';
    const page = `<title>Tides, Harbour Post, 5 May</title>${data}<meta property=og:title content="Why tides turn">`;
    expect(read(page).title).toBe('Why tides turn');
  });

  it('reads a meta that has its text as a value', () => {
    expect(read('<meta name=twitter:title value="Why tides turn">').title).toBe('Why tides turn');
  });
});
