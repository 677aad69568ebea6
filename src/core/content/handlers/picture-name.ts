import { fileNameOf, isPictureName, withoutPictureKind } from '../../html/address.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { GENERIC_WORDS } from './generic-words.table.ts';
import { linkAround } from './linked-picture.ts';

/** Longest name, in characters; most of a file's name that is read. */
const MAX_CHARS = 120;
const GENERIC: ReadonlySet<string> = new Set(GENERIC_WORDS.flatMap((words) => words.split(' ')));

/** What the page calls a picture that it gives no words for: the link that it is all of, else the name of its file; '' for neither. */
export function nameOf(picture: HtmlNode, url: string, { doc }: Builder): string {
  const link = linkAround(picture);
  const isAll = link !== null && labelOf(doc, link, 2) === '';
  const said = isAll
    ? (attr(link, 'aria-label') ?? attr(link, 'title') ?? '').replace(/\s+/g, ' ').trim()
    : '';
  return said !== '' && said.length <= MAX_CHARS ? said : fileWords(url);
}

/** The words that the name of a picture's file is made of, as screen readers say them; '' where it is a number or a key. */
export function fileWords(url: string): string {
  const name = decoded(fileNameOf(askedFor(url)));
  if (!isPictureName(name) || name.length > 2 * MAX_CHARS) return '';
  const bare = withoutPictureKind(withoutPictureKind(name));
  const words: string[] = [];
  let junk = 0;
  for (const token of bare.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    if (isKey(token)) junk += SAYS_NOTHING.test(token) ? 0 : token.length;
    else
      for (const word of wordsOf(token))
        if (/^\d/.test(word) || isWord(word)) words.push(word);
        else junk += word.length;
  while (words.length > 0 && (GENERIC.has(words[0]!.toLowerCase()) || /^\d/.test(words[0]!))) words.shift();
  while (words.length > 0 && isNothingAtEnd(words.at(-1)!)) words.pop();
  const letters = words.filter(isWord).join('').length;
  const isName = letters >= MIN_LETTERS && junk * MOST_JUNK <= letters;
  return isName ? words.join(' ').slice(0, MAX_CHARS) : '';
}

/** Fewest letters of a name, and how many must stand for one that is no word: a key has none by chance. */
const MIN_LETTERS = 4;
const MOST_JUNK = 3;
/** A digest, and a size. */
const SAYS_NOTHING = /^(?:[\da-f]+|\d+x\d+)$/i;

/** The address that one of a service for pictures asks for (Next.js: `/_next/image?url=…`). */
function askedFor(url: string): string {
  const asked = /[?&](?:url|src)=([^&#]+)/.exec(url)?.[1];
  return asked === undefined ? url : decoded(asked);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

/** Words beside figures, and words in one by their capitals: `coupon1`, `ParisBaguette`. */
function wordsOf(token: string): string[] {
  return token.match(/\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{L}+|\d+/gu) ?? [];
}

/** Fewest characters of a key of hexadecimal digits, and the least that runs of letters and of capitals are long in the mean. */
const MIN_HEX = 6;
const MIN_RUN = 3;

/** Whether a part of a name is a key: digits and letters, or capitals and others, in turn. */
function isKey(token: string): boolean {
  if (token.length >= MIN_HEX && /\d/.test(token) && /^[\da-f]+$/i.test(token)) return true;
  const runs = wordsOf(token);
  const letters = runs.filter((run) => !/^\d/.test(run));
  return runs.length >= 3 && letters.join('').length < MIN_RUN * letters.length;
}

/** Whether letters can be said: those with a vowel and no row of five consonants, and short abbreviations. */
function isWord(run: string): boolean {
  const plain = run.normalize('NFD').replace(/\p{M}+/gu, '');
  if (!/^[a-z]+$/i.test(plain)) return /^\p{L}+$/u.test(plain);
  if (/^[A-Z]{2,5}$/.test(plain)) return true;
  return plain.length > 1 && plain.length <= 24 && /[aeiouy]/i.test(plain) && !/[^aeiouy]{5}/i.test(plain);
}

/** Whether a word at the end of a name says how the file was made; a year says when. */
function isNothingAtEnd(word: string): boolean {
  return /^\d/.test(word)
    ? !/^(?:19|20)\d\d$/.test(word)
    : GENERIC.has(word.toLowerCase()) || word.length === 1;
}
