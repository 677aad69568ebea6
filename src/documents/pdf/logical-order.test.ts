import { describe, expect, test } from 'vitest';
import { inLogicalOrder, inReadingOrder, isInDrawnOrder } from './logical-order.ts';
import { joinPieces } from './piece.ts';

/** Words as they are written and as they are drawn; the third is by a glyph each. */
const WORDS = [
  ['Tamil', 'உரிமைகள் சேர்ந்த கொடு', 'உரிைமகள் ேசர்ந்த ெகாடு'],
  ['Devanagari', 'नियम शक्ति स्थिति', 'िनयम शिक्त िस्थित'],
  ['Gurmukhi', 'ਅਧਿਕਾਰ ਵਿਚ', 'ਅਿਧਕਾਰ ਿਵਚ'],
  ['Bengali', 'দেশে কোন', 'েদেশ েকান'],
  ['Malayalam', 'കേരളം പൊതു', 'േകരളം െപാതു'],
  ['Sinhala', 'පවුලේ ලෝකය', 'පවුෙල් ෙලා්කය'],
] as const;

describe('text as it is drawn', () => {
  test.each(WORDS)('%s is told from text as it is written', (_script, written, drawn) => {
    expect(isInDrawnOrder([drawn])).toBe(true);
    expect(isInDrawnOrder([written])).toBe(false);
  });

  test.each(WORDS)('%s is written in logical order', (_script, written, drawn) => {
    expect(inLogicalOrder(drawn)).toBe(written.normalize('NFC'));
  });

  test('one sign in many that stands alone does not change what is written', () => {
    expect(isInDrawnOrder([WORDS[1][1].repeat(20), 'ि'])).toBe(false);
  });
});

/** Words as they stand on a line from left to right, a blank apart or (after `_`) touching, as a reader reads them. */
const LINES = [
  [
    'an Arabic word by letters in an English line',
    'The word ب _ﺎ _ﺘ _ﻛ means book',
    'The word ﻛﺘﺎب means book',
  ],
  ['two words in one', 'We said עולם שלום and left', 'We said שלום עולם and left'],
  ['an English phrase in an Arabic line', 'go _. _to خدمة كلمة', 'كلمة خدمة go.to'],
  ['brackets in an Arabic line', '. _[ _ملاحظة _] في ( _القاهرة _) في', 'في (القاهرة) في [ملاحظة].'],
  ['brackets that are right already', '_) _القاهرة _( _في', 'في(القاهرة)'],
  ['a list mark', 'أول _(1', '(1أول'],
] as const;

test.each(LINES)('%s is read in its order', (_name, drawn, read) => {
  let x = 0;
  const pieces = drawn.split(' ').map((word) => {
    const text = word.replace(/^_/, '');
    x += text === word ? 5 : 0;
    const isRtl = /[\u0590-\u08ff\ufb1d-\ufefc]/.test(text);
    const at = x;
    x += 6 * text.length;
    const style = { bold: false, italic: false, mono: false, link: null, content: null };
    return { ...style, text, x: at, y: 0, width: 6 * text.length, size: 12, isRtl };
  });
  expect(joinPieces(inReadingOrder(pieces))).toBe(read);
});
