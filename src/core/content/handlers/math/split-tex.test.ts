import { describe, expect, it } from 'vitest';
import { splitTex } from './split-tex.ts';

const inline = (latex: string) => ({ latex, display: false });

describe('splitTex', () => {
  it('splits at every default delimiter', () => {
    expect(splitTex('a \\(x\\) b $$y$$ c \\[z\\]', 'default')).toEqual([
      'a ',
      inline('x'),
      ' b ',
      { latex: 'y', display: true },
      ' c ',
      { latex: 'z', display: true },
    ]);
  });

  it('takes an environment for a formula, with its own delimiters', () => {
    const latex = '\\begin{align*} a &= b \\\\ c &= $d$ \\end{align*}';
    expect(splitTex(`So ${latex} is, \\(x\\).`, 'default')).toEqual([
      'So ',
      { latex, display: true },
      ' is, ',
      inline('x'),
      '.',
    ]);
    const math = '\\begin{math}y\\end{math}';
    expect(splitTex(`Write \\begin{align} and \\(x\\), ${math}.`, 'default')).toEqual([
      'Write \\begin{align} and ',
      inline('x'),
      ', ',
      { latex: math, display: true },
      '.',
    ]);
  });

  it.each([
    'costs $5 and $6',
    '\\begin',
    '$\\begin{bmatrix} a \\end{bmatrix} x$',
    'a \\( b',
    'US$$',
    'plain',
    'a $x$ b',
  ])('finds no formula in %j', (text) => {
    expect(splitTex(text, 'default')).toBeNull();
  });

  it('splits at single dollars where they are asked for', () => {
    expect(splitTex('a $x$, $ y = 1 $ and $$z$$ for \\$5', 'dollars')).toEqual([
      'a ',
      inline('x'),
      ', ',
      inline(' y = 1 '),
      ' and ',
      { latex: 'z', display: true },
      ' for $5',
    ]);
    expect(splitTex('\\$5', 'dollars')).toEqual(['$5']);
    expect(splitTex('\\$5', 'default')).toBeNull();
    expect(splitTex('$5 and $x$', 'dollars')).toEqual(['$5 and ', inline('x')]);
  });

  it.each(['costs $5 and $6', '$5/$6', 'US$', '$ $', `$${'x'.repeat(5000)}$`])(
    'finds no formula between the dollars of %j',
    (text) => {
      expect(splitTex(text, 'dollars')).toBeNull();
    },
  );
});
