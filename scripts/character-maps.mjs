#!/usr/bin/env node
// Writes the predefined character maps of PDF to src/documents/pdf/character-maps.table.ts, which is committed.
// usage: node scripts/character-maps.mjs DIR     DIR: folder `cmaps` of the package pdfjs-dist, in the version that unpdf packs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const TABLE = fileURLToPath(new URL('../src/documents/pdf/character-maps.table.ts', import.meta.url));
const ENDING = '.bcmap';
/** Characters of Base64 in a line of the table. */
const LINE_CHARS = 4096;

const dir = process.argv[2];
if (dir === undefined)
  throw new Error('Name the folder of the character maps: scripts/character-maps.mjs DIR');
const maps = readdirSync(dir)
  .filter((file) => file.endsWith(ENDING))
  .sort()
  .map((file) => ({ name: file.slice(0, -ENDING.length), bytes: readFileSync(path.join(dir, file)) }));
const whole = Buffer.concat(maps.map(({ bytes }) => bytes));
const packed = brotliCompressSync(whole, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length },
});
const lines = packed.toString('base64').match(new RegExp(`.{1,${LINE_CHARS}}`, 'g'));
const licence = readFileSync(path.join(dir, 'LICENSE'), 'utf8')
  .replaceAll('%%Copyright:', '')
  .replace(/^ *-+ *$/gm, '')
  .trim();

writeFileSync(
  TABLE,
  `/*!
Made by scripts/character-maps.mjs of the package pdfjs-dist; not to be edited.

${licence.replace(/^/gm, '  ').replace(/ +$/gm, '')}
*/

/** Name and bytes of each map, in the order in which they are packed. */
export const MAP_BYTES: readonly (readonly [string, number])[] = [
${maps.map(({ name, bytes }) => `  ['${name}', ${bytes.length}],`).join('\n')}
];

/** The maps in the binary form of PDF.js, one behind the other: Brotli in Base64. */
export const PACKED_MAPS = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`,
);
console.log(`${maps.length} maps, ${whole.length} bytes, packed ${packed.length}`);
