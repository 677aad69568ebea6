import { describe, expect, test } from 'vitest';
import { computedMs } from '../../tests/support/machine-speed.ts';
import { redact, redactJsonLine } from './redact.ts';
import { Secret } from './secret.ts';

/** Signs that every encoding writes otherwise. */
const PLANTED = 'plänted/+&"key\\ of~1 provider?=🎉';
const PASSWORD = 'p@ss:word/planted';
const KEY = `pmk_${'Ab3'.repeat(12)}Zz`;
new Secret(PLANTED);
new Secret(`postgres://someone:${encodeURIComponent(PASSWORD)}@db.example:5432/pagemark`);
new Secret('redis+cluster://someone:several-hosts@a.example:1,b.example:2');
new Secret('abc');

const base64 = (text: string) => Buffer.from(text).toString('base64');
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in JSON': JSON.stringify,
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify({ error: text })),
  'in JSON with escapes alone': (text) =>
    text.replace(/[^ -~]|["\\/<>&'+]/g, (sign) =>
      [...Array(sign.length).keys()]
        .map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
    ),
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded in every byte': (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(''),
  'in a form': (text) => new URLSearchParams({ text }).toString(),
  'in base64': base64,
  'in base64 after one byte': (text) => base64(`:${text}:`),
  'in base64 after two bytes': (text) => base64(`a:${text}`),
  'in base64 for addresses': (text) => Buffer.from(`user:${text}`).toString('base64url'),
  'in base64, percent-encoded': (text) => encodeURIComponent(base64(`??${text}`)),
};
/** What an encoded secret is without the few digits at its ends that may depend on what is beside it. */
const core = (encoded: string) => encoded.slice(6, -6);

describe('redact', () => {
  for (const [how, encode] of Object.entries(ENCODERS)) {
    for (const secret of [PLANTED, PASSWORD, KEY]) {
      test(`replaces ${JSON.stringify(secret.slice(0, 8))}… ${how}`, () => {
        const encoded = encode(secret);
        const written = redact(`it said: ${encoded} and went`);
        expect(written).not.toContain(core(encoded));
        expect(written).toMatch(/^it said: .*\[secret\].* and went$/);
        const line = redactJsonLine(`${JSON.stringify({ level: 50, nested: [{ [encoded]: encoded }] })}\n`);
        expect(line).not.toContain(core(JSON.stringify(encoded)));
        expect(JSON.parse(line)).toMatchObject({ level: 50 });
        expect(line.match(/\[secret\]/g)).toHaveLength(2);
      });
    }
  }

  test.each([
    'authorization: Bearer sk-abc.def_123~4',
    '{"authorization":"bearer sk-abc123"}',
    'Bearer%20sk%2Dabc123',
    `header ${base64('Bearer sk-abc1234567')}`,
    `header ${base64('x: Bearer sk-abc1234567')}`,
    `pml_${'0'.repeat(38)}`,
    `pmk%5F${'a'.repeat(38)}`,
    'pmk_abcde',
  ])('replaces what no setting told of: %s', (text) => {
    expect(redact(text)).toContain('[secret]');
    expect(redact(text)).not.toMatch(/abc123|0000|aaaa|c2stYW|abcde/);
  });

  test('of an address of several hosts it replaces the password alone', () => {
    expect(redact('redis+cluster://someone:several-hosts@a.example:1,b.example:2')).toBe(
      'redis+cluster://someone:[secret]@a.example:1,b.example:2',
    );
  });

  test.each([
    'Send "Authorization: Bearer <API_KEY>": the header is missing.',
    'Bearer token of /metrics',
    'pmk_0aZ1 is the hint of a key',
    'postgres://someone@db.example:5432/pagemark answers; abc too',
    '100% of %zz, C:\\new\\users',
  ])('leaves alone: %s', (text) => {
    expect(redact(text)).toBe(text);
    const line = `${JSON.stringify({ text })}\n`;
    expect(redactJsonLine(line)).toBe(line);
  });

  test('takes time linear in the text', () => {
    const timeOf = (text: string) => {
      const startedAt = computedMs();
      redact(text);
      return computedMs() - startedAt;
    };
    for (const sign of ['\\', '%', '%25', 'p', 'Bearer ', 'pmk_', '\\u00', 'cG1r'])
      expect(timeOf(sign.repeat(100_000))).toBeLessThan(1000);
  });
});
