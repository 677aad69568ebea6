import { expect, test } from 'vitest';
import { tokensOf } from './highlight.ts';

const marked = (code: string, language: string) =>
  tokensOf(code, language)
    .filter(({ kind }) => kind !== null)
    .map(({ kind, text }) => `${kind}: ${text}`);

test.each([
  ['sh', `curl -d '{"a": 1}' # call`, [`string: '{"a": 1}'`, 'comment: # call']],
  ['sh', 'echo a#b', []],
  ['sh', 'curl -s http://127.0.0.1:8787/ 5', ['number: 5']],
  ['json', '{"a": "b\\"c", "d": 1}', ['name: "a"', 'string: "b\\"c"', 'name: "d"', 'number: 1']],
  ['js', 'const a = `b`; // c', ['keyword: const', 'string: `b`', 'comment: // c']],
  ['yaml', 'a: "b" # c', ['string: "b"', 'comment: # c']],
  ['unheard', 'const "a"', []],
])('tokensOf: %s', (language, code, wanted) => {
  expect(marked(code, language)).toEqual(wanted);
});

test('tokensOf: the pieces joined are the code', () => {
  const code = `import { a } from 'b'; // "c\nlet d = "unended`;
  for (const language of ['js', 'sh', 'json', ''])
    expect(
      tokensOf(code, language)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code);
});
