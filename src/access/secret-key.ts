import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a key opens: `pmk_` the API, `pml_` the AI endpoint. */
export type KeyPrefix = 'pmk_' | 'pml_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** Shown in lists: the prefix and four of the 32 random characters (24 of 190 bits). */
const HINT_LENGTH = 8;

/**
 * Makes a key: prefix, 32 random base62 characters, 6 base62 characters of the CRC-32 of all before. Only its `hash` and
 * `hint` are ever stored.
 */
export function createSecretKey(prefix: KeyPrefix) {
  const body = prefix + randomBase62(RANDOM_LENGTH);
  const key = body + checksum(body);
  return { key, hash: hashSecretKey(key), hint: key.slice(0, HINT_LENGTH) };
}

/** SHA-256 of the key, 64 hex digits. The keys are random, so no salt and no slow hash is needed. */
export function hashSecretKey(key: string): string {
  return hash('sha256', key);
}

/** Compares digests, so that the time tells nothing about a secret. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
}

/** A public handle such as `key_0fZ…`: prefix and 12 random base62 characters. */
export function createHandle(prefix: 'key_' | 'lic_'): string {
  return prefix + randomBase62(12);
}

function randomBase62(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += BASE62[randomInt(BASE62.length)];
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
