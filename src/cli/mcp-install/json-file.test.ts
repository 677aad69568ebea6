import { describe, expect, test } from 'vitest';
import { withField } from './json-file.ts';

const SERVER = { type: 'http', url: 'http://127.0.0.1:8787/mcp' };
/** JSON with comments and trailing commas is an expression of JavaScript. */
const readJson = (text: string): unknown => new Function(`return (${text})`)();
const set = (text: string) => withField(text, ['servers', 'pagemark'], SERVER);

describe('withField', () => {
  test.each([
    [''],
    ['\n'],
    ['{}'],
    ['{ // nothing\n}'],
    ['{"servers":{}}'],
    ['{"servers": {"other": {"command": "x"},},}'],
    [
      '{\n  // mine\n  "inputs": [1, [2, {"a": null}], "]}"], /* } */\n  "servers": {\n    "other": {} // "pagemark"\n  }\n}\n',
    ],
    ['\ufeff{"servers":{"pagemark":{"url":"old"},"z":"\\"}"}}'],
  ])('sets the field of %j, and nothing else', (text) => {
    const after = set(text)!;
    const before = (/\S/.test(text.replace('\ufeff', '')) ? readJson(text) : {}) as Record<string, object>;
    expect(readJson(after)).toEqual({ ...before, servers: { ...before.servers, pagemark: SERVER } });
    for (const comment of text.match(/\/\/[^\n]*|\/\*.*?\*\//g) ?? []) expect(after).toContain(comment);
    expect(set(after)).toBe(after);
  });

  test.each([
    ['{'],
    ['[]'],
    ['{"servers":[]}'],
    ['{"servers":null}'],
    ['{"a":1 "b":2}'],
    ["{'a': 1}"],
    ['{"a":1}}'],
    ['{"a":tru}'],
    ['{} /* open'],
    ['[['.repeat(5000)],
  ])('gives nothing for %j', (text) => {
    expect(set(text)).toBeNull();
  });
});
