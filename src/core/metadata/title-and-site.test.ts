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
});
