#!/usr/bin/env node
// Makes the tables of src/core/html/charset: how often letters follow each other in each language, and the characters
// that Chinese, Japanese and Korean text is mostly made of. Their text (NOTICE) is that of Unicode CLDR, names and search
// words of characters, names of languages, countries and scripts, and the messages of the TypeScript compiler in the
// languages that it has. DIR holds the packages:
//   npm install --prefix DIR cldr-annotations-full@48.2.0 cldr-localenames-full@48.2.0 cldr-misc-full@48.2.0 typescript@5.9.3
//   npm run charset-tables -- DIR
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TABLES = fileURLToPath(new URL('../../src/core/html/charset/', import.meta.url));

/** Languages with an alphabet, by their locale in CLDR. */
const ALPHABETIC =
  'ar be bg ca cs da de el es et fa fi fr hr he hu is it lt lv mk nl no pl pt ro ru sk sl sq sr sv th tr uk vi';
/** Languages that are written in thousands of characters. */
const IDEOGRAPHIC = 'ja ko zh zh-Hant';

/** Half bits that the rarest pair costs: a figure of base 36. */
const MAX_HALF_BITS = 30;
/** Letters of evidence that the frequency of a letter alone counts for, where pairs are few. */
const PRIOR_LETTERS = 4;
/** Bits up to which a character belongs to each tier of the common ones. */
const TIER_BITS = [7, 8.5, 10, 11.5, 13];

/** Locales that the compiler calls otherwise. */
const COMPILER_LOCALES = { pt: 'pt-br', zh: 'zh-cn', 'zh-Hant': 'zh-tw' };

