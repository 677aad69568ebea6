import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('./phrases.mjs', import.meta.url));
const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Runs the program on a project with one topic. */
function phrasesOf(topic: string) {
  const root = mkdtempSync(path.join(tmpdir(), 'phrases-'));
  made.push(root);
  mkdirSync(path.join(root, 'src/core/phrases'), { recursive: true });
  writeFileSync(path.join(root, 'src/core/phrases/some-topic.txt'), topic);
  const run = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

const SOUND = `# What is missing.

[en]
page
vanish

[ru]
ip-адрес
страниц

[ja]
captchaを
ページ
`;

test('phrases passes sound topics and counts what it read', () => {
  const { status, output } = phrasesOf(SOUND);
  expect(output).toBe('phrases: 6 of 1 topics, 0 faults\n');
  expect(status).toBe(0);
});

test('phrases fails when it finds no phrase', () => {
  expect(phrasesOf('# Nothing.\n').status).toBe(1);
});

test.each([
  [
    'a phrase twice in a language',
    'vanish',
    'vanish\nVanish',
    '"Vanish": drop it: the topic has it in line 5',
  ],
  [
    'a phrase again in another language',
    'ip-адрес',
    'page\nip-адрес',
    '"page": drop it: the topic has it in line 4',
  ],
  [
    'a phrase that another begins',
    'vanish',
    'vanish\nvanished',
    '"vanished": drop it: "vanish" is found wherever',
  ],
  ['a phrase out of order', 'page\nvanish', 'vanish\npage', '"page": put it before "vanish"'],
  ['a language out of order', '[ja]', '[en]\nyesterday\n\n[ja]', '"yesterday": put it before "страниц"'],
  ['a language that is unknown', '[ru]', '[xx]', 'it is below [xx]'],
  [
    'letters of another script',
    'vanish',
    'vanish\nстраница',
    '"страница": move it to its language or mend it',
  ],
  ['a word of another language', 'ip-адрес', 'adres', '"adres": move it to its language or mend it'],
  ['a letter that only looks right', 'страниц', 'cтраниц', 'a word mixes Latin and Cyrillic'],
])('phrases names %s', (_, sound, planted, fault) => {
  const { status, output } = phrasesOf(SOUND.replace(sound, planted));
  expect(output).toContain(fault);
  expect(status).toBe(1);
});

test('phrases lets a topic that is read by language have a word in two languages, but not twice in one', () => {
  const topic = '# By language. Words.\n\n[en]\nuse\nused\n\n[pt]\nuse\n';
  expect(phrasesOf(topic)).toEqual({ status: 0, output: 'phrases: 3 of 1 topics, 0 faults\n' });
  expect(phrasesOf(topic.replace('used', 'Use')).output).toContain(
    '"Use": drop it: the topic has it in line 4',
  );
});
