import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createHandle, createSecretKey, hashSecretKey } from './secret-key.ts';

describe('createSecretKey', () => {
  test('makes prefix, 32 random characters and their checksum; the hash is SHA-256', () => {
    for (const prefix of ['pmk_', 'pml_'] as const) {
      const { key, hash, hint } = createSecretKey(prefix);
      expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
      expect(key.slice(-6)).toBe(checksumByHand(key.slice(0, -6)));
      expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
      expect(hint).toBe(key.slice(0, 8));
    }
  });

  test('makes no key twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => createSecretKey('pmk_').key)).size).toBe(1000);
  });
});

/** Six base62 digits of the CRC-32, by the bitwise definition of RFC 1952, section 8. */
function checksumByHand(body: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(body)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) {
    digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[rest % 62] + digits;
  }
  return digits;
}

test('hashSecretKey takes any text, createHandle is 12 base62 characters', () => {
  expect(hashSecretKey('\ud800')).toHaveLength(64);
  expect(createHandle('key_')).toMatch(/^key_[0-9A-Za-z]{12}$/);
});
