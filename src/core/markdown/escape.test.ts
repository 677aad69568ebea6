import { describe, expect, test } from 'vitest';
import type { Block, Inline } from '../content/tree.ts';
import { writeMarkdown } from './write.ts';

const text = (value: string): Inline => ({ type: 'text', value });
const strong = (...children: Inline[]): Inline => ({ type: 'strong', children });
const emphasis = (...children: Inline[]): Inline => ({ type: 'emphasis', children });
const link = (...children: Inline[]): Inline => ({ type: 'link', url: 'http://x.y/', title: null, children });
const code = (value: string): Inline => ({ type: 'inlineCode', value });
const paragraph = (...children: Inline[]): Block => ({ type: 'paragraph', children });
const write = (...children: Inline[]): string =>
  writeMarkdown({ type: 'root', children: [paragraph(...children)] }).text;

describe('page text', () => {
  test.each([
    ['snake_case and 2 * 3 * 4', 'snake_case and 2 * 3 * 4'],
    ['5*3 apples', '5*3 apples'],
    ['*bold* claim', '\\*bold* claim'],
    ['__init__', '\\_\\_init__'],
    ['~100 or ~200', '~100 or ~200'],
    ['~gone~', '\\~gone~'],
    ['Price* and *Terms', 'Price* and *Terms'],
    ['it`s', 'it`s'],
    ['`a` b', '\\`a` b'],
    ['costs $5', 'costs $5'],
    ['from $5 to $10', 'from $5 to $10'],
    ['from $5 to 10$', 'from \\$5 to 10$'],
    ['US$ and A$', 'US$ and A$'],
    ['$a$b$1', '\\$a$b$1'],
    ['$$ to $$$ to $$', '\\$\\$ to $$$ to $$'],
    ['[x] (y)', '[x] (y)'],
    ['[x](y)', '[x\\](y)'],
    ['a < b', 'a < b'],
    ['a <b> c', 'a \\<b> c'],
    ['AT&T', 'AT&T'],
    ['&copy;', '\\&copy;'],
    ['C:\\dir', 'C:\\dir'],
    ['\\*', '\\\\*'],
    ['# not', '\\# not'],
    ['#tag', '#tag'],
    ['> not', '\\> not'],
    ['- not', '\\- not'],
    ['-5', '-5'],
    ['1. not', '1\\. not'],
    ['1986. A year', '1986\\. A year'],
    ['1.5', '1.5'],
    ['---', '\\---'],
    ['~~~', '\\~\\~\\~'],
    ['see https://x.y/z', 'see https\\://x.y/z'],
    ['see www.x.y', 'see www\\.x.y'],
    ['mail a@b.cd', 'mail a\\@b.cd'],
    ['@name', '@name'],
    ['[a]: b', '\\[a]: b'],
    ['[Music]: plays on and on', '[Music]: plays on and on'],
  ])('%j is written as %j', (value, written) => {
    expect(write(text(value))).toBe(written);
  });

  test('split over nodes is judged joined', () => {
    expect(write(text('['), text('a]'), text('(b)'))).toBe('[a\\](b)');
    expect(write(text('1'), text('. x'))).toBe('1\\. x');
    expect(write(text('!'), link(text('a')))).toBe('\\![a](http://x.y/)');
  });

  test('after a break is judged as the start of a line', () => {
    expect(write(text('a'), { type: 'break' }, text('==='))).toBe('a\\\n\\===');
    expect(write(text('a'), { type: 'break' }, text('2. b'))).toBe('a\\\n2. b');
    expect(write(text('a'), { type: 'break' }, text('1. b'))).toBe('a\\\n1\\. b');
  });

  test('in a table keeps its bars', () => {
    const cell = (...children: Inline[]) => ({ type: 'tableCell' as const, children });
    const table: Block = {
      type: 'table',
      align: [null],
      children: [
        { type: 'tableRow', children: [cell(text('a|b'))] },
        { type: 'tableRow', children: [cell(code('c|d'))] },
      ],
    };
    expect(writeMarkdown({ type: 'root', children: [table] }).text).toBe('| a\\|b |\n| --- |\n| `c\\|d` |');
  });

  test('never becomes a live link of another scheme', () => {
    const bad = (url: string): Inline => ({ type: 'link', url, title: null, children: [text('x')] });
    expect(write(bad('javascript:alert(1)'))).toBe('x');
    expect(write(bad('java\nscript:alert(1)'))).toBe('x');
    expect(write(bad('data:text/html,x'))).toBe('x');
    expect(write(text('[x](javascript:alert(1))'))).toBe('[x\\](javascript:alert(1))');
    expect(write(text('<javascript:x>'))).toBe('\\<javascript:x>');
  });
});

test('words for a picture are judged with what is around them', () => {
  const picture = (alt: string): Inline => ({ type: 'image', url: 'http://x.y/', title: null, alt });
  expect(write(picture('from $5'), text(' to $6'))).toBe('![from $5](http://x.y/) to $6');
  expect(write(picture('from $5'), text(' to 6$'))).toBe('![from \\$5](http://x.y/) to 6$');
});

test('a formula before a digit has two dollars, so that a reader does not take it for prices', () => {
  const formula: Inline = { type: 'inlineMath', value: 'x' };
  expect(write(formula, text(' 2'))).toBe('$x$ 2');
  expect(write(formula, text('2'))).toBe('$$x$$2');
  expect(write(text('costs $5, or '), formula)).toBe('costs \\$5, or $x$');
});

describe('emphasis', () => {
  test('moves punctuation and its mate out where a letter is outside', () => {
    expect(write(text('他说'), strong(text('“你好”')), text('吗'))).toBe('他说“**你好**”吗');
    expect(write(strong(text('注意：')), text('请'))).toBe('**注意**：请');
  });

  test('never writes a character twice that leaves two spans at once', () => {
    expect(write(emphasis(text('word'), emphasis(text("<'"))))).toBe("*word<'*");
  });

  test('beside tildes of the page is not taken by them', () => {
    const gone: Inline = { type: 'delete', children: [text('~~~'), code('x'), text('y')] };
    expect(write(text('~~a'), gone)).toBe('\\~\\~a\\~\\~\\~~~`x`y~~');
  });

  test('goes into a link at its edge', () => {
    expect(write(text('字'), strong(link(text('词'))), text('字'))).toBe('字[**词**](http://x.y/)字');
  });

  test('stays inside words and beside punctuation', () => {
    expect(write(text('un'), emphasis(text('frigging')), text('believable'))).toBe('un*frigging*believable');
    expect(write(text('('), strong(text('a')), text(')'))).toBe('(**a**)');
  });

  test('nested or touching takes the other character', () => {
    expect(write(strong(emphasis(text('a'))))).toBe('**_a_**');
    expect(write(emphasis(strong(text('a'))))).toBe('***a***');
    expect(write(emphasis(text('a')), strong(text('b')))).toBe('*a*__b__');
  });

  test('around code beside letters is given up, its words stay', () => {
    expect(write(text('字'), strong(code('x')), text('字'))).toBe('字`x`字');
  });
});