function textsOf(dir, locale) {
  const modules = path.join(dir, 'node_modules');
  const texts = [];
  const collect = (value) => {
    if (typeof value === 'string') texts.push(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
  };
  collect(
    readJson(path.join(modules, 'cldr-annotations-full/annotations', locale, 'annotations.json')).annotations
      .annotations,
  );
  const names = path.join(modules, 'cldr-localenames-full/main', locale);
  for (const file of readdirSync(names).sort())
    collect(readJson(path.join(names, file)).main[locale].localeDisplayNames);
  const messages = path.join(
    modules,
    'typescript/lib',
    COMPILER_LOCALES[locale] ?? locale,
    'diagnosticMessages.generated.json',
  );
  if (existsSync(messages)) collect(readJson(messages));
  return texts;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function countsOf(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Letters that older encodings write as another; \`text-cost.ts\` folds likewise. */
const FOLDED = { ş: 'ș', ţ: 'ț', ی: 'ي', ک: 'ك' };

/** Small letters; Vietnamese has its tones apart, as in windows-1258. */
function smallLetters(text, locale) {
  const small = [...text].map((c) => FOLDED[c.toLowerCase()[0]] ?? c.toLowerCase()[0]).join('');
  return locale === 'vi' ? tonesApart(small) : small;
}

const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
function tonesApart(text) {
  return [...text]
    .map((c) => {
      const parts = c.normalize('NFD');
      return parts.replace(TONES, '').normalize('NFC') + (parts.match(TONES) ?? []).join('');
    })
    .join('');
}

/** The letters that a language is written in, those of ASCII first; of other scripts none of these. */
function lettersOf(dir, locale) {
  const file = path.join(dir, 'node_modules/cldr-misc-full/main', locale, 'characters.json');
  const { exemplarCharacters } = readJson(file).main[locale].characters;
  const letters = new Set(smallLetters(exemplarCharacters, locale).match(/[\p{L}\p{M}]/gu));
  const isLatin = letters.has('e');
  const own = [...letters].filter((c) => c > '\x80' && c !== 'ʼ').sort();
  return [...(isLatin ? 'abcdefghijklmnopqrstuvwxyz' : ''), ...own].join('');
}

/**
 * Costs of each pair of letters in half bits, a figure of base 36 each: of the second letter after the first. Letter 0 is all
 * that is none. Pairs of two letters of ASCII are left out: all encodings have the same.
 */
function alphabetOf(dir, locale) {
  const all = textsOf(dir, locale)
    .map((text) => smallLetters(text, locale))
    .join(' ');
  const letters = lettersOf(dir, locale);
  const indices = [...all].map((c) => letters.indexOf(c) + 1);
  const singles = countsOf(indices);
  const pairs = countsOf(indices.slice(1).map((index, i) => indices[i] * 1000 + index));
  const isAscii = (index) => index === 0 || letters[index - 1] < '\x80';
  let costs = '';
  let halfBits = 0;
  for (let a = 0; a <= letters.length; a++)
    for (let b = 0; b <= letters.length; b++) {
      if (isAscii(a) && isAscii(b)) continue;
      const count = pairs.get(a * 1000 + b) ?? 0;
      const share = Math.max(1, singles.get(b) ?? 0) / indices.length;
      const probability = (count + PRIOR_LETTERS * share) / ((singles.get(a) ?? 0) + PRIOR_LETTERS);
      const cost = Math.min(MAX_HALF_BITS, Math.round(-2 * Math.log2(probability)));
      costs += cost.toString(36);
      halfBits += count * cost;
    }
  const usual = halfBits / 2 / indices.filter((index) => !isAscii(index)).length;
  return row({
    language: quoted(locale),
    usual: Number(usual.toFixed(1)),
    letters: quoted(letters),
    costs: quoted(costs),
  });
}

/** Characters of a language in tiers, the most frequent first. */
function tiersOf(dir, locale) {
  const characters =
    textsOf(dir, locale)
      .join('')
      .match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u30fc]/gu) ?? [];
  const counts = [...countsOf(characters)].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const tiers = TIER_BITS.map((most, i) =>
    counts
      .filter(([, count]) => {
        const bits = -Math.log2(count / characters.length);
        return count > 1 && bits <= most && bits > (TIER_BITS[i - 1] ?? 0);
      })
      .map(([c]) => c)
      .join(''),
  );
  return row({
    language: quoted(locale),
    tiers: `[\n${tiers.map((tier) => `      ${quoted(tier)},\n`).join('')}    ]`,
  });
}

const quoted = (text) => `'${text}'`;

/** A row of a table, as it is formatted. */
function row(fields) {
  const lines = Object.entries(fields).map(([name, value]) => `    ${name}: ${value},\n`);
  return `  {\n${lines.join('')}  },\n`;
}

const [dir] = process.argv.slice(2);
if (dir === undefined) {
  console.error('Name the folder that holds the packages of CLDR: npm run charset-tables -- DIR');
  process.exit(2);
}
const rows = (locales, rowOf) =>
  locales
    .split(' ')
    .map((locale) => rowOf(dir, locale))
    .join('');
writeFileSync(
  `${TABLES}alphabets.table.ts`,
  `/** Made by \`scripts/charset/make-tables.mjs\` from text of Unicode CLDR (NOTICE); not to be edited. */
export const ALPHABETS: readonly {
  /** Locale. */
  language: string;
  /** Bits that a letter outside ASCII takes in the text that the table was made from, with what follows. */
  usual: number;
  letters: string;
  /** Half bits of the second of two letters after the first, a figure of base 36 each; see readCosts. */
  costs: string;
}[] = [
${rows(ALPHABETIC, alphabetOf)}];
`,
);
writeFileSync(
  `${TABLES}common-characters.table.ts`,
  `/** Made by \`scripts/charset/make-tables.mjs\` from text of Unicode CLDR (NOTICE); not to be edited. */
export const COMMON_CHARACTERS: readonly {
  /** Locale. */
  language: string;
  /** Characters of 7 bits and less, of 8.5, 10, 11.5 and 13; those that are dearer are in none. */
  tiers: readonly string[];
}[] = [
${rows(IDEOGRAPHIC, tiersOf)}];
`,
);
