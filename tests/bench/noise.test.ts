import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FILE = fileURLToPath(new URL('../../bench/noise-of.mjs', import.meta.url));
/** A module of bench/, which is JavaScript that TypeScript does not read. */
const { noiseOf } = (await import(path.normalize(FILE))) as {
  noiseOf(markdown: string, gold?: string): Map<string, number>;
};
const noise = (markdown: string, gold?: string) => Object.fromEntries(noiseOf(markdown, gold));

test('the judge of noise counts each sign once, and none in code or formulas', () => {
  const noisy = '# One\n\n### Two\n\nfrom \\$5 https\\://x.y me\\@x.y [a](/b "t") ![](c.png)\u00a0<br>';
  expect(noise(noisy)).toMatchObject({
    escapes: 3,
    '\\$': 1,
    'broken addresses': 2,
    'link titles': 1,
    'empty pictures': 1,
    'level skips': 1,
    nbsp: 1,
    tags: 1,
  });
  expect(noise('`\\$\u00a0` $\\$a$ <br>\n\n```\n\\$\n```').escapes).toBeUndefined();
});

test('the judge of noise takes a block for repeated where people say it once, and a word for glued where they say two', () => {
  const block = 'A line of more than sixty characters that a page says again and again.';
  expect(noise(`${block}\n\n${block}`)['repeated blocks']).toBe(1);
  expect(noise(`${block}\n\n${block}`, `${block} ${block}`)['repeated blocks']).toBeUndefined();
  expect(noise(`${block}\n\n> ${block}`)['repeated blocks']).toBeUndefined();
  const code = `\`\`\`\n${block}\n\`\`\``;
  expect(noise(`${code}\n\n${code}`)['repeated blocks']).toBeUndefined();
  expect(noise('by Ada Streamtoday and nowhere', 'by Ada Stream today and no where')['glued words']).toBe(2);
});
