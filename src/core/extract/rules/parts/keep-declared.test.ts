import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepDeclared } from './keep-declared.ts';

const JOB = {
  '@type': 'JobPosting',
  employmentType: 'FULL_TIME',
  jobLocation: { '@type': 'Place', address: { addressLocality: 'Oldport', addressCountry: 'DE' } },
  baseSalary: { currency: 'EUR', value: { minValue: 82000, maxValue: 104000.5, unitText: 'YEAR' } },
};
const EVENT = {
  '@type': 'EducationEvent',
  startDate: '2026-12-05T19:30:00+01:00',
  location: { name: 'The Type Barn' },
};

/** Lines that come back between a title and a text that stay. */
function back(html: string, data: unknown = JOB): string[] {
  const ld = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const a = annotate(
    parseHtml(
      `${ld}<p>Oldport jobs</p><h1>Nurse</h1>${html}<p>We run nine ships!</p><p>Oldport</p>`,
      'https://example.org/',
    ),
  );
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const keep = Uint8Array.from(texts, (text) => (text.endsWith('!') ? 1 : 0));
  keepDeclared(scoredPage(a, keep), keep);
  return texts.filter((text, i) => keep[i] === 1 && !text.endsWith('!'));
}

test('the place, the pay and the kind of a job that its page declares stay', () => {
  expect(back('<div>Oldport, Germany; remote</div><div>Apply</div>')).toEqual(['Oldport, Germany; remote']);
  expect(back('<div>€82.000 — €104.000 EUR</div><div>Germany pay range</div>')).toEqual([
    '€82.000 — €104.000 EUR',
  ]);
  expect(back('<span>$104,000.50</span>')).toEqual(['$104,000.50']);
  expect(back('<p>Full-time</p><p>posted 3 days ago</p>')).toEqual(['Full-time']);
  expect(back('<p>82000 readers</p>')).toEqual([]);
});

test('the date and the place of an event stay', () => {
  expect(back('<p>Saturday, 5 December 2026</p>', EVENT)).toHaveLength(1);
  expect(back('<p>Sat, Dec 5 · 7:30 PM</p>', { '@graph': [EVENT] })).toHaveLength(1);
  expect(back('<p>Sat, Dec 6 · 7:30 PM</p><p>5 people like this</p>', EVENT)).toEqual([]);
  expect(
    back('<p>The Type Barn</p><button>The Type Barn map</button><a href="/v">The Type Barn</a>', EVENT),
  ).toEqual(['The Type Barn']);
});

test('lines of other jobs, of a list of events and of other pages do not', () => {
  const other = '<li><p>Oldport</p></li>';
  expect(back(`<ul>${other.repeat(3)}</ul>`)).toHaveLength(3);
  expect(back(`<ul>${other.repeat(4)}</ul>`)).toEqual([]);
  expect(back('<p>The Type Barn</p>', [EVENT, EVENT])).toEqual([]);
  expect(back('<p>Oldport</p>', { ...JOB, '@type': 'LocalBusiness' })).toEqual([]);
  expect(back('<p>Oldport</p>', '"JobPosting"')).toEqual([]);
});
