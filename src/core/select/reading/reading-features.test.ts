import { expect, test } from 'vitest';
import { parseHtml } from '../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { relateElements } from '../../page/page-structure.ts';
import { FeatureColumns } from '../features/feature-columns.ts';
import { probability } from '../forest/probability.ts';
import { FirstReading } from './first-reading.ts';
import { addReadingFeatures } from './reading-features.ts';

const PAGE = `<body><nav><p>one two</p></nav>
<main><h2>three</h2><p>four five six</p><p>seven</p><h2>eight</h2><p>nine ten</p></main>
<footer><p>eleven</p></footer></body>`;
/** Scores of its seven blocks: menu, heading, two paragraphs, heading, paragraph, footer. */
const SCORES = [-4000, 1000, 3000, -2000, 2000, 4000, -6000];
const PROBABILITIES = SCORES.map(probability);

/** Column of a feature for the page read with these scores. */
function describe(scores = SCORES): (name: string) => number[] {
  const a = annotate(parseHtml(PAGE, 'https://example.org/'));
  const columns = new FeatureColumns(a.blocks.length);
  const reading = new FirstReading(a, Int32Array.from(scores), Int32Array.from(scores));
  addReadingFeatures(a, relateElements(a), reading, columns);
  return (name) => a.blocks.map((_, row) => columns.valueAt(columns.names.indexOf(name), row));
}

test('addReadingFeatures weighs the mean of a container and of a section, up to the next heading, by words', () => {
  const column = describe();
  const [, heading, long, short, second, last, footer] = PROBABILITIES as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const section = Math.trunc((heading + 3 * long + short) / 5);
  expect(column('first probability of section').slice(1, 5)).toEqual([
    section,
    section,
    section,
    Math.trunc((second + 2 * last + footer) / 4),
  ]);
  expect(column('first probability of heading').slice(0, 5)).toEqual([-1, heading, heading, heading, second]);
  const main = Math.trunc((heading + 3 * long + short + second + 2 * last) / 8);
  expect(column('first probability of container 1').slice(1, 6)).toEqual([main, main, main, main, main]);
});

test('addReadingFeatures counts the words of likely and unlikely runs', () => {
  const column = describe();
  expect(column('words of run')).toEqual([-2, 4, 4, -1, 3, 3, -1]);
  expect(column('words of run before')).toEqual([0, 2, 2, 4, 1, 1, 3]);
  expect(column('words of run after')).toEqual([4, 1, 1, 3, 1, 1, 0]);
});

test('addReadingFeatures finds the container that is best kept whole', () => {
  expect(describe()('levels to first best')).toEqual([1, 0, 0, 0, 0, 0, 1]);
  expect(describe([4000, -4000, -4000, -4000, -4000, -4000, -4000])('levels to first best')).toEqual([
    0, 2, 2, 2, 2, 2, 2,
  ]);
});
