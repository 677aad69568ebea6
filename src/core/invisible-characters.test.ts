import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../tests/support/full-form.ts';
import { noInvisible, withEncodedInvisible, withoutInvisible } from './invisible-characters.ts';

const tags = (text: string): string =>
  String.fromCodePoint(...[...text].map((char) => 0xe0000 + char.charCodeAt(0)));
const flag = (region: string): string => `🏴${tags(region)}\u{e007f}`;

describe('withoutInvisible', () => {
  test.each([
    ['controls', 'a\u0000b\u0007c\u007fd\u0090e\ufff9f', 'abcdef', 5],
    ['controls', '\u001b[1;31mred\u001b[0m x', 'red x', 2],
    ['controls', 'â\u0080\u009cno escapeâ\u0080\u009d and â\u0080\u009c', 'âno escapeâ and â', 6],
    ['controls', '\u001b]8;;https://evil.test/\u0007link\u001b]8;;\u001b\\ \u001bc', 'link c', 3],
    ['controls', 'no\ufffe char\uffff\ufdd0\u{1ffff}acter, a\u2028line\u2029', 'no character, a line ', 4],
    ['tags', `Hi${tags('ignore')}!`, 'Hi!', 6],
    ['tags', flag('usca'), '🏴', 5],
    ['fillers', 'a\u034fb\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0\u{1d173}\u{e0fff}', 'ab', 10],
    ['zeroWidth', 'so\u00adft\u200b\u2060\u2063\u206a\ufeff', 'soft', 6],
    ['zeroWidth', 'a\u200d b \u200cc 1\u200d', 'a b c 1', 3],
    ['zeroWidth', `ب${'\u200c\u200d'.repeat(2)}`, 'ب', 4],
    ['bidi', 'a\u202eb\u200e \u2069c\u061c', 'ab c', 4],
    ['bidi', '\u202eא\u202c \u2066open', 'א open', 3],
    ['bidi', 'Podcas\u202at\u202c', 'Podcast', 2],
    ['bidi', 'x\u2066\u2069y\u2066\u202a\u2067א\u2069\u202c\u2069', 'xy\u2066\u202aא\u202c\u2069', 4],
    ['bidi', '\u2067\u202bא\u2069\u202c', '\u2067א\u2069', 2],
    [
      'variationSelectors',
      'a\ufe0f😀\ufe0f\ufe0f\u{e0100} 漢\u{e0101}\u{e0102}\ufe00',
      'a😀\ufe0f 漢\u{e0101}',
      5,
    ],
  ] as const)('takes out and counts %s: %j', (kind, text, clean, count) => {
    const counts = noInvisible();
    expect(withoutInvisible(text, 'prose', counts)).toBe(clean);
    expect(counts).toEqual({ ...noInvisible(), [kind]: count });
  });

  test.each([
    'می\u200cخواهم',
    'ന്\u200d',
    'क्\u200dष',
    '👨\u200d👩\u200d👧',
    '🏳️\u200d🌈 ☺︎ 1️⃣ ✔️ ❤️\u200d🔥',
    flag('gbeng'),
    flag('gbsct') + flag('gbwls'),
    '\u2067עברית\u2069 and \u202aabc\u202c',
    '≨\ufe00 葛\u{e0100} ᠠ\u180b',
    'tab\tline\nfeed 😀 ünï',
  ])('keeps what scripts and emoji are spelt with: %j', (text) => {
    const counts = noInvisible();
    expect(withoutInvisible(text, 'prose', counts)).toBe(text);
    expect(counts).toEqual(noInvisible());
  });

  test('reads line ends as blanks in prose and as line feeds in code', () => {
    expect(withoutInvisible('a\r\nb\fc\u0085d', 'prose')).toBe('a \nb c d');
    expect(withoutInvisible('a\r\nb\rc\fd', 'code')).toBe('a\nb\ncd');
  });

  test('leaves no control of direction in code', () => {
    const counts = noInvisible();
    expect(withoutInvisible('/*\u202e \u2066*/ if\u2069 \u2067x\u2069', 'code', counts)).toBe('/* */ if x');
    expect(counts.bidi).toBe(5);
  });

  test('leaves nothing for a second time, whatever the text', () => {
    const unit = fc.constantFrom(
      ...'a漢ب1😀🏴 \n\r\t\u001b[m\u009b\u0000\u200c\u200d\ufe0f\ufe00\u180b\u202a\u202c\u2066\u2069\u2067\u202e\u034f\u00ad',
      ...['\u{e0067}', '\u{e0100}', '\u{e007f}'],
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.constantFrom('prose', 'code'), (units, use) => {
        const once = withoutInvisible(units.join(''), use as 'prose' | 'code');
        expect(withoutInvisible(once, use as 'prose' | 'code')).toBe(once);
        expect(once).not.toMatch(/[\u034f\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u202d\u202e]/);
      }),
      { numRuns: isFull ? 2000 : 300 },
    );
  });
});

test('withEncodedInvisible keeps an address what it is', () => {
  expect(withEncodedInvisible('mailto:a\u202eb\u001b@x')).toBe('mailto:a%E2%80%AEb%1B@x');
  expect(withEncodedInvisible('https://example.com/a')).toBe('https://example.com/a');
});
