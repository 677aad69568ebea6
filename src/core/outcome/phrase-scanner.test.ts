import { describe, expect, it } from 'vitest';
import { PhraseScanner, TOPIC } from './phrase-scanner.ts';
import { PHRASES } from './phrases/phrases.generated.ts';

const SCANNER = new PhraseScanner([[1, 'blocked\nsorry']]);
const quoted = (text: string): boolean[] => SCANNER.scan(text).map((hit) => hit.quoted);

describe('PhraseScanner', () => {
  it.each([
    ['she read “you are blocked” and left', true],
    ['lu « you are blocked » hier', true],
    ['er las »you are blocked« und ging', true],
    ['“blocked, as it turned out', true],
    ['home » blocked', false],
    ['a “good” day, blocked', false],
    ['a 5" pipe, blocked', false],
  ])('tells whether a quotation holds the phrase: %s', (text, expected) => {
    expect(quoted(text)).toEqual([expected]);
  });

  it('gives each topic a bit of its own', () => {
    expect(new Set(Object.values(TOPIC)).size).toBe(Object.keys(PHRASES).length);
  });
});
