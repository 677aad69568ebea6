import { parseUrl } from '../../contract/parse-url.ts';
import { isFrontPath } from '../front-page.ts';
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
    return this.#titles.some((title) => says(block, title));
  }

  /** Whether a block says that of what the title element says ahead of the site's name. */
  isLead(block: Block): boolean {
    return says(block, this.#titles[1]!);
  }

  /** Whether a block is in the title, but no word of it is in that lead: where a heading is, the name of the book above its chapter. */
  isBanner(block: Block): boolean {
    return this.has(block) && !block.hashes.some((word) => this.#titles[1]!.has(word));
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
  const page = parseUrl(url);
  const target = parseUrl(href ?? url, baseUrl || undefined);
  return isFrontPage(target) && !isFrontPage(page) && isSameSite(page, target);
}

/** Whether two pages are of one host, or of a host and one below it: a forum links to the site that it belongs to. */
function isSameSite(page: URL | undefined, target: URL | undefined): boolean {
  if (page === undefined || target === undefined) return page === target;
  const [one, other] = [page.host, target.host.replace(/^www\./, '')];
  return one === target.host || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

function isFrontPage(url: URL | undefined): boolean {
  return url !== undefined && url.search === '' && isFrontPath(url.pathname);
}
