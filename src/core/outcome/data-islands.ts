import { attr, type HtmlDocument, TEXT } from '../html/tree.ts';

/** Characters and words of a string in data that is a text. */
const MIN_CHARACTERS = 60;
const MIN_WORDS = 9;
/** Strings of data that are looked for on the page; so many must be missing. */
const MAX_STRINGS = 40;
const MIN_MISSING = 2;
/** Characters at its start that a text is looked for by. */
const KEY_LENGTH = 30;
/** Characters of data and of the page that are looked at. */
const MAX_DATA = 300_000;
const MAX_PAGE = 300_000;

/** A string of JSON or JavaScript without line ends and escapes: what has these is looked at in pieces. */
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
export function hasUnshownData(doc: HtmlDocument): boolean {
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
      if (isProse(string!)) texts.push(string!);
    }
  }
  return texts;
}

/** Words apart by spaces, no address, no code. */
function isProse(text: string): boolean {
  return (
    text.length >= MIN_CHARACTERS &&
    text.split(' ').length >= MIN_WORDS &&
    !/[=;|_]|\w\.\w+\(|https?:/.test(text)
  );
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
