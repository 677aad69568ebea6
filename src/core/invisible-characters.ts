/**
 * How many characters that show nothing, or change how a text is shown, were taken out of what is written, by kind; an escape
 * sequence of a terminal counts as one.
 */
export type InvisibleCounts = ReturnType<typeof noInvisible>;

/** Where a text stands. In code no bidirectional control stays: it makes a program read otherwise than it runs. */
export type TextUse = 'prose' | 'code';

/** Counts of nothing yet. */
export function noInvisible() {
  return { controls: 0, tags: 0, fillers: 0, zeroWidth: 0, bidi: 0, variationSelectors: 0 };
}

/**
 * What could be taken out: C0 and C1 controls but tab and line feed, notes between lines, ends of lines and paragraphs that no
 * editor shows, what is no character, and what Unicode calls ignorable.
 */
const SUSPECT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;

/** A unit that is not known to be part of no suspect; what this finds in nearly no text is sought much faster. */
const UNUSUAL =
  /[^\t\n -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u061b\u061d-\u115e\u2010-\u2027\u2030-\u205e\u2070-\u3163\u3165-\ud7ff]/;

/** Whether a text holds what could be taken out: nearly none does, and these cost this one scan. */
function isSuspect(text: string): boolean {
  return UNUSUAL.test(text) && SUSPECT.test(text);
}

/**
 * Escape sequences of terminals whole (ECMA-48, 5.4 and 8.3.89): without its escape one leaves `[31m`. Their C1 forms are no
 * such thing on a page: U+009D is half of a quotation mark that was decoded wrongly.
 */
const ESCAPE_SEQUENCE =
  /\u001b(?:\[[0-?]{0,100}[ -/]{0,10}[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\))/g;
/** What ends a line or a page, and is a blank in prose. */
const LINE_ENDS = /[\u000b\u000c\r\u0085\u2028\u2029]/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufff9-\ufffb\p{Noncharacter_Code_Point}]/gu;

