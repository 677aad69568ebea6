import { describe, expect, it } from 'vitest';
import { chooseDescription } from './description.ts';

const SEA = 'Why the sea moves twice a day.';
const choose = (...candidates: string[]) => chooseDescription(candidates, ['How tides work'], 'Harbour Post');

describe('chooseDescription', () => {
  it('takes the first that says something', () => {
    expect(choose('Why tides move.', SEA)).toBe('Why tides move.');
    expect(choose()).toBeNull();
  });

  it.each(['How tides work', 'Keywords', '#', 'hr { clear: both; } p { margin: 0 }'])(
    'passes over "%s"',
    (description) => {
      expect(choose(description, SEA)).toBe(SEA);
      expect(choose(description)).toBeNull();
    },
  );

  it('keeps a Chinese description, which has no white space', () => {
    expect(choose('潮汐為什麼每天兩次')).toBe('潮汐為什麼每天兩次');
  });

  it('passes over a motto when another has words of the title', () => {
    const motto = 'Harbour Post: all the news since 1902';
    expect(choose(motto, 'The tides of this town')).toBe('The tides of this town');
    expect(choose(motto, SEA)).toBe(motto);
    expect(choose('The tide is high', 'How tides move the sea')).toBe('The tide is high');
  });

  it('takes the longer of two where the other is cut short', () => {
    const whole = 'Tides move the sea, and the moon moves the tides around the world.';
    expect(choose('Tides move the sea, and the mo...', whole)).toBe(whole);
    expect(choose('Tides move the sea.', whole)).toBe('Tides move the sea.');
    expect(choose('Tides move the sea, and the mo…', `${whole} ${'x '.repeat(300)}`)?.length).toBeLessThan(
      501,
    );
  });

  it.each(['[…]', '[...]', '(...)', '… Read more', '... →', '… Continued'])(
    'writes "%s" at the end as an ellipsis',
    (end) => {
      expect(choose(`Tides move the sea and ${end}`)).toBe('Tides move the sea and…');
    },
  );

  it('leaves a sentence at the end whole', () => {
    expect(choose('Tides move the sea. Read more')).toBe('Tides move the sea.');
    expect(choose('Tides: what I have Continued')).toBe('Tides: what I have Continued');
  });
});
