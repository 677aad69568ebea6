import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { readMetadata } from './metadata.ts';

const read = (body: string) => {
  const { published, modified } = readMetadata(
    parseHtml(`<title>On tides</title>${body}`, 'about:blank'),
    'about:blank',
  );
  return { published, modified };
};
const TITLE = '<h1>On tides</h1>';

describe('shownDates', () => {
  it.each([
    ['March 5, 2024'],
    ['By Ada Byron, 5 March 2024'],
    ['Dienstag, 5. März 2024, 10:00 Uhr'],
    ['5 de marzo de 2024'],
    ['Publié le 5 mars 2024'],
    ['5 марта 2024'],
    ['05.03.2024'],
    ['2024.03.05'],
    ['2024年3月5日'],
    ['Posted on Mar. 5th, 2024'],
  ])('reads the day of publication from "%s" below the title', (line) => {
    expect(read(`${TITLE}<p>${line}</p><p>Tides rise.</p>`)).toEqual({
      published: '2024-03-05',
      modified: null,
    });
  });

  it('reads it above the title where none stands below', () => {
    expect(read(`<p>5 March 2024</p>${TITLE}<p>Tides rise.</p>`).published).toBe('2024-03-05');
  });

  it.each([
    ['<p>Updated: 5 March 2024</p>'],
    ['<p><span>Last updated</span> <span>on</span> <span>5 March 2024</span></p>'],
    ['<p class=updated>5 March 2024</p>'],
    ['<p>Zuletzt aktualisiert am 5. März 2024</p>'],
  ])('tells the day of the last change in %s', (line) => {
    expect(read(TITLE + line)).toEqual({ published: null, modified: '2024-03-05' });
  });

  it.each([
    ['a sentence', '<p>The great flood of 5 March 2024 came when nobody on the coast was ready for it.</p>'],
    ['a caption', '<figure><img src=a.png><figcaption>Dover, 5 March 2024</figcaption></figure>'],
    ['a review', '<p>Medically reviewed 5 March 2024</p>'],
    ['a member', '<p>Joined 5 March 2024</p>'],
    ['a related story', '<div class=related><p>5 March 2024</p></div>'],
    ['a list of events', '<p>5 March 2024</p><p>6 March 2024</p><p>7 March 2024</p>'],
    ['a birth before the Web', '<p>28 January 1975</p>'],
    ['no month', '<p>5 Bananas 2024</p>'],
  ])('takes no day from %s', (_, html) => {
    expect(read(TITLE + html)).toEqual({ published: null, modified: null });
  });

  it('believes what the page declares', () => {
    const declared = '<meta property=article:published_time content="2024-01-01">';
    expect(read(`${declared}${TITLE}<p>5 March 2024</p>`).published).toBe('2024-01-01');
  });

  it('reads a date as C and Java write it', () => {
    expect(read('<meta name=date content="Mon Aug 03 12:45:00 EDT 2015">').published).toBe('2015-08-03');
  });
});
