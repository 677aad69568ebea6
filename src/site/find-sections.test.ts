import { expect, test } from 'vitest';
import { findSections } from './find-sections.ts';

const section = (heading: string, text: string, title = 'Guide') => ({
  guide: 'guide',
  title,
  heading,
  id: '',
  text,
});
const found = (query: string) => findSections(SECTIONS, query).map(({ section: { heading } }) => heading);

const SECTIONS = [
  section('Limits', 'Both windows slide. A snapshot is not counted.'),
  section('Snapshots', 'A page is kept for an hour.'),
  section('Headers', 'The age of the snapshot, and both windows.', 'Operation'),
];

test('findSections: a heading comes before a text', () => {
  expect(found('snapshot')).toEqual(['Snapshots', 'Limits', 'Headers']);
});

test('findSections: a whole word comes before the beginning of one, and that before what is within one, a heading before a text', () => {
  const sections = [
    section('Unlimited', 'a'),
    section('Limitations', 'a'),
    section('Plan limit', 'a'),
    section('Limit', 'a'),
    section('Rates', 'unlimited'),
    section('Windows', 'the limit'),
  ];
  expect(findSections(sections, 'limit').map(({ section: { heading } }) => heading)).toEqual([
    'Limit',
    'Plan limit',
    'Limitations',
    'Windows',
    'Unlimited',
    'Rates',
  ]);
});

test('findSections: a text that is about the word comes before a heading that only holds its letters', () => {
  const sections = [
    section('Firecrawl', 'a door'),
    section('crawl4ai', 'a crawl'),
    section('A whole site', 'crawl goes on; a crawl of one site, crawls on many machines, and crawl again'),
    section('Settings', 'PAGEMARK_TIMEOUT_MS'),
    section('Timeouts', ''),
  ];
  const headings = (query: string) => findSections(sections, query).map(({ section }) => section.heading);
  expect(headings('crawl')).toEqual(['crawl4ai', 'A whole site', 'Firecrawl']);
  expect(headings('timeout')).toEqual(['Timeouts', 'Settings']);
  expect(headings('timeout_ms')).toEqual(['Settings']);
});

test('findSections: every word must be there, letters in any case', () => {
  expect(found('WINDOWS snapshot')).toEqual(['Limits', 'Headers']);
  expect(found('snapshot zebra')).toEqual([]);
  expect(found('operation')).toEqual(['Headers']);
  expect(found('  ')).toEqual([]);
});

test('findSections: the excerpt is around the word, and together the text', () => {
  const long = `${'a '.repeat(60)}needle${' b'.repeat(60)}`;
  const [one] = findSections([section('Far', long)], 'needle');
  expect(one).toMatchObject({ hit: 'needle' });
  expect(one!.before).toMatch(/^…[a ]{60}$/);
  expect(one!.after).toMatch(/^[b ]{60}…$/);
});

test('findSections: a word that only the heading has begins the excerpt with the text', () => {
  const [one] = findSections(SECTIONS, 'snapshots');
  expect(one).toMatchObject({ before: '', hit: '', after: 'A page is kept for an hour.' });
});