/** A text, or a piece of one, without its controls. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '');

/** The flags of England, Scotland and Wales (UTS 51, RGI_Emoji_Tag_Sequence) are spelt with tags; nothing else is. */
const TAGS =
  /(\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** Fillers of Hangul and Khmer, the grapheme joiner, and the rest of the default ignorable: reserved, notes, shorthand. */
const FILLERS =
  /\u034f|[\u17b4-\u17b5]|[\u115f\u1160\u180e\u3164\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

/** Soft hyphens, zero-width spaces, joiners of words, operators that are not shown, deprecated format characters. */
const ZERO_WIDTH = /[\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff]/g;

/** Marks of direction, overrides and what closes them; in code all that sets a direction. */
const BIDI_MARKS = /[\u061c\u200e\u200f]/g;
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** In a text without such a letter pairs change nothing but its words: social networks put them into names. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const BIDI_PAIRED = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Variation selectors that vary nothing: U+FE0E and U+FE0F behind no emoji, others behind no symbol or letter of a script
 * that has variants, and every further one (Unicode 16, StandardizedVariants and emoji-variation-sequences).
 */
const LONE_VARIATIONS =
  /(?<!\p{Emoji})[\ufe0e\ufe0f]|(?<!\p{S}|(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{L}|[\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f])[\ufe00-\ufe0d]|(?<!(?=\p{sc=Mongolian})\p{L})[\u180b-\u180d\u180f]|(?<!\p{sc=Han})[\u{e0100}-\u{e01ef}]/gu;

/**
 * Runs of zero-width (non-)joiners. Persian, Indic scripts and emoji are spelt with them: those behind a mark, an emoji or
 * a letter of a joining script. Site builders leave others in paragraphs that are to look empty.
 */
const JOINERS = /[\u200c\u200d]+/g;
const JOINS_ON =
  /[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$|(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])\p{L}$/u;
/** Longest run with a meaning: joiner, non-joiner, joiner (Unicode 16, 23.2). */
const MAX_JOINERS = 3;

/**
 * A text without what shows nothing or reorders it: controls and escape sequences, tags, fillers, zero-width characters,
 * bidirectional controls, variation selectors and joiners that go with nothing. Prose with letters of scripts that are
 * written from the right keeps pairs of isolates and embeddings; line ends are blanks in prose, line feeds in code. Linear;
 * cleaning twice changes nothing. What goes is added to `counts`.
 */
export function withoutInvisible(
  value: string,
  use: TextUse,
  counts: InvisibleCounts = noInvisible(),
): string {
  if (!isSuspect(value)) return value;
  const without = (text: string, kind: keyof InvisibleCounts, pattern: RegExp): string =>
    text.replace(pattern, (_all, kept?: unknown) => {
      if (typeof kept === 'string') return kept;
      counts[kind]++;
      return '';
    });
  let text = without(value, 'controls', ESCAPE_SEQUENCE);
  text = use === 'code' ? text.replace(/\r\n?|[\u2028\u2029]/g, '\n') : text.replace(LINE_ENDS, ' ');
  text = without(text, 'controls', CONTROLS);
  text = without(text, 'tags', TAGS);
  text = without(text, 'fillers', FILLERS);
  text = without(text, 'zeroWidth', ZERO_WIDTH);
  text = without(text, 'variationSelectors', LONE_VARIATIONS);
  text = withoutStrayJoiners(text, counts);
  if (use === 'code' || !RIGHT_TO_LEFT.test(text)) return without(text, 'bidi', BIDI_CONTROLS);
  return withoutLoneBidi(without(text, 'bidi', BIDI_MARKS), counts);
}

/** An address whose characters of these kinds are percent-encoded: without them it would be another one. */
export function withEncodedInvisible(url: string): string {
  return isSuspect(url)
    ? url.replace(
        /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu,
        encodeURIComponent,
      )
    : url;
}

function withoutStrayJoiners(text: string, counts: InvisibleCounts): string {
  return text.replace(JOINERS, (run, at: number) => {
    if (run.length <= MAX_JOINERS && JOINS_ON.test(text.slice(Math.max(0, at - 2), at))) return run;
    counts.zeroWidth += run.length;
    return '';
  });
}

/** Pairs in pairs deeper than this are no writing, but a message in what nobody sees. */
const MAX_BIDI_DEPTH = 2;
const POP_EMBEDDING = '\u202c';
const POP_ISOLATE = '\u2069';
const EMBEDDINGS = '\u202a\u202b';
const ISOLATES = '\u2066\u2067\u2068';

/**
 * Prose in which only whole pairs of an isolate or embedding and its end stay, around something to see (UAX 9, BD9 and
 * X1 to X8). Overrides go with their ends: what they cover reads otherwise than it is shown.
 */
function withoutLoneBidi(text: string, counts: InvisibleCounts): string {
  const stays = pairedBidi(text);
  return text.replace(BIDI_PAIRED, (char, at: number) => {
    if (stays.has(at)) return char;
    counts.bidi++;
    return '';
  });
}

/** Places of the controls that stay. */
function pairedBidi(text: string): ReadonlySet<number> {
  const stays = new Set<number>();
  const open: { readonly at: number; readonly char: string }[] = [];
  let isolates = 0;
  for (const { 0: char, index } of text.matchAll(BIDI_PAIRED)) {
    if (char !== POP_EMBEDDING && char !== POP_ISOLATE) {
      if (isIsolate(char)) isolates++;
      open.push({ at: index, char });
      continue;
    }
    // The end of an isolate ends the embeddings in it too, which then have none of their own.
    if (char === POP_ISOLATE && isolates > 0) while (!isIsolate(open.at(-1)!.char)) open.pop();
    const last = open.at(-1);
    if (last === undefined || isIsolate(last.char) !== (char === POP_ISOLATE)) continue;
    open.pop();
    if (isIsolate(last.char)) isolates--;
    else if (!EMBEDDINGS.includes(last.char)) continue;
    if (open.length >= MAX_BIDI_DEPTH) continue;
    const isAroundText =
      text
        .slice(last.at + 1, index)
        .replace(BIDI_PAIRED, '')
        .trim() !== '';
    if (isAroundText) stays.add(last.at).add(index);
  }
  return stays;
}

function isIsolate(char: string): boolean {
  return ISOLATES.includes(char);
}
