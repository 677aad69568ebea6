// mdream's Rust engine with its preset "minimal": the native build where npm installs it (Node 22 and later), else the
// WebAssembly build of the same package, which takes 1.5 times as long.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const EXCLUDED = 'form fieldset object embed footer aside iframe input textarea select button nav'.split(' ');
const CLEANED = 'urls fragments emptyLinks redundantLinks selfLinkHeadings emptyImages emptyLinkText'.split(
  ' ',
);

async function webAssembly() {
  const { htmlToMarkdown, initSync } = await import('mdream/wasm');
  const file = fileURLToPath(import.meta.resolve('mdream/wasm/mdream_edge_bg.wasm'));
  initSync({ module: readFileSync(file) });
  const plugins = { isolateMain: true, tailwind: true, filter: { exclude: EXCLUDED } };
  const clean = Object.fromEntries(CLEANED.map((name) => [name, true]));
  return (html, origin) => htmlToMarkdown(html, { origin, cleanUrls: true, clean, plugins });
}

const run = await import('mdream').then(
  ({ htmlToMarkdown }) =>
    (html, origin) =>
      htmlToMarkdown(html, { origin, minimal: true, frontmatter: false }),
  webAssembly,
);

export function convert({ html, url }) {
  return { markdown: String(run(html, new URL(url).origin)) };
}
