#!/usr/bin/env node
// CPU of writing a parsed article of 5 MB as Markdown, beside turndown and rehype-remark on the same article, in one
// warm process:
//   node bench/writer.mjs [--mb 5] [--json out.json]
// Correctness first: all must have every section of the article. Parsing is not measured. Turndown without its GFM
// plugin, which linkedom's tables break.
import { writeFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import TurndownService from 'turndown';
import { unified } from 'unified';
import { buildContent } from '../build/core/content/build.js';
import { normalizeContent } from '../build/core/content/normalize.js';
import { parseHtml } from '../build/core/html/parse.js';
import { writeMarkdown } from '../build/core/markdown/write.js';
import { annotate } from '../build/core/page/annotate.js';
import { writeText } from '../build/core/text/write.js';
import { article, sectionsIn } from './article.mjs';
import { cpuMs } from './cpu.mjs';
import { option } from './options.mjs';

const URL = 'https://example.com/article';

const bytes = Number(option('mb', '5')) * 1e6;
const { html, sections } = article(bytes);

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
const rehype = unified().use(rehypeParse).use(rehypeRemark).use(remarkGfm).use(remarkStringify).freeze();
const doc = parseHtml(html, URL);
const page = annotate(doc);
const everything = { removedBy: new Uint8Array(doc.nodes.length), steps: [] };
const tree = () => normalizeContent(buildContent(page, everything, { url: URL }));
const candidates = {
  'pagemark: content, Markdown': { prepare: () => null, run: () => writeMarkdown(tree()).text },
  'pagemark: content, text': { prepare: () => null, run: () => writeText(tree()).text },
  turndown: { prepare: () => parseHTML(html).document, run: (document) => turndown.turndown(document.body) },
  'rehype-remark': {
    prepare: () => rehype.parse(html),
    run: (document) => rehype.stringify(rehype.runSync(document)),
  },
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
const times = (name) => rows[name] / rows['pagemark: content, Markdown'];
const ratios = { turndown: times('turndown'), 'rehype-remark': times('rehype-remark') };
console.log(`${(html.length / 1e6).toFixed(1)} MB, ${sections} sections; our time taken by`, ratios);
if (option('json'))
  writeFileSync(option('json'), JSON.stringify({ bytes: html.length, rows, ratios }, null, 1));
