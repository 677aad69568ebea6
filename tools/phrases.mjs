#!/usr/bin/env node
// Checks the text files of phrases: what a topic says once is not said again, and where a phrase belongs is told by its
// language and its letters. Reads build/, whose scanner says what a phrase matches. Exits 1 with one line for each fault.
// usage: node tools/phrases.mjs [root]      root: folder that holds src/ (default: this project)
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldText, PhraseScanner } from '../build/core/outcome/phrase-scanner.js';
import { phraseFolders, readTopics } from '../scripts/phrases.mjs';

/** Languages in the order in which they stand, with the script of each (ISO 15924, as in `\p{Script=…}`). */
const SCRIPTS = new Map([
  ...['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl'].map((tag) => [tag, /\p{Script=Latin}/u]),
  ['ru', /\p{Script=Cyrillic}/u],
  ['uk', /\p{Script=Cyrillic}/u],
  ['tr', /\p{Script=Latin}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['zh-hans', /\p{Script=Han}/u],
  ['zh-hant', /\p{Script=Han}/u],
  ['ja', /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|ー/u],
  ['ko', /\p{Script=Hangul}/u],
  ['vi', /\p{Script=Latin}/u],
  ...['id', 'cs', 'sk', 'hu', 'ro'].map((tag) => [tag, /\p{Script=Latin}/u]),
  ['bg', /\p{Script=Cyrillic}/u],
  ...['hr', 'sl'].map((tag) => [tag, /\p{Script=Latin}/u]),
  ['sr', /\p{Script=Cyrillic}|\p{Script=Latin}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ...['fa', 'ur'].map((tag) => [tag, /\p{Script=Arabic}/u]),
  ['bn', /\p{Script=Bengali}/u],
  ['ta', /\p{Script=Tamil}/u],
  ['th', /\p{Script=Thai}/u],
  ...['ms', 'sv', 'da', 'nb', 'fi', 'et', 'lv', 'lt', 'ca'].map((tag) => [tag, /\p{Script=Latin}/u]),
]);
const LANGUAGES = [...SCRIPTS.keys()];
/** A letter that looks like one of the word's own script and is none. */
const MIXED_WORD = /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/u;

/** What is wrong with the script of a phrase, or null. Names and abbreviations of other languages are Latin. */
function scriptFault(phrase, language) {
  const own = SCRIPTS.get(language);
  const letters = phrase.match(/\p{L}/gu) ?? [];
  const foreign = letters.find((letter) => !own.test(letter) && !/\p{Script=Latin}/u.test(letter));
  if (foreign !== undefined) return `"${foreign}" is of another script`;
  if (letters.length > 0 && !letters.some((letter) => own.test(letter))) return 'no letter is of its script';
  return MIXED_WORD.test(phrase) ? 'a word mixes Latin and Cyrillic' : null;
}

/** Another phrase of the topic that matches wherever this one does, to the same end: `abonn` for `abonnent`. */
function stemOf(folded, topic) {
  return topic.find((stem) => {
    if (stem === folded || !folded.startsWith(stem)) return false;
    return new PhraseScanner([[1, stem]])
      .scan(folded)
      .some(({ start, end }) => start === 0 && end === folded.length);
  });
}

/** Whether one entry belongs before another: by language, then by folded letters. */
function isInOrder(before, after) {
  const place = ({ language }) => LANGUAGES.indexOf(language);
  return place(before) < place(after) || (place(before) === place(after) && before.folded < after.folded);
}

/** The faults of one topic. */
function faultsOf({ file, isByLanguage, phrases }) {
  const entries = phrases.map((entry) => ({ ...entry, folded: foldText(entry.phrase) }));
  return entries.flatMap((entry, i) => {
    const { phrase, language, line, folded } = entry;
    const found = [];
    // What is read by language is no stem, and may be a word of another language too.
    const peers = isByLanguage ? entries.filter((other) => other.language === language) : entries;
    const first = peers.find((other) => other.folded === folded);
    if (!SCRIPTS.has(language))
      found.push(`put it below one of [${LANGUAGES.join('], [')}]; it is below [${language}]`);
    else {
      const fault = scriptFault(phrase, language);
      if (fault !== null) found.push(`move it to its language or mend it; in [${language}] ${fault}`);
      if (i > 0 && first === entry && !isInOrder(entries[i - 1], entry))
        found.push(`put it before "${entries[i - 1].phrase}"`);
    }
    const stem = isByLanguage
      ? undefined
      : stemOf(
          folded,
          entries.map((other) => other.folded),
        );
    if (first !== entry) found.push(`drop it: the topic has it in line ${first.line}`);
    else if (stem !== undefined) found.push(`drop it: "${stem}" is found wherever it is`);
    return found.map((what) => `${file}:${line} "${phrase}": ${what}`);
  });
}

const root = path.resolve(process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const topics = phraseFolders(root).flatMap((folder) => readTopics(folder, root));
const faults = topics.flatMap(faultsOf);
for (const fault of faults) console.error(`phrases: ${fault}`);
const count = topics.reduce((sum, { phrases }) => sum + phrases.length, 0);
console.log(`phrases: ${count} of ${topics.length} topics, ${faults.length} faults`);
process.exit(faults.length > 0 || count === 0 ? 1 : 0);
