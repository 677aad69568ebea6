import type { Root } from '../content/tree.ts';
import { attr, type HtmlDocument, TEXT } from '../html/tree.ts';
import { someText } from '../walk-content.ts';
import { isBlankContent } from './blank-content.ts';
import { JAVASCRIPT_TYPE } from './js-shell.ts';
import { type Gap, gapsOf } from './page-gaps.ts';
import type { Evidence } from './page-reading.ts';
import { saysLoading } from './says-loading.ts';
import { countWords, wordsOf } from './sentence.ts';

/**
 * Weight of signs from which a page is rendered, by the words of its content (up to `words`): the more it says already, the
 * more must speak for what is missing. Tuned on labelled pages, of which one in a hundred may start a browser.
 */
const NEEDED: readonly { readonly words: number; readonly weight: number }[] = [
  { words: 150, weight: 3 },
  { words: 300, weight: 6 },
  { words: 600, weight: 9 },
];
const MOST_WORDS = NEEDED.at(-1)!.words;
/** Words of a page that says next to nothing. */
const FEW_WORDS = 30;
const DATA_WEIGHT = 1;
/** Words of a page that says nothing but that it is loading. */
const LOADING_WORDS = 12;

const GAP_WEIGHT: Readonly<Record<Gap, number>> = {
  'a part that is asked for': 5,
  'an unread template': 4,
  'text that says: loading': 4,
  'an empty place for the content': 4,
  'an empty root of an application': 4,
  'a component without its content': 3,
  'an empty element that a script names': 3,
  'several skeletons': 3,
  'a skeleton': 1,
  'a heading with nothing below': 1,
};

/**
 * What speaks for content of a page that its scripts have yet to bring, each sign with its weight; none where it is not enough
 * to start a browser for. For a page as it was served. Linear in the page.
 */
export function signsOfIncompleteness({ doc, extraction, content }: Evidence): readonly string[] {
  const words = wordsOf(content, MOST_WORDS);
  const needed = neededBeside(words);
  // No sign is enough: the page need not be read for any.
  if (needed === Number.POSITIVE_INFINITY) return [];
  const scripts = scriptsOf(doc);
  const gaps = gapsOf({ doc, extraction }, scripts.texts);
  if (scripts.count === 0 && !gaps.has('a part that is asked for')) return [];
  if (isBlankContent(content)) return ['no content, and a script'];
  const signs = weighed(gaps);
  if (words < FEW_WORDS && scripts.texts.some((text) => MAKER.test(text)))
    signs.push(['next to no words, and a script that makes some', 3]);
  // Looked for at length, and a sign that is nothing by itself.
  if (weightOf(signs) + DATA_WEIGHT < needed) return [];
  if (hasUnshownData(doc)) signs.push(['data whose words are not on the page', DATA_WEIGHT]);
  return enough(signs, needed);
}

/** What a page shows in the place of content that is on its way when its scripts, which it has no more, have run; as above. */
export function signsOfWaiting({ doc, extraction, content }: Evidence): readonly string[] {
  return enough(weighed(gapsOf({ doc, extraction }, [])), neededBeside(wordsOf(content, MOST_WORDS)));
}

type Sign = readonly [sign: string, weight: number];

function weighed(gaps: ReadonlySet<Gap>): Sign[] {
  return [...gaps].map((gap) => [gap, GAP_WEIGHT[gap]]);
}

/** What signs must weigh beside so many words; infinity where no sign is enough. */
function neededBeside(words: number): number {
  return NEEDED.find((step) => words <= step.words)?.weight ?? Number.POSITIVE_INFINITY;
}

function weightOf(signs: readonly Sign[]): number {
  return signs.reduce((sum, [, each]) => sum + each, 0);
}

/** Signs that weigh enough, as they are told; none otherwise. */
function enough(signs: readonly Sign[], needed: number): readonly string[] {
  return weightOf(signs) < needed ? [] : signs.map(([sign, each]) => `${sign} (+${each})`);
}

