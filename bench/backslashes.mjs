#!/usr/bin/env node
// Needless backslashes per 1,000 characters of prose over the corpus: those without which a block parses to the same
// (CommonMark, GFM and math):  node bench/backslashes.mjs --corpus DIR [--pages 136]
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { mathHtml } from 'micromark-extension-math';
import { convertHtml } from '../dist/index.js';
import { dollarMath } from '../tests/support/dollar-math.mjs';
import { eachPage } from './corpus.mjs';
import { option } from './options.mjs';

const MAX_PER_1000 = 1;
const MAX_BLOCK = 20_000;
const parsing = {
  extensions: [gfm(), dollarMath()],
  htmlExtensions: [gfmHtml(), mathHtml({ throwOnError: false })],
  allowDangerousHtml: true,
};
const render = (block) => micromark(block, parsing);

/** Blocks of a document with their fenced code left out. */
function proseBlocks(markdown) {
  return markdown
    .replace(/^([ >]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ >]*\2[`~]*$/gm, '')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '' && block.length <= MAX_BLOCK);
}

let characters = 0;
let backslashes = 0;
let pages = 0;
const needless = new Map();
const wanted = Number(option('pages', '136'));
const corpus = option('corpus', '../shared/corpus');
for (const page of eachPage({ corpus, datasets: ['wcxb', 'zh'], step: Math.ceil(473 / wanted) })) {
  pages++;
  for (const block of proseBlocks(convertHtml(page.html, { url: page.url }).markdown)) {
    characters += block.length;
    const escapes = [...block.matchAll(/\\(?=[!-/:-@[-`{-~])/g)];
    if (escapes.length === 0 || escapes.length > 200) continue;
    const whole = render(block);
    for (const { index } of escapes) {
      backslashes++;
      if (render(block.slice(0, index) + block.slice(index + 1)) !== whole) continue;
      needless.set(block[index + 1], (needless.get(block[index + 1]) ?? 0) + 1);
    }
  }
}
const total = [...needless.values()].reduce((sum, count) => sum + count, 0);
const rate = (total * 1000) / characters;
const kinds = [...needless].sort((a, b) => b[1] - a[1]).map(([sign, count]) => `${sign} ${count}`);
console.log(
  `${pages} pages, ${characters} characters, ${backslashes} backslashes, ${total} needless (${kinds.join(', ')}): ${rate.toFixed(3)} per 1,000`,
);
if (pages === 0 || characters === 0 || rate > MAX_PER_1000) process.exitCode = 1;
