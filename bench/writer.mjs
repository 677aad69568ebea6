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
import { option } from './corpus.mjs';

const URL = 'https://example.com/article';

/** A section as long reference articles have them: prose with links and emphasis, a list, code, a table. */
function section(i) {
  const prose = `Section ${i} is about <em>one thing</em>, which <a href="/things/${i}">others</a> have called <b>another</b>; `;
  return `<h2 id="s${i}">Section ${i}</h2><p>${prose.repeat(6)}</p><p>${'It goes on in plain words, for as long as articles do. '.repeat(12)}</p>
<ul><li>First of ${i}</li><li>Second, with <code>code_${i}()</code></li><li>Third * of _three_</li></ul>
<pre><code class="language-js">const x${i} = ${i};\nconsole.log(x${i});\n</code></pre>
<table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td><td>${i}</td></tr><tr><td>b</td><td>${i * 2}</td></tr></table>`;
}

const bytes = Number(option('mb', '5')) * 1e6;
let body = '';
let sections = 0;
while (body.length < bytes) body += section(sections++);
const html = `<!DOCTYPE html><html><head><title>Long</title></head><body><article>${body}</article></body></html>`;

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
const doc = parseHtml(html, URL);
const everything = { removedBy: new Uint8Array(doc.nodes.length), steps: [] };
const tree = () => normalizeContent(buildContent(doc, everything, { url: URL }));
const candidates = {
  'pagemark: content, Markdown': { prepare: () => null, run: () => writeMarkdown(tree()) },
  'pagemark: content, text': { prepare: () => null, run: () => writeText(tree()) },
  turndown: { prepare: () => parseHTML(html).document, run: (document) => turndown.turndown(document.body) },
};

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
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
    const found = written.match(/^(?:## )?Section \d+$/gm)?.length ?? 0;
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
