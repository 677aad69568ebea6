import { describe, expect, test } from 'vitest';
import { inLogicalOrder, isInDrawnOrder } from './logical-order.ts';

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
