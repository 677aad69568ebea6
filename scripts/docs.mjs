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
const { ANSWER_FACTS, CALL_FIELDS, REQUEST_FIELDS } = await import('../build/conversion/kept.table.js');

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

/** Things of a call that callers know by other names. */
const CALL_NAMES = {
  keyId: 'the key',
  file: 'the file of `/v1/convert/file`',
  maxAgeS: '`Cache-Control: no-cache`, `max-age`',
  onlyIfCached: '`Cache-Control: only-if-cached`',
  noStore: '`Cache-Control: no-store`',
  encoding: 'JSON or the bare content',
  maxBytes: 'most bytes of an answer (MCP)',
  signal: 'whether the caller stays',
};

const partingRow = (name, { page, result, why }) => `| ${name} | ${page} | ${result} | ${why} |`;
const partings = [
  ...Object.entries(REQUEST_FIELDS).map(([name, parting]) => partingRow(`\`${name}\``, parting)),
  ...Object.entries(CALL_NAMES).map(([name, shown]) => partingRow(shown, CALL_FIELDS[name])),
];

const DOCUMENTS = {
  'decisions/README.md': recordIndex(root),
  'docs/kept.md': `# What is kept

Pages that were fetched or rendered are kept for a time (\`PAGEMARK_SNAPSHOT_TTL_S\`), and what was made of them with them. Generated
from \`src/conversion/kept.table.ts\` by \`npm run docs\`.

## What two callers share

They ask for the same but for one thing. Page: \`shared\`, one page serves both, or each has his \`own\`. Result, of the same bytes:
\`shared\`, \`along\` (made with the first) or each has his \`own\`.

| They differ in | Page | Result | Why |
|---|---|---|---|
${partings.join('\n')}

## What of an answer is kept

| Fact | Kept | Why |
|---|---|---|
${Object.entries(ANSWER_FACTS)
  .map(([fact, { kept, why }]) => `| ${fact} | ${kept} | ${why} |`)
  .join('\n')}
`,
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
