#!/usr/bin/env node
// Writes the documents that are generated from the code; with --check only says which are out of date (exit 1).
// Reads dist/, so build first.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { renderSettingsTable } = await import('../dist/config/render-settings-table.js');

const DOCUMENTS = {
  'docs/settings.md': `# Settings

Environment variables, read once at start; all are optional. A bad value stops the start and names every problem at
once. Generated from \`src/config/settings.table.ts\` by \`npm run docs\`.

${renderSettingsTable()}`,
};

let stale = 0;
for (const [name, wanted] of Object.entries(DOCUMENTS)) {
  const file = path.join(root, name);
  let current = '';
  try {
    current = readFileSync(file, 'utf8');
  } catch {
    // A missing document is an outdated one.
  }
  if (current === wanted) continue;
  if (process.argv.includes('--check')) {
    console.error(`docs: "${name}" is out of date; run npm run docs`);
    stale += 1;
  } else {
    writeFileSync(file, wanted);
    console.log(`docs: wrote ${name}`);
  }
}
process.exit(stale ? 1 : 0);
