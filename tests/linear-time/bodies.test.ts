import { expect, it } from 'vitest';
import { readScrape, scrapeOptions } from '../../src/http/doors/firecrawl/scrape-request.ts';
import { readJinaBody } from '../../src/http/doors/jina/wanted.ts';
import { computedMs } from '../support/machine-speed.ts';

const FIELDS = 30_000;
const text = `{"url":"https://example.org/"${Array.from({ length: FIELDS }, (_, at) => `,"field${at}":${at}`).join('')}}`;

/** The best of several rounds, in milliseconds: a busy machine only ever adds to a time. */
function bestMs(work: (body: object) => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const body = JSON.parse(text) as object;
    const from = computedMs();
    work(body);
    return computedMs() - from;
  });
  return Math.min(...rounds);
}

it.each([
  ['Firecrawl', (body: object) => readScrape(scrapeOptions, body)],
  ['Jina', (body: object) => readJinaBody(body, {})],
])('a body of many fields takes about as long to read as to parse: %s', (_, read) => {
  expect(bestMs(read)).toBeLessThan(2 * bestMs(() => JSON.parse(text)));
});
