import { expect, test } from 'vitest';
import { writeFrontmatter } from './frontmatter.ts';

test('writeFrontmatter quotes every string, so that YAML gives the same strings back', () => {
  const title = 'a: "b" # c\n--- \u2028\u0085 yes';
  const written = writeFrontmatter({ title, date: '2024-01-01', none: null, empty: '', list: ['x', 'no'] });
  expect(written).toBe(
    '---\ntitle: "a: \\"b\\" # c\\n--- \\u2028\\u0085 yes"\ndate: "2024-01-01"\nlist: ["x", "no"]\n---\n\n',
  );
  expect(JSON.parse(written.split('\n')[1]!.slice('title: '.length))).toBe(title);
});

test('writeFrontmatter writes nothing without values', () => {
  expect(writeFrontmatter({ title: null })).toBe('');
});
