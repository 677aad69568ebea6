import fc, { type Arbitrary } from 'fast-check';
import { RAW_REQUESTS } from './raw-requests.table.ts';
import type { RawRequest } from './request-types.ts';

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
export const rawRequests: Arbitrary<RawRequest> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...RAW_REQUESTS) },
  { weight: 2, arbitrary: mutated },
);