/** Whether all that a content says is that it is on its way. */
export function isLoadingNotice(content: Root): boolean {
  let text = '';
  const isLong = someText(content, (value) => {
    text += `${value} `;
    return text.length > 300;
  });
  return !isLong && countWords(text) <= LOADING_WORDS && saysLoading(text);
}

/** Text of all scripts that is looked at, in UTF-16 units. */
const MAX_SCRIPTS = 200_000;
/** What writes to the page. */
const MAKER =
  /\binnerHTML\b|\bappend(?:Child)?\(|\binsertAdjacent|\breplaceChildren\(|\bmount\(|\brender\(|createRoot\(|\.html\(/;

/** The number of scripts that a browser would run, and the texts of those without an address. */
function scriptsOf(doc: HtmlDocument): { readonly count: number; readonly texts: readonly string[] } {
  const texts: string[] = [];
  let [count, left] = [0, MAX_SCRIPTS];
  for (const node of doc.elements.tagged('script')) {
    const type = attr(node, 'type')?.trim() ?? '';
    if (!JAVASCRIPT_TYPE.test(type)) continue;
    count++;
    if (left <= 0 || node.first === null) continue;
    texts.push(node.first.text.slice(0, left));
    left -= node.first.text.length;
  }
  return { count, texts };
}

/** Words of a string in data that is a text. */
const MIN_WORDS = 9;
/** What code and addresses hold. */
const CODE = /[=;|_]|\w\.\w+\(|https?:/;
/** Strings of data that are looked for on the page; so many must be missing. */
const MAX_STRINGS = 40;
const MIN_MISSING = 2;
/** Characters at its start that a text is looked for by. */
const KEY_LENGTH = 30;
/** Characters of data and of the page that are looked at. */
const MAX_DATA = 300_000;
const MAX_PAGE = 300_000;

/** A string of JSON or JavaScript of 60 characters and more without line ends and escapes: what has these is looked at in pieces. */
// linear: each character belongs to one string or none.
const STRING = /"([^"\\\n<>{}]{60,2000})"/g;
/** A script whose text is data: JSON by its type, or a variable that is given one. */
const DATA_TYPE = /json/i;
// linear: at most 300 characters of a script.
const ASSIGNED =
  /^\s{0,20}(?:var |let |const |window\.|self\.|globalThis\.)[\w$.[\]"']{1,60}\s{0,4}=\s{0,4}[[{]/;

/**
 * Whether data in scripts holds texts that the page does not show: several strings of nine words and more, looked for by
 * their first letters. What describes the page to others (JSON-LD) is no such data.
 */
function hasUnshownData(doc: HtmlDocument): boolean {
  const texts = dataTexts(doc);
  if (texts.length < MIN_MISSING) return false;
  const page = lettersOf(pageText(doc));
  const missing = texts.filter((text) => !page.includes(lettersOf(text).slice(0, KEY_LENGTH)));
  return missing.length >= MIN_MISSING && missing.length * 2 > texts.length;
}

function dataTexts(doc: HtmlDocument): readonly string[] {
  const texts: string[] = [];
  let left = MAX_DATA;
  for (const script of doc.elements.tagged('script')) {
    const type = attr(script, 'type') ?? '';
    const text = (script.first?.text ?? '').slice(0, left);
    const isData =
      type === '' || /javascript/i.test(type) ? ASSIGNED.test(text.slice(0, 300)) : DATA_TYPE.test(type);
    if (!isData || /ld\+json|speculation|importmap/i.test(type)) continue;
    left -= text.length;
    for (const [, string] of text.matchAll(STRING)) {
      if (texts.length === MAX_STRINGS) return texts;
      const isProse = string!.split(' ').length >= MIN_WORDS && !CODE.test(string!);
      if (isProse) texts.push(string!);
    }
  }
  return texts;
}

function pageText({ nodes, body }: HtmlDocument): string {
  let text = '';
  for (let i = body?.index ?? 0; i < (body?.end ?? 0) && text.length < MAX_PAGE; i++) {
    const node = nodes[i]!;
    if (node.kind === TEXT) text += node.text;
    else if (node.tag === 'script' || node.tag === 'style') i = node.end - 1;
  }
  return text;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
