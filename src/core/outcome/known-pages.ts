import { knownByWords, PAGE_WORDS } from './known-marks.ts';
import type { KnownPage } from './known-page.ts';
import type { PageReading } from './page-reading.ts';
import { explains } from './speech.ts';

/** The standard page with this title (folded) that may be of any length. */
export function knownByTitle(title: string): KnownPage | undefined {
  const page = knownByWords(title, 'title');
  return page?.mostWords === Number.POSITIVE_INFINITY ? page : undefined;
}

/** The standard pages that a page is by one mark, that of its title first. */
export function knownPages(page: PageReading): KnownPage[] {
  const words = page.mainWords + page.unreadWords;
  const explained = explains(page);
  const counts = (known: KnownPage | undefined): known is KnownPage =>
    known !== undefined && words <= known.mostWords && !(known.bare && explained);
  const heading = page.sentences.find(({ role }) => role === 'heading')?.text ?? '';
  const found = [
    asksAbout(heading, page.title) ? undefined : knownByWords(page.title, 'title'),
    page.title.includes(heading) ? undefined : knownByWords(heading, 'heading'),
    words <= PAGE_WORDS ? knownByWords(textOf(page), 'text') : undefined,
    ...page.marks.known,
  ];
  return found.filter(counts);
}

/** Whether a heading is a question about what the title names: an article's. */
function asksAbout(heading: string, title: string): boolean {
  return heading.endsWith('?') && heading.length > title.length && heading.includes(title);
}

/** All that a page says, controls and title apart. */
function textOf({ sentences }: PageReading): string {
  return sentences
    .filter(({ role }) => role !== 'title' && role !== 'control')
    .map(({ text }) => text)
    .join(' ');
}
