import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../../tests/support/full-form.ts';
import { parseTargetUrl } from '../target-url.ts';
import { judgeAddress } from './judge-address.ts';

/** The bench asks for millions. */
const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? (isFull ? 3_000 : 500)) };

type Quad = readonly [number, number, number, number];

const byte = fc.integer({ min: 0, max: 255 });
/** Half of all addresses from the refused space, which is too small to be hit by chance. */
const quad: fc.Arbitrary<Quad> = fc.oneof(
  fc.tuple(byte, byte, byte, byte),
  fc.tuple(
    fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255),
    fc.constantFrom(0, 2, 16, 18, 51, 63, 64, 88, 168, 254),
    byte,
    byte,
  ),
);

const dotted = (bytes: Quad): string => bytes.join('.');
const number = (bytes: Quad): number => bytes.reduce((sum, each) => sum * 256 + each, 0);

/** One number of an address in decimal, octal or hexadecimal, with leading zeros and in either case. */
const spelled = (value: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('dec', 'oct', 'hex', 'HEX'), fc.integer({ min: 0, max: 4 }))
    .map(([base, zeros]) => {
      if (base === 'dec') return String(value);
      if (base === 'oct') return `0${'0'.repeat(zeros)}${value.toString(8)}`;
      const digits = '0'.repeat(zeros) + value.toString(16);
      return base === 'hex' ? `0x${digits}` : `0X${digits.toUpperCase()}`;
    });

/** The same address in one to four parts (RFC 3986, 7.4), the last of which holds all the rest. */
const spelling = (bytes: Quad): fc.Arbitrary<string> =>
  fc
    .integer({ min: 1, max: 4 })
    .chain((parts) => {
      const head = bytes.slice(0, parts - 1);
      const rest = bytes.slice(parts - 1).reduce((sum, each) => sum * 256 + each, 0);
      return fc.tuple(...[...head, rest].map(spelled)).map((texts) => texts.join('.'));
    })
    .chain((text) => fc.constantFrom(text, `${text}.`, fullWidth(text), percentEncoded(text)));

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const percentEncoded = (text: string): string =>
  text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);

describe('any 32-bit address', () => {
  test('is the same target and gets the same verdict in every spelling', () => {
    fc.assert(
      fc.property(
        quad.chain((bytes) => fc.tuple(fc.constant(bytes), spelling(bytes))),
        ([bytes, text]) => {
          const { host } = parseTargetUrl(`http://${text}/`);
          expect(host).toEqual({ kind: 'address', address: dotted(bytes) });
          expect(judgeAddress(dotted(bytes), 'literal')).toEqual(
            judgeAddress(host.kind === 'address' ? host.address : '', 'literal'),
          );
        },
      ),
      RUNS,
    );
  });

  test('that is refused is refused in every IPv6 embedding', () => {
    const prefix = fc.tuple(byte, byte).map(([a, b]) => (a * 256 + b).toString(16));
    fc.assert(
      fc.property(quad, prefix, (bytes, site) => {
        if (judgeAddress(dotted(bytes), 'dns').open) return;
        const high = ((number(bytes) >>> 16) & 0xffff).toString(16);
        const low = (number(bytes) & 0xffff).toString(16);
        const inverted = [0xffff - Number.parseInt(high, 16), 0xffff - Number.parseInt(low, 16)].map((part) =>
          part.toString(16),
        );
        const forms = [
          `::ffff:${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `::${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `64:ff9b:1::${high}:${low}`,
          `2002:${high}:${low}::${site}`,
          `2001:0:${site}:${site}:0:0:${inverted.join(':')}`,
          `2606:4700:${site}::5efe:${high}:${low}`,
          `2606:4700:${site}::200:5efe:${high}:${low}`,
        ];
        for (const form of forms) {
          const address = ipaddr.parse(form).toString();
          expect([form, judgeAddress(address, 'dns').open]).toEqual([form, false]);
          expect([form, judgeAddress(address, 'literal').open]).toEqual([form, false]);
        }
      }),
      RUNS,
    );
  });

  test('gets from a NAT64 answer the verdict of its IPv4', () => {
    fc.assert(
      fc.property(quad, (bytes) => {
        const address = `64:ff9b::${((number(bytes) >>> 16) & 0xffff).toString(16)}:${(number(bytes) & 0xffff).toString(16)}`;
        expect(judgeAddress(address, 'dns').open).toBe(judgeAddress(dotted(bytes), 'dns').open);
      }),
      RUNS,
    );
  });
});

describe('any 128-bit address', () => {
  test('is open only within 2000::/3', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const verdict = judgeAddress(ipaddr.fromByteArray([...bytes]).toString(), 'literal');
        if (verdict.open) expect((bytes[0] ?? 0) >> 5).toBe(1);
      }),
      RUNS,
    );
  });
});
