import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/parse.ts';
import { attr } from '../../html/tree.ts';
import { matchSelectors } from './match-selector.ts';
import { parseSelector } from './parse-selector.ts';

const PAGE = `<div id=a class="card big"><p id=b lang=en-GB>one</p><p id=c data-x="Say Hi">two</p>
<ul id=d><li id=e>1<li id=f class=odd>2<li id=g>3<li id=h>4</ul><span id=i></span></div><p id=j>last</p>`;

function matches(selector: string): string {
  const doc = parseHtml(PAGE, 'https://example.org/');
  const parsed = parseSelector(selector);
  if ('problem' in parsed) return parsed.problem;
  const [matched] = matchSelectors(doc, [parsed]);
  return doc.nodes
    .filter((node) => matched![node.index] === 1)
    .map((node) => attr(node, 'id') ?? node.tag)
    .join(' ');
}

describe('matchSelectors', () => {
  it.each([
    ['p', 'b c j'],
    ['#a.card', 'a'],
    ['.card.small', ''],
    ['div p', 'b c'],
    ['body > p', 'j'],
    ['p + p', 'c'],
    ['p ~ ul', 'd'],
    ['div p ~ ul > li.odd', 'f'],
    ['[lang|=en]', 'b'],
    ['[data-x="say hi" i]', 'c'],
    ['[data-x="say hi"]', ''],
    ['[id^=a], [id$="j"]', 'a j'],
    ['li:not(.odd):not(:first-child)', 'g h'],
    ['li:nth-child(2n+1)', 'e g'],
    ['li:nth-child(-n+2)', 'e f'],
    ['li:nth-last-child(1)', 'h'],
    [':is(#b, ul) + :is(p, span)', 'c i'],
    ['span:empty', 'i'],
    ['div :only-child', ''],
    ['p ~ p', 'c'],
    ['ul li + li, div > p:first-child', 'b f g h'],
    ['div:not(:is(.card)), :not(div) > li:not(:not(.odd))', 'f'],
    [':root > body > *', 'a j'],
    ['.b\\:c', ''],
  ])('marks what %s matches', (selector, ids) => {
    expect(matches(selector)).toBe(ids);
  });
});

describe('parseSelector', () => {
  it.each([
    '',
    'p >',
    'p:hover',
    'div[',
    '[a="b]',
    ':not(p',
    ':nth-child(x)',
    'p..q',
    'a,,b',
    ':is(:is(:is(:is(:is(p)))))',
  ])('answers a problem for %j', (selector) => {
    expect(matches(selector)).toContain(`Correct the selector "${selector}"`);
  });
});

it('names the pseudo-classes that are read where one is not', () => {
  expect(parseSelector('p:has(a)')).toEqual({
    problem: expect.stringMatching(/":has" is none of :not, .* :nth-last-child/),
  });
});
