import { parseUrl } from '../../contract/address.ts';
import { leadsToFrontPage } from '../html/address.ts';
import { attr, type HtmlDocument, nearest } from '../html/tree.ts';
import type { Annotation, Block } from './annotation.ts';
import { metaContent, titleElementText, titleWords } from './head.ts';
import { wordHashes } from './word-scan.ts';

/** What parts a title from the site's name; blanks beside it are no words. Between signs of Chinese and its like it is often `_`. */
const SEPARATOR = /\s[-–—·»]\s|[|｜]|_(?=[^\0-\x7f])|(?<=[^\0-\x7f])_/;

/** Fewest words of a line that is no heading and yet the title: fewer are the name of a section, or of the site. */
const MIN_LINE_WORDS = 4;

/** What a page says that it is called: its title, and what its title element says ahead of the site's name. */
export class PageTitles {
  readonly #titles: readonly ReadonlySet<number>[];
  /** The words of the title element, in their order. */
  readonly #element: readonly number[];
  readonly #words: ReadonlySet<number>;

  constructor(doc: HtmlDocument) {
    const text = titleElementText(doc);
    this.#titles = [titleWords(doc), new Set(wordHashes(text.split(SEPARATOR, 1)[0]!))];
    this.#element = wordHashes(text);
    this.#words = new Set(this.#element);
  }

  /** Whether a block says nothing but words of such a title, and half of them. */
  has(block: Block): boolean {
    return this.#titles.some((title) => says(block, title));
  }

  /** Whether a block says that of what the title element says ahead of the site's name. */
  isLead(block: Block): boolean {
    return says(block, this.#titles[1]!);
  }

  /**
   * Whether all of a block is in the title element, but no word of it in that lead: where a heading is, the name of the book
   * above its chapter, or of the board above its thread (phpBB).
   */
  isBanner({ hashes }: Block): boolean {
    const [, lead] = this.#titles;
    return hashes.length > 0 && hashes.every((word) => this.#words.has(word) && !lead!.has(word));
  }

  /**
   * Whether a line says, word by word, the beginning or the end of the title element, and half of it: it needs no heading. Fewest
   * words: as many as a line has that is told by nothing else, unless given.
   */
  isLine(
    { hashes, count }: { readonly hashes: readonly number[]; readonly count: { readonly words: number } },
    fewest = MIN_LINE_WORDS,
  ): boolean {
    const title = this.#element;
    const n = count.words;
    if (n < fewest || n > title.length || n * 2 < title.length) return false;
    const from = title.length - n;
    return (
      hashes.every((hash, k) => hash === title[k]) || hashes.every((hash, k) => hash === title[from + k])
    );
  }

  /** Whether a block has a word of them. */
  shareWord(block: Block): boolean {
    return block.hashes.some((word) => this.#titles.some((title) => title.has(word)));
  }
}

/** Whether a block says nothing but words of a title, and half of them. */
function says(block: Block, title: ReadonlySet<number>): boolean {
  const words = [...new Set(block.hashes)];
  return words.length > 0 && words.length * 2 >= title.size && words.every((word) => title.has(word));
}

/** Hashes of the words with which a page describes itself, of so many characters. */
export function descriptionWords(doc: HtmlDocument, most = 400): readonly number[] {
  const description = metaContent(doc, 'og:description') || metaContent(doc, 'description');
  return wordHashes(description.slice(0, most));
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
  return (
    block.linkWords >= block.count.words && leadsToFrontPage(hrefOf(a, block) ?? url, url, a.doc.baseUrl)
  );
}

/** Whether a block leads nowhere: no words of it are a link, or all of them one to the page itself, as titles of blogs are. */
export function isUnlinked(a: Annotation, block: Block, url: string): boolean {
  if (block.linkWords === 0) return true;
  const page = parseUrl(url);
  const target = parseUrl(hrefOf(a, block) ?? url, a.doc.baseUrl || undefined);
  return (
    page !== undefined &&
    block.linkWords === block.count.words &&
    target?.host === page.host &&
    target.pathname === page.pathname &&
    target.search === page.search
  );
}

/** Where the link around the first text of a block leads; null without one. */
export function hrefOf(a: Annotation, block: Block): string | null {
  const link = nearest(a.doc.nodes[block.first]!.parent, ({ tag }) => tag === 'a');
  return link && attr(link, 'href');
}
