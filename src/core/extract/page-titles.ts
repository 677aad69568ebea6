import { leadsToFrontPage } from '../front-page.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { type Annotation, type Block, metaContent } from './annotate.ts';
import { titleElementText, titleWords } from './block-features.ts';
import { emptyCount, scanWords } from './word-scan.ts';

/** What parts a title from the site's name. */
const SEPARATOR = /\s[-–—|·»]\s|\s*[|｜]\s*/;

/** What a page says that it is called: its title, and what its title element says ahead of the site's name. */
export class PageTitles {
  readonly #titles: readonly ReadonlySet<number>[];

  constructor(doc: HtmlDocument) {
    const hashes: number[] = [];
    scanWords(titleElementText(doc).split(SEPARATOR)[0]!, emptyCount(), hashes);
    this.#titles = [titleWords(doc), new Set(hashes)];
  }

  /** Whether a block says nothing but words of such a title, and half of them. */
  has(block: Block): boolean {
    const words = [...new Set(block.hashes)];
    return this.#titles.some(
      (title) => words.length > 0 && words.length * 2 >= title.size && words.every((word) => title.has(word)),
    );
  }

  /** Whether a block has a word of them. */
  shareWord(block: Block): boolean {
    return block.hashes.some((word) => this.#titles.some((title) => title.has(word)));
  }
}

/** Hashes of the words with which a page describes itself. */
export function descriptionWords(doc: HtmlDocument): readonly number[] {
  const hashes: number[] = [];
  const description = metaContent(doc, 'og:description') || metaContent(doc, 'description');
  scanWords(description.slice(0, 400), emptyCount(), hashes);
  return hashes;
}

/** Fewest words of a description; as many are compared, or all that a block keeps. */
const MIN_DESCRIPTION_WORDS = 8;

/** Whether a block says what a page describes itself by, or the beginning of it. */
export function isDescription({ hashes }: Block, description: readonly number[]): boolean {
  const n = Math.min(hashes.length, description.length);
  return n >= MIN_DESCRIPTION_WORDS && hashes.slice(0, n).every((hash, k) => hash === description[k]);
}

/** Whether a heading is nothing but a link to the front page of its site or of the one around it, on another page than that. */
export function isSiteName(a: Annotation, block: Block, url: string): boolean {
  if (block.linkWords < block.count.words) return false;
  const { nodes, baseUrl } = a.doc;
  let link: HtmlNode | null = nodes[block.first]!.parent;
  while (link !== null && link.tag !== 'a') link = link.parent;
  const href = link && attr(link, 'href');
  return leadsToFrontPage(href ?? url, url, baseUrl);
}
