import { describe, expect, it } from 'vitest';
import { TOPIC } from '../phrase-scanner.ts';
import { SaidWords, stemsOf } from './said-words.ts';

describe('stemsOf', () => {
  it('cuts words to what their forms have in common, and scripts without spaces to pairs', () => {
    expect(stemsOf("removed and won't, 404")).toEqual(['remove', 'and', "won't", '404']);
    expect(stemsOf('ページ が')).toEqual(['ペー', 'ージ']);
  });
});

describe('SaidWords', () => {
  const words = new SaidWords(['page'], [TOPIC.missingWhole, TOPIC.loginAsk]);

  it('tells words of phrases from those of any page and from others', () => {
    expect(words.meanOf(['deleted'], 9)).toBeGreaterThan(words.meanOf(['page'], 9));
    expect(words.meanOf(['page'], 9)).toBe(0);
    expect(words.meanOf(['tractor'], 9)).toBeLessThan(0);
    expect(words.meanOf([''], 9)).toBe(-1);
    expect(words.meanOf(['tractor tractor deleted'], 2)).toBe(words.meanOf(['tractor tractor'], 9));
  });

  it('tells of which kind the words are', () => {
    const [missing, login] = words.kindsOf(['your account password'], 9);
    expect(login).toBeGreaterThan(missing!);
    expect([...words.kindsOf(['tractor'], 9)]).toEqual([0, 0]);
  });
});
