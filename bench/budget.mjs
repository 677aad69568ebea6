#!/usr/bin/env node
import { DEAREST_STEPS_PER_BYTE, STEPS_PER_BYTE } from '../build/core/budget.js';
// Steps of work that labelled pages take for each of their bytes, beside what they may take (`STEPS_PER_BYTE`):
//   node bench/budget.mjs [--corpus DIR] [--step 1]
// Fails when the dearest page comes nearer than 20 times to the budget, or costs more than the figure in core/budget.ts says.
import { convertHtml } from '../build/core/convert-html.js';
import { readPages } from './corpus.mjs';
import { option } from './options.mjs';

const pages = readPages({
  corpus: option('corpus', '../shared/corpus'),
  datasets: option('datasets')?.split(','),
  step: Number(option('step', '1')),
});
const rows = pages.map(({ id, html, url }) => {
  const page = convertHtml(html, { url, contentType: 'text/html; charset=utf-8' });
  if (page.exceeded !== null) throw new Error(`${id} needs ${page.exceeded}`);
  return { id, perByte: page.document.budget.steps / html.length, bytes: html.length };
});
rows.sort((a, b) => b.perByte - a.perByte);
for (const { id, perByte, bytes } of rows.slice(0, 5))
  console.log(`${perByte.toFixed(2)} steps a byte  ${id} (${bytes} bytes)`);
const [dearest] = rows;
console.log(
  `${rows.length} pages; median ${rows[rows.length >> 1].perByte.toFixed(2)}; the budget is ${(STEPS_PER_BYTE / dearest.perByte).toFixed(1)} times the dearest`,
);
if (dearest.perByte > DEAREST_STEPS_PER_BYTE || STEPS_PER_BYTE < 20 * dearest.perByte) process.exitCode = 1;
