import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { PROJECT } from '../support/run-pagemark.ts';

/** Bytes that `pagemark/core` may have over a network, compressed as servers of static files do. */
const CORE_BYTES = 350 * 1024;
const read = (file: string) => readFileSync(path.join(PROJECT, 'dist', file));

/** What a module imports, at once or later. */
function importsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, source } = node as { type?: string; source?: { value?: unknown } | null };
    if (/^(?:Import|Export)\w*(?:Declaration|Expression)$/.test(type ?? '') && source)
      found.push(String(source.value));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(read(file).toString('utf8')));
  return found;
}

describe('the library', () => {
  test('is one file, beside what Node has', () => {
    expect(importsOf('index.js').filter((name) => !isBuiltin(name))).toEqual([]);
    expect(importsOf('cli/main.js').filter((name) => !isBuiltin(name))).toContainEqual(
      expect.stringMatching(/code-cache/),
    );
  });

  test('needs nothing of Node as pagemark/core', () => {
    expect(importsOf('core.js')).toEqual([]);
  });

  test.each(['index.js', 'core.js'])('runs no text as code, which pages forbid: %s', (file) => {
    expect(read(file).toString('utf8')).not.toMatch(/\beval\s*\(|\bnew Function\b/);
  });

  // The best compression takes seconds.
  test.runIf(isFull)('is small over a network', () => {
    expect(brotliCompressSync(read('core.js')).length).toBeLessThanOrEqual(CORE_BYTES);
  });
});

test('the types are one file for the library and one for its client, with what they say of each field', () => {
  const [library, client] = ['index.d.ts', 'client/index.d.ts'].map((file) => read(file).toString('utf8'));
  for (const types of [library!, client!]) expect(types).not.toMatch(/^import|\bfrom '|import\(/m);
  expect(library).not.toMatch(/HtmlDocument|ConvertContext|Budget/);
  expect(client).toMatch(
    /\/\*\* Put dates, author, .* Default: `false`\. \*\/\n\s+readonly include_extended\?: boolean/,
  );
});

test('licences of the packages inside go with the product', () => {
  const licences = read('LICENSES.txt').toString('utf8');
  for (const name of ['parse5', 'entities', '@exodus/bytes', 'zod', 'commander', 'marked'])
    expect(licences).toMatch(
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n\\n[^]{0,80}(?:Copyright|License)`, 'm'),
    );
});
