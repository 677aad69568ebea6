import type { Root } from '../content/tree.ts';
import { attr, type HtmlDocument } from '../html/tree.ts';
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

/** Signs that weigh enough, as they are told; none otherwise. */
function enough(signs: readonly Sign[], needed: number): readonly string[] {
  const weight = signs.reduce((sum, [, each]) => sum + each, 0);
  return weight < needed ? [] : signs.map(([sign, each]) => `${sign} (+${each})`);
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
