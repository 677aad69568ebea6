import { HASH_SEED, hashText, mix } from './word-scan.ts';

/** Signature of an element among its siblings: its tag and the first two names of its class attribute, digits ignored. */
export function signature(tag: string, classes: string): number {
  let hash = hashText(tag, HASH_SEED);
  let names = 0;
  for (let i = 0; i < classes.length && i < 80; i++) {
    const code = classes.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    if (code <= 32 && ++names === 2) break;
    hash = mix(hash, code);
  }
  return hash;
}
