#!/usr/bin/env node
// CPU of writing a parsed article of 5 MB as Markdown, beside turndown on the same article, in one warm process:
//   node bench/writer.mjs [--mb 5] [--json out.json]
// Correctness first: both must have every section of the article. Turndown without its GFM plugin, which linkedom's
// tables break.
import { writeFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { buildContent } from '../dist/core/content/build.js';
import { normalizeContent } from '../dist/core/content/normalize.js';
import { parseHtml } from '../dist/core/html/parse.js';
import { writeMarkdown } from '../dist/core/markdown/write.js';
import { writeText } from '../dist/core/text/write.js';
import { article, sectionsIn } from './article.mjs';
import { cpuMs } from './cpu.mjs';
import { option } from './options.mjs';

const URL = 'https://example.com/article';

const bytes = Number(option('mb', '5')) * 1e6;
const { html, sections } = article(bytes);

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
const doc = parseHtml(html, URL);
const everything = { removedBy: new Uint8Array(doc.nodes.length), steps: [] };
const tree = () => normalizeContent(buildContent(doc, everything, { url: URL }));
const candidates = {
  'pagemark: content, Markdown': { prepare: () => null, run: () => writeMarkdown(tree()) },
  'pagemark: content, text': { prepare: () => null, run: () => writeText(tree()) },
  turndown: { prepare: () => parseHTML(html).document, run: (document) => turndown.turndown(document.body) },
};

const rows = {};
for (const [name, { prepare, run }] of Object.entries(candidates)) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round++) {
    const input = prepare();
    globalThis.gc?.();
    const from = cpuMs();
    const written = run(input);
    least = Math.min(least, cpuMs() - from);
    const found = sectionsIn(written);
    if (found !== sections) throw new Error(`${name}: ${found} of ${sections} sections`);
  }
  rows[name] = least;
  console.log(`${name.padEnd(30)} ${least.toFixed(0).padStart(6)} ms`);
}
const ratio = rows.turndown / rows['pagemark: content, Markdown'];
console.log(
  `${(html.length / 1e6).toFixed(1)} MB, ${sections} sections; turndown takes ${ratio.toFixed(1)} × our time`,
);
if (option('json'))
  writeFileSync(option('json'), JSON.stringify({ bytes: html.length, rows, ratio }, null, 1));
