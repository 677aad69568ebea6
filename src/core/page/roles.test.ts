import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { annotate } from './annotate.ts';
import { CODE_NAMES } from './lexicon/code.table.ts';
import { MATH_NAMES } from './lexicon/math.table.ts';
import { PART_NAMES } from './lexicon/parts.table.ts';
import type { RoleRow } from './lexicon/role-row.ts';
import { VISIBILITY_NAMES } from './lexicon/visibility.table.ts';
import { marksOf, ROLE, rendered } from './roles.ts';

const read = (html: string) => annotate(parseHtml(html, 'https://example.org/'));

test('tokens tell roles whatever their case, parts of tokens the first that they hold', () => {
  const { doc, roles } = read(
    '<p class="KaTeX other"></p><p class="codeBlockTitle_x1"></p><p class="not-sr-only"></p><p></p>',
  );
  const [formula, title, shown, none] = doc.elements.tagged('p').map((node) => roles.of(node));
  expect(formula).toContain(ROLE.math);
  expect(title).toContain(ROLE.codeTitle);
  expect(title).not.toContain(ROLE.code);
  expect([shown, none]).toEqual([[], []]);
});

test('roles do not end at 32', () => {
  const last = Math.max(...PART_NAMES.map(([role]) => ROLE[role]));
  const [, tokens] = PART_NAMES.find(([role]) => ROLE[role] === last)!;
  const { doc, roles } = read(`<p class="${tokens.split(/\s+/)[0]}">`);
  expect(last).toBeGreaterThan(16);
  expect(roles.has(doc.elements.tagged('p')[0]!, last)).toBe(true);
});

test('patterns find rendered elements in document order, and tell any element', () => {
  const page = read(
    '<div class="post odd"><p class="text">One</p></div><div class="post odd"></div><svg><g class="post"/></svg>',
  );
  const boxes = page.doc.elements.tagged('div');
  expect(rendered(page, ROLE.post)).toEqual(boxes);
  expect(page.roles.areNone(ROLE.post)).toBe(false);
  expect(page.roles.has(page.doc.elements.tagged('g')[0]!, ROLE.post)).toBe(true);
  expect(page.roles.has(page.doc.elements.tagged('p')[0]!, ROLE.post)).toBe(false);
  expect(page.roles.areNone(ROLE.pullQuote)).toBe(true);
  expect(rendered(page, ROLE.pullQuote)).toEqual([]);
});

test('a pattern looks at one attribute alone', () => {
  const { doc, roles } = read('<p class="math display"></p><p class="math inline"></p>');
  const [display, inline] = doc.elements.tagged('p');
  expect(roles.has(display!, ROLE.displayFormula)).toBe(true);
  expect(roles.has(inline!, ROLE.displayFormula)).toBe(false);
});

test('a line break in a class attribute is a blank', () => {
  const { doc, roles } = read('<p class="inline\nmath-display"></p><p class="math\ndisplay"></p>');
  const [inline, display] = doc.elements.tagged('p');
  expect(roles.has(inline!, ROLE.displayFormula)).toBe(false);
  expect(roles.has(display!, ROLE.displayAround)).toBe(true);
});

test('of long attributes patterns read the beginning, whatever other classes the page has', () => {
  const long = `${'a'.repeat(295)} posts ${'b'.repeat(40)} ad-slot`;
  for (const more of ['', '<p class="post ad-slot">']) {
    const { roles } = read(`<div class="${long}"></div>${more}`);
    const tags = (role: number) => roles.elements(role).map(({ tag }) => tag);
    expect(tags(ROLE.post)).toEqual(more === '' ? ['div'] : ['div', 'p']);
    expect(tags(ROLE.advertisement)).toEqual(more === '' ? [] : ['p']);
  }
});

test('a row that names its cases has one whose writer and tokens are these', () => {
  const rows: readonly RoleRow[] = [...CODE_NAMES, ...MATH_NAMES, ...PART_NAMES, ...VISIBILITY_NAMES];
  const missing = rows.filter(([, tokens, writer, cases]) => {
    if (writer === undefined || cases === undefined) return false;
    const source = readFileSync(new URL(`../../../tests/constructs/${cases}.cases`, import.meta.url), 'utf8');
    const own = source.split(/^=== /m).filter((one) => one.startsWith(writer));
    return !tokens.split(/\s+/).every((token) => own.some((one) => one.toLowerCase().includes(token)));
  });
  expect(missing).toEqual([]);
});

test('marksOf has the identifier behind however many classes', () => {
  const { nodes } = parseHtml(`<p class="${'flex '.repeat(200)}" id=captcha>`, 'https://example.org/');
  expect(marksOf(nodes.find(({ tag }) => tag === 'p')!)).toContain(' captcha');
});
