import { setTimeout as sleep } from 'node:timers/promises';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { type Description, placesOf } from './generated/description.ts';
import { FAILURES } from './generated/failures.cases.ts';
import { type GeneratedService, startGeneratedService } from './generated/generated-service.ts';
import { createJudge, type Judge } from './generated/judge.ts';
import { otherRequests, requestsOf } from './generated/plain-requests.ts';
import { RAW_REQUESTS } from './generated/raw-requests.table.ts';
import type { GeneratedRequest, RawRequest } from './generated/request-types.ts';
import { type Met, SEED, search } from './generated/search.ts';

/** Bytes of a good request with a few of them replaced, left out or doubled; what they are then cannot be told. */
const mutated: Arbitrary<RawRequest> = fc
  .record({
    whole: fc.constantFrom(...RAW_REQUESTS.filter(({ raw }) => raw.length < 2000)),
    edits: fc.array(
      fc.record({
        at: fc.nat({ max: 400 }),
        count: fc.nat({ max: 3 }),
        text: fc.oneof(
          fc.constantFrom(
            '\r\n',
            '\n',
            '\r',
            '\u0000',
            ' ',
            '\t',
            ':',
            '%',
            '\u00ff',
            'GET ',
            'chunked',
            '0\r\n\r\n',
            '999',
          ),
          fc.string({ unit: fc.nat({ max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 4 }),
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ whole: { raw, kind }, edits }) => ({
    kind: `${kind}, changed`,
    raw: edits.reduce((text, { at, count, text: put }) => {
      const place = at % Math.max(1, text.length);
      return text.slice(0, place) + put + text.slice(place + count);
    }, raw),
  }));

/** Each kind as it is, and with changed bytes. */
const rawRequests: Arbitrary<RawRequest> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...RAW_REQUESTS) },
  { weight: 2, arbitrary: mutated },
);

let service: GeneratedService;
let judge: Judge;
beforeAll(async () => {
  service = await startGeneratedService();
  judge = createJudge(service, service.description);
});
afterAll(() => service?.close());

interface Searched {
  /** Requests in the short form; the full form sends {@link TIMES} times as many. */
  readonly count: number;
  /** Statuses that they have to meet, or they test less than they seem to. */
  readonly meets: readonly number[];
}

/** A refusal for want of room holds a second or two. */
const RETRY_MS = 500;

/** What is searched: every operation of the document, and what is none. */
const SEARCHES: Readonly<Record<string, Searched>> = {
  convert: { count: 280, meets: [200, 400, 401, 403, 405, 413, 415, 422, 429] },
  getPage: { count: 200, meets: [200, 400, 401, 403, 405, 422] },
  transform: { count: 150, meets: [200, 400, 401, 405] },
  validateLicense: { count: 250, meets: [200, 400, 405, 429] },
  usage: { count: 100, meets: [200, 401, 405] },
  mcp: { count: 500, meets: [200, 202, 400, 401, 403, 405, 413, 415] },
  health: { count: 60, meets: [200, 405] },
  ready: { count: 60, meets: [200, 405] },
  'other addresses': { count: 80, meets: [204, 400, 404] },
  'raw bytes': { count: 400, meets: [200, 400, 401, 404, 431] },
  convertFile: { count: 300, meets: [200, 400, 401, 405, 413, 415, 422, 429] },
};
const TIMES = isFull ? 11 : 1;

const met = new Map<string, Met>();

function requestsFor(name: string, description: Description): Arbitrary<GeneratedRequest> {
  if (name === 'raw bytes') return rawRequests;
  if (name === 'other addresses') return otherRequests;
  const place = placesOf(description).find(({ operation }) => operation.operationId === name);
  if (place === undefined) throw new Error(`Describe the operation "${name}": the served document has none.`);
  return requestsOf(description, place);
}

const problemsOf = async (request: GeneratedRequest) => (await judge(request)).problems;

describe('requests are answered as the served description tells', () => {
  test.concurrent.each(Object.keys(SEARCHES))('generated ones: %s', async (name) => {
    const { count } = SEARCHES[name]!;
    const seed = SEED + Object.keys(SEARCHES).indexOf(name);
    met.set(
      name,
      await search(judge, requestsFor(name, service.description), { seed, count: count * TIMES }),
    );
  });

  test.concurrent('raw ones of every kind', async () => {
    const found = await Promise.all(
      RAW_REQUESTS.map(async (request) => ({ request, problems: await problemsOf(request) })),
    );
    expect(found.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  test.concurrent.each(FAILURES)('$name', async ({ request, statuses }) => {
    let judged = await judge(request);
    // A service with its hands full says so first, as described.
    while (judged.problems.length === 0 && judged.statuses.includes(429) && !statuses.includes(429)) {
      await sleep(RETRY_MS);
      judged = await judge(request);
    }
    expect(judged).toEqual({ statuses, problems: [] });
  });
});

test('every operation of the document is searched, with 2,000 requests and more in all', () => {
  const operations = placesOf(service.description).map(({ operation }) => operation.operationId);
  expect(operations.filter((name) => SEARCHES[name] === undefined)).toEqual([]);
  const sent = [...met.values()].flatMap((statuses) => [...statuses.values()]);
  expect(sent.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2000 * TIMES);
});

test.each(Object.entries(SEARCHES))(
  'the requests of %s meet what they are made to meet',
  (name, { meets }) => {
    expect([...(met.get(name)?.keys() ?? [])]).toEqual(expect.arrayContaining([...meets]));
  },
);
