import { firstOf } from '../first-of.ts';
import { inOrder } from '../html/element-index.ts';
import { attr, type HtmlDocument, type HtmlNode, nearest, TEXT } from '../html/tree.ts';

/** Characters of text that a language is told from. */
const MAX_SAMPLE = 1000;
/** Shortest text node that is text and no label. */
const MIN_TEXT = 20;
/** Elements whose text is none of the page's. */
const NO_TEXT = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'svg', 'math']);

const KANA = /[\u3040-\u30ff]/g;
const HANGUL = /[\uac00-\ud7af]/g;
export const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
/** One of so many characters of Japanese is kana at least. */
const KANA_PER_CHARACTER = 20;

/**
 * BCP 47 tag of a page's language: what it states, but not what templates leave. A text of Chinese, Japanese or
 * Korean characters is known by them where the page states none or a language of other letters.
 */
export function languageOf(doc: HtmlDocument, title: string, stated: string | null): string | null {
  const tag = statedLanguage(doc, stated);
  if (tag !== null && /^(?:zh|ja|ko|yue|wuu|lzh|nan|hak)\b/i.test(tag)) return tag;
  return characterLanguage(title, doc) ?? tag;
}

function statedLanguage(doc: HtmlDocument, stated: string | null): string | null {
  const own = [
    attr(doc.root, 'lang'),
    attr(doc.root, 'xml:lang'),
    doc.body && attr(doc.body, 'lang'),
    stated,
  ];
  return firstOf(own, (value) => {
    const tag = value?.split(/[,;\s]/, 1)[0]?.replaceAll('_', '-') ?? '';
    return /^(?!utf\b)[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag) ? tag : null;
  });
}

/** The language that title and text are written in the characters of, or null. */
function characterLanguage(title: string, doc: HtmlDocument): string | null {
  if (!isMostlyCjk(title)) return null;
  const sample = sampleOf(doc);
  if (!isMostlyCjk(sample)) return null;
  const characters = countOf(CJK, sample);
  if (2 * countOf(HANGUL, sample) > characters) return 'ko';
  return KANA_PER_CHARACTER * countOf(KANA, sample) > characters ? 'ja' : 'zh';
}

function isMostlyCjk(text: string): boolean {
  const characters = countOf(CJK, text);
  return characters > 0 && 2 * characters > countOf(/\p{L}/gu, text);
}

/** How often a pattern, a global one, is found in a text. */
export function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** The first texts of a page that are longer than labels. */
function sampleOf(doc: HtmlDocument): string {
  let sample = '';
  for (let i = doc.body?.index ?? 0; i < doc.nodes.length && sample.length < MAX_SAMPLE; i++) {
    const node: HtmlNode = doc.nodes[i]!;
    if (NO_TEXT.has(node.tag)) i = node.end - 1;
    else if (node.kind === TEXT && node.text.trim().length >= MIN_TEXT)
      sample += node.text.slice(0, MAX_SAMPLE);
  }
  return sample;
}

/** Directions of HTML's `dir` attribute. */
export type Direction = 'ltr' | 'rtl' | 'auto';

/**
 * The direction of a page's text: of its root or body, else of its main part, else what a box around its main heading says
 * outright. A heading's own is that of its words alone.
 */
export function directionOf(doc: HtmlDocument): Direction | null {
  const named = doc.elements.having('role').filter((node) => attr(node, 'role') === 'main');
  const [main] = inOrder([...doc.elements.tagged('main'), ...named]);
  const own = firstOf([doc.root, doc.body, main], (node) => node && ownDirection(node));
  if (own !== null) return own;
  const [heading] = doc.elements.tagged('h1');
  const box = nearest(heading?.parent ?? null, (up) => /^(?:ltr|rtl)$/.test(ownDirection(up) ?? ''));
  return box && ownDirection(box);
}

function ownDirection(node: HtmlNode): Direction | null {
  const dir = attr(node, 'dir')?.trim().toLowerCase();
  return dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? dir : null;
}
