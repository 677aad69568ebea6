// Words of PDFs that pdftotext (poppler-utils) finds and pagemark does not.
// usage: npm run build && node bench/pdf-words.mjs DIR [LEAST]
//   DIR    a folder of PDFs, looked through to any depth
//   LEAST  share of the words that an answer `ok` must have, 0 to 1; default 0.9
// Prints a line a file, worst first: share in the content, share with what was left out by name, words, outcome, file.
// Exit code 1 when a file is `ok` with a smaller share, 2 when there is nothing to measure.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { convertDocument } from '../build/documents/convert-document.js';

/** Fewer words than this say nothing of a share. */
const MIN_WORDS = 20;
/** Bytes of text that one PDF may have. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

const [dir, least = '0.9'] = process.argv.slice(2);
const files = readdirSync(dir ?? '.', { recursive: true })
  .filter((file) => file.toLowerCase().endsWith('.pdf'))
  .map((file) => path.join(dir, file));

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}\p{N}])+/gu;

/** Words and their counts; a Han, Kana or Hangul sign is a word, as lines part them anywhere. Forms of one letter are one (NFKC). */
function wordsOf(text) {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[-\u2010\u00ad]\s*\n\s*/g, '')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const counts = new Map();
  for (const [found] of plain.matchAll(WORD)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return counts;
}

/** The share of `wanted` that is in `found`, each word as often as it comes. */
function shareOf(wanted, found) {
  let [all, there] = [0, 0];
  for (const [word, count] of wanted) {
    all += count;
    there += Math.min(count, found.get(word) ?? 0);
  }
  return there / all;
}

async function measure(file) {
  const wanted = wordsOf(
    spawnSync('pdftotext', ['-enc', 'UTF-8', file, '-'], { maxBuffer: MAX_TEXT_BYTES }).stdout.toString(),
  );
  const count = [...wanted.values()].reduce((sum, n) => sum + n, 0);
  if (count < MIN_WORDS) return null;
  const document = { bytes: new Uint8Array(readFileSync(file)), contentType: undefined, url: '' };
  const { text, outcome, diagnostics } = await convertDocument('pdf', document, {});
  const whole = [text, ...diagnostics.removed.map((block) => block.text)].join('\n');
  return {
    file,
    outcome,
    count,
    share: shareOf(wanted, wordsOf(text)),
    named: shareOf(wanted, wordsOf(whole)),
  };
}

const measured = [];
for (const file of files) {
  const found = await measure(file);
  if (found !== null) measured.push(found);
}
measured.sort((a, b) => a.named - b.named);
for (const { file, outcome, count, share, named } of measured)
  console.log(
    `${share.toFixed(3)} ${named.toFixed(3)} ${String(count).padStart(7)} ${outcome} ${path.relative(dir, file)}`,
  );
const lost = measured.filter(({ outcome, named }) => outcome === 'ok' && named < Number(least));
console.log(
  `${measured.length} of ${files.length} PDFs have text; ok with less than ${least} of it: ${lost.length}`,
);
process.exitCode = measured.length === 0 ? 2 : lost.length === 0 ? 0 : 1;
