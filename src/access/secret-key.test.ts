import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHandle, createSecretKey, hashSecretKey, isSecretKey } from './secret-key.ts';

describe('createSecretKey', () => {
  test('makes prefix, 32 random characters and a checksum that isSecretKey accepts', () => {
    for (const prefix of ['pmk_', 'pml_'] as const) {
      const { key, hash, hint } = createSecretKey(prefix);
      expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
      expect(isSecretKey(key, prefix)).toBe(true);
      expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
      expect(hint).toBe(key.slice(0, 8));
    }
  });

  test('makes no key twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => createSecretKey('pmk_').key)).size).toBe(1000);
  });
});

describe('isSecretKey', () => {
  const { key } = createSecretKey('pmk_');

  test('refuses every change of one character', () => {
    for (let i = 0; i < key.length; i++) {
      const changed = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1);
      expect(isSecretKey(changed, 'pmk_')).toBe(false);
    }
  });

  test('refuses the other prefix, other lengths and any other text', () => {
    expect(isSecretKey(key, 'pml_')).toBe(false);
    expect(isSecretKey(`${key}0`, 'pmk_')).toBe(false);
    expect(isSecretKey(key.slice(0, -1), 'pmk_')).toBe(false);
    fc.assert(fc.property(fc.string(), (text) => !isSecretKey(text, 'pmk_')));
  });

  test('knows a checksum worked out by hand', () => {
    // CRC-32 by the bitwise definition of RFC 1952, section 8.
    const body = `pmk_${'0'.repeat(32)}`;
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
    expect(isSecretKey(body + digits, 'pmk_')).toBe(true);
  });
});

test('hashSecretKey takes any text, createHandle is 12 base62 characters', () => {
  expect(hashSecretKey('\ud800')).toHaveLength(64);
  expect(createHandle('key_')).toMatch(/^key_[0-9A-Za-z]{12}$/);
});
