import type { Root } from '../content/tree.ts';
import { attr, ELEMENT, HTML_NS, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { BLOCK } from '../page/element-kind.ts';
import { titleElementText } from '../page/head.ts';
import { hidesItself } from '../page/visibility/visibility.ts';
import type { Extraction } from '../select/extract.ts';
import { wordSet } from '../word-set.ts';
import { wordsLacked } from './address-words.ts';
import { countMarks, isButton, isGate, isOverlay, type PageMarks } from './page-marks.ts';
import { foldText } from './phrase-scanner.ts';
import { isMainText, type Region, type Role, type Sentence, sentencesOf, wordsOf } from './sentence.ts';

/** Everything that an outcome may depend on. */
export interface Evidence {
  readonly doc: HtmlDocument;
  readonly extraction: Extraction;
  readonly content: Root;
  /** HTTP status of the page, when there was one. */
  readonly status?: number;
  /** A browser made the document: its scripts have run. */
  readonly rendered?: boolean;
  /** It was still at work when its time was over. */
  readonly isLoading?: boolean;
  /** What tells how likely a page is a stub; the shipped model unless given. */
  readonly stubModel?: StubModel;
}

/** What the rules read: the page's sentences, and counts of telling elements. */
export interface PageReading {
  /** The title, folded. */
  readonly title: string;
  readonly sentences: readonly Sentence[];
  readonly marks: PageMarks;
  /** Words of the text that extraction kept. */
  readonly mainWords: number;
  /** Links and pictures of the text that extraction kept. */
  readonly links: number;
  readonly pictures: number;
  /** Words of the content beyond those of the sentences: from boxes that the reading passes over. */
  readonly unreadWords: number;
  readonly status: number;
  /** Path and query of the page, lower case. */
  readonly path: string;
  /** Words of the address, where the page has none of them; else 0. */
  readonly lacked: number;
}

/** What a model says of a page. */
interface Likely {
  /** Probability in 1/4096 that it is a stub. */
  readonly stub: number;
  /** Place of the rule whose kind of page it is, if it is one. */
  readonly rule: number;
}

/** Judges a page by its reading and by the points of all rules over their thresholds. */
export type StubModel = (page: PageReading, leads: readonly number[]) => Likely;

/** Characters of shown text that are read, white space around texts apart; a page that holds more is no stub. */
const MAX_CHARACTERS = 16_000;

const UNSHOWN = wordSet('script style template head svg math select datalist object audio video canvas');
const HEADINGS = new Set(['h1', 'h2', 'h3']);
const CODE = new Set(['pre', 'code', 'samp', 'blockquote']);
const CHROME = new Set(['nav', 'footer', 'aside']);
const CHROME_ROLES = new Set(['navigation', 'contentinfo', 'complementary', 'search', 'banner']);
const FIELD_TEXTS = ['placeholder', 'value', 'aria-label'];

/** A block that says who made the program or holds the rights, as below every page; and its most characters. */
const CREDIT = /^(?:\S+ )?powered by |©/i;
const MAX_CREDIT = 250;

/** Reads a page for the rules in one pass. */
export function readPage(evidence: Evidence): PageReading {
  const reader = new PageReader(evidence);
  reader.read();
  const { doc, status } = evidence;
  const url = /^https?:\/\/[^/?#]*([^#]*)/i.exec(doc.baseUrl.slice(0, 2000).toLowerCase());
  const path = url?.[1] ?? '';
  return {
    title: titleOf(doc),
    sentences: reader.sentences,
    marks: countMarks(doc, reader.mainWords),
    mainWords: reader.mainWords,
    links: reader.links,
    pictures: reader.pictures,
    unreadWords: Math.max(0, wordsOf(evidence.content) - reader.words),
    status: status ?? 200,
    path,
    lacked: wordsLacked(path, reader.sentences),
  };
}

/** The title of a page, folded; empty without one. */
export function titleOf(doc: HtmlDocument): string {
  return foldText(rawTitle(doc));
}

function rawTitle(doc: HtmlDocument): string {
  return titleElementText(doc).slice(0, 300);
}

class PageReader {
  readonly sentences: Sentence[] = [];
  mainWords = 0;
  links = 0;
  pictures = 0;
  /** Words of all sentences. */
  words = 0;
  readonly #evidence: Evidence;
  readonly #blockEnds: number[] = [];
  /** Indexes after the current removed, overlay, heading, link and code subtrees. */
  #removedTo = 0;
  #overlayTo = 0;
  #headingTo = 0;
  #linkTo = 0;
  #codeTo = 0;
  #controlTo = 0;
  #buffer = '';
  #linkCharacters = 0;
  #role: Role = 'text';
  #region: Region = 'main';
  #read = 0;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  read(): void {
    const { doc } = this.#evidence;
    this.#add(rawTitle(doc), 'title', 'main');
    const { nodes } = doc;
    const start = doc.body?.index ?? 0;
    const end = doc.body?.end ?? nodes.length;
    for (let i = start; i < end && this.#read < MAX_CHARACTERS; i++) {
      const node = nodes[i]!;
      while (this.#blockEnds.length > 0 && this.#blockEnds[this.#blockEnds.length - 1]! <= i) {
        this.#blockEnds.pop();
        this.#flush();
      }
      if (node.kind !== ELEMENT) this.#text(node, i);
      else if (this.#enter(node, i)) i = node.end - 1;
    }
    this.#flush();
  }

  /** True when the subtree is to be passed over. */
  #enter(node: HtmlNode, i: number): boolean {
    if (node.ns !== HTML_NS || UNSHOWN.has(node.tag) || hidesItself(node)) return true;
    const isRemoved = this.#evidence.extraction.selection.removedBy[i] !== 0 || node.tag === 'noscript';
    if (isRemoved) this.#removedTo = Math.max(node.end, this.#removedTo);
    if (node.tag === 'iframe') return true;
    if (node.tag === 'input') {
      this.#field(node);
      return true;
    }
    const isChrome = CHROME.has(node.tag) || CHROME_ROLES.has(attr(node, 'role') ?? '');
    if (isChrome && !isGate(node)) return true;
    if (isOverlay(node, this.#evidence.doc)) this.#overlayTo = Math.max(node.end, this.#overlayTo);
    if (node.tag === 'br') this.#buffer += ' ';
    if (node.tag === 'img' && i >= this.#removedTo) this.pictures++;
    if (node.tag === 'a' && i >= this.#removedTo && attr(node, 'href') !== null) this.links++;
    if (BLOCK.has(node.tag)) {
      this.#flush();
      this.#blockEnds.push(node.end);
    }
    this.#context(node);
    return false;
  }

  #context(node: HtmlNode): void {
    if (HEADINGS.has(node.tag)) this.#headingTo = node.end;
    else if (node.tag === 'a') this.#linkTo = node.end;
    else if (CODE.has(node.tag)) this.#codeTo = Math.max(node.end, this.#codeTo);
    if (isButton(node)) this.#controlTo = node.end;
  }

  #text(node: HtmlNode, i: number): void {
    if (i >= this.#removedTo && this.#evidence.extraction.selection.removedBy[i] !== 0)
      this.#removedTo = i + 1;
    const region: Region = i < this.#overlayTo ? 'overlay' : i < this.#removedTo ? 'outside' : 'main';
    const role = this.#roleAt(i);
    if (this.#buffer !== '' && (region !== this.#region || role !== this.#role)) this.#flush();
    this.#region = region;
    this.#role = role;
    const text = node.text.slice(0, MAX_CHARACTERS);
    this.#buffer += text;
    const shown = text.trim().length;
    this.#read += shown;
    if (i < this.#linkTo) this.#linkCharacters += shown;
  }

  #roleAt(i: number): Role {
    if (i < this.#codeTo) return 'code';
    if (i < this.#controlTo) return 'control';
    return i < this.#headingTo ? 'heading' : 'text';
  }

  #field(node: HtmlNode): void {
    const type = attr(node, 'type')?.toLowerCase() ?? 'text';
    if (type === 'hidden' || type === 'search') return;
    for (const name of FIELD_TEXTS) {
      const value = attr(node, name);
      if (value) this.#add(value.slice(0, 200), 'control', 'main');
    }
  }

  #flush(): void {
    const text = this.#buffer.trim();
    if (text !== '') {
      const isLink = this.#role === 'text' && this.#linkCharacters * 5 >= text.length * 4;
      const isCredit = this.#role === 'text' && text.length <= MAX_CREDIT && CREDIT.test(text);
      const role = this.#role === 'code' && isTrace(text) ? 'trace' : this.#role;
      this.#add(text, isCredit ? 'credit' : isLink ? 'link' : role, this.#region);
    }
    this.#buffer = '';
    this.#linkCharacters = 0;
  }

  #add(raw: string, role: Role, region: Region): void {
    for (const sentence of sentencesOf(raw, role, region)) {
      this.words += sentence.words;
      if (isMainText(sentence)) this.mainWords += sentence.words;
      this.sentences.push(sentence);
    }
  }
}

/** A place in a file of a program as languages print it: `app.py", line 12`, `Quay.java:12`, `Kernel.php(169)`; or a thread. */
const FRAME =
  /\.(?:[cm]?[jt]sx?|java|kt|scala|py|rb|php|go|cs|vb|rs|exs?|p[lm])(?::|\(|", line |:line )\d|#\d{1,3} \{main\}|goroutine \d/gi;
/** What is printed above the places. */
const HEADER = /traceback \(most recent call last|[a-z](?:exception|error)\b|panic:/i;

/** Whether code is what a program printed as it failed: two places in its files, or one below what failed. */
function isTrace(code: string): boolean {
  const frames = code.match(FRAME)?.length ?? 0;
  return frames > 1 || (frames === 1 && HEADER.test(code));
}
