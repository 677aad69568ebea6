import { expect, test } from 'vitest';
import { relink } from './relink.ts';

const A = 'https://a.example/a.png';
const paths = new Map([
  [A, 'assets/a.png'],
  ['https://a.example/b (1).png', 'assets/b.png'],
  ['https://a.example/c|d.png', 'assets/c.png'],
]);

test.each([
  ['an image', `![A](${A})`, '![A](assets/a.png)'],
  ['one with a title', `![A](${A} "One")`, '![A](assets/a.png "One")'],
  ['one that is a link to itself', `[![A](${A})](${A})`, '[![A](assets/a.png)](assets/a.png)'],
  ['an address with blanks', '![B](https://a.example/b%20(1).png)', '![B](assets/b.png)'],
  ['one in a cell', '| ![C](https://a.example/c%7Cd.png) |', '| ![C](assets/c.png) |'],
  ['two on a line', `![A](${A}) ![A](${A})`, '![A](assets/a.png) ![A](assets/a.png)'],
  ['behind a back-tick alone', `a \` b ![A](${A})`, 'a ` b ![A](assets/a.png)'],
  ['behind code', `\`x\` ![A](${A})`, '`x` ![A](assets/a.png)'],
  ['behind a fence', `\`\`\`\nx\n\`\`\`\n\n![A](${A})`, '```\nx\n```\n\n![A](assets/a.png)'],
])('relink replaces %s', (_name, markdown, expected) => expect(relink(markdown, paths)).toBe(expected));

test.each([
  ['another address', '![A](https://a.example/a.png?x)'],
  ['code', `\`![A](${A})\``],
  ['code of two back-ticks', `\`\`a \` ![A](${A})\`\``],
  ['a fence', `\`\`\`md\n![A](${A})\n\`\`\``],
  ['a fence in an item', `- \`\`\`\`\n  \`\`\`\n  ![A](${A})\n  \`\`\`\``],
  ['a fence of tildes in a quote', `> ~~~\n> ![A](${A})\n> ~~~`],
  ['an escaped bracket', `\\[A\\](${A})`],
])('relink leaves %s', (_name, markdown) => expect(relink(markdown, paths)).toBe(markdown));

test('relink takes time in proportion to the text', () => {
  const many = (piece: (i: number) => string) => Array.from({ length: 50_000 }, (_, i) => piece(i)).join(' ');
  const startedAt = performance.now();
  for (const text of [
    many((i) => '`'.repeat((i % 100) + 1)),
    many(() => ']('),
    '](a'.repeat(50_000),
    many(() => '](<'),
    many(() => '\n```'),
  ])
    expect(relink(text, paths)).toBe(text);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
