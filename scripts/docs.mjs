#!/usr/bin/env node
// Writes the documents that are generated from the code; with --check only says which are out of date (exit 1).
// Reads build/, so build first.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordIndex } from './records.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { SETTINGS } = await import('../build/config/settings.table.js');
const { REMOVAL_STEPS } = await import('../build/contract/removal-steps.js');

const settingRows = SETTINGS.map(({ name, default: value, unit, description }) =>
  [
    '',
    `\`${name}\``,
    value === null ? '' : `\`${value}\``,
    unit ?? '',
    description.replaceAll('|', '\\|'),
    '',
  ]
    .join(' | ')
    .trim(),
);

const secretFiles = SETTINGS.filter(({ secret }) => secret)
  .map(({ name }) => `\`${name}_FILE\``)
  .join(', ');

const DOCUMENTS = {
  'decisions/README.md': recordIndex(root),
  'docs/settings.md': `# Settings

Environment variables, read once at start; all are optional. A bad value stops the start and names every problem at
once. Generated from \`src/config/settings.table.ts\` by \`npm run docs\`.

| Variable | Default | Unit | Meaning |
|---|---|---|---|
${settingRows.join('\n')}

A secret can stand in a file, as Docker and Kubernetes mount them: ${secretFiles} name the file.
White space at the ends of its text is cut. A variable and its file at once, a file that cannot be read and an empty one stop the
start.
`,
  'docs/removal-steps.md': `# What removes text

The steps that \`data.diagnostics.removed\` of a conversion names (\`include_diagnostics\`), in the order of the work. Generated from
\`src/contract/removal-steps.ts\` by \`npm run docs\`.

| Step | Why it goes |
|---|---|
${Object.entries(REMOVAL_STEPS)
  .map(([step, what]) => `| \`${step}\` | ${what} |`)
  .join('\n')}
`,
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
