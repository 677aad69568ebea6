import { addTo } from '../../add-to.ts';
import { inOrder, outermostOf } from '../../html/element-index.ts';
import { attr, ELEMENT, type HtmlDocument, type HtmlNode, nearest } from '../../html/tree.ts';
import { visibleLength } from '../../html/visible-length.ts';
import { lazy, lazyBy } from '../../lazy.ts';
import { lowerBound } from '../../lower-bound.ts';
import { wordSet } from '../../word-set.ts';
import { BLOCK, UNRENDERED } from '../element-kind.ts';
import { type Evidence, evidenceByName } from './evidence.ts';
import { saysAnything, styleJudgeOf } from './judge-styles.ts';
import { GROUP } from './properties.table.ts';
import { DISCLOSED, HIDDEN, UNPAINTED, VISIBLE } from './visibility.ts';

/** What is known of a page beyond the byte of each node. */
export interface VisibilityFacts {
  /** Parts that are hidden and kept, and why. */
  readonly disclosed: ReadonlyMap<HtmlNode, Evidence>;
  /** Texts whose letters are not seen, which were emptied. */
  readonly unseenTexts: ReadonlyMap<HtmlNode, string>;
}

/** Of a page that was not judged. */
export const UNJUDGED: VisibilityFacts = { disclosed: new Map(), unseenTexts: new Map() };

/**
 * Judges what readers see of a page, each node once: writes `visibility` of its elements, empties texts whose letters are not
 * seen, and returns what else is known. By the page's own styles, or by what the browser told that ran its scripts. Spends
 * the budget of the page.
 */
export const judgeVisibility = lazyBy(
  (doc: HtmlDocument): VisibilityFacts => new VisibilityJudge(doc).judge(),
);

/** Boxes around what a browser did not paint, one of which a control may name: it tells of texts, and not of the box that clips them. */
const MAX_CLIPPED_DEEP = 4;

class VisibilityJudge {
  readonly #doc: HtmlDocument;
  readonly #styles = lazy(() => styleJudgeOf(this.#doc));
  readonly #hidden: HtmlNode[] = [];
  /** Groups of properties that may hide an element. */
  readonly #ways = new Map<HtmlNode, number>();
  readonly #disclosed = new Map<HtmlNode, Evidence>();
  readonly #unseenTexts = new Map<HtmlNode, string>();
  /** Ways in which most of the page is hidden until its scripts ran. */
  readonly #waits = new Set<number>();

  constructor(doc: HtmlDocument) {
    this.#doc = doc;
  }

  judge(): VisibilityFacts {
    const { elements, scriptsRan } = this.#doc;
    if (scriptsRan === true) {
      for (const node of elements.having(UNPAINTED)) if (node.tag !== 'html') this.#hide(node);
    } else {
      this.#judgeStyles(0, this.#doc.nodes.length);
      for (let depth = 0; depth < MAX_WAITING_DEEP && this.#keepWhatWaits(); depth++);
    }
    for (const node of elements.tagged('details'))
      if (attr(node, 'open') === null) this.#disclosed.set(node, 'details');
    for (const node of elements.having('hidden'))
      if (attr(node, 'hidden')!.toLowerCase() === 'until-found') this.#disclosed.set(node, 'until-found');
    return { disclosed: this.#disclosed, unseenTexts: this.#unseenTexts };
  }

  /** Judges the nodes from one up to another by the styles of the page. */
  #judgeStyles(from: number, end: number): void {
    const judge = this.#styles();
    if (judge === null) return;
    let goneTo = from;
    /** Ends of the last parts that were gone through for what is visible in them. */
    const readTo = { invisible: from, clipped: from };
    const { suspects } = judge;
    const first = lowerBound(suspects.length, (at) => suspects[at]![0].index >= from);
    for (let at = first; at < suspects.length; at++) {
      const [node, groups] = suspects[at]!;
      if (node.index >= end) break;
      if (node.index < goneTo) continue;
      const hiding = judge.hidingOf(node, groups);
      if (hiding !== 'not') this.#ways.set(node, groups);
      if (hiding === 'not') {
        const texts = judge.unseenTexts(node, groups).filter((text) => text.text !== '');
        if (texts.length > 0) this.#empty(node, texts);
      } else if (!this.#hide(node) && hiding === 'gone') goneTo = node.end;
      else if (hiding !== 'gone' && node.index >= readTo[hiding]) {
        readTo[hiding] = node.end;
        for (const one of judge.visibleIn(node, hiding)) one.visibility = VISIBLE;
      }
    }
  }

  /** Notes that an element hides itself; whether it comes to be seen. */
  #hide(node: HtmlNode): boolean {
    const evidence = saysAnything(node) ? this.#evidenceOf(node) : null;
    node.visibility = evidence === null ? HIDDEN : DISCLOSED;
    if (evidence !== null) this.#disclosed.set(node, evidence);
    else this.#hidden.push(node);
    return evidence !== null;
  }

  #empty(node: HtmlNode, texts: readonly HtmlNode[]): void {
    const evidence = this.#evidenceOf(node);
    if (evidence !== null) this.#disclosed.set(node, evidence);
    else
      for (const text of texts) {
        this.#unseenTexts.set(text, text.text);
        text.text = '';
      }
  }

  #evidenceOf(node: HtmlNode): Evidence | null {
    const isRendered = this.#doc.scriptsRan === true;
    let evidence: Evidence | null = null;
    const hasEvidence = (box: HtmlNode): boolean => {
      evidence = evidenceByName(this.#doc, box);
      if (evidence === null && this.#styles()?.isShownInState(box)) evidence = 'rule';
      return evidence !== null;
    };
    nearest(node, hasEvidence, isRendered ? MAX_CLIPPED_DEEP : 1);
    return evidence;
  }

  /**
   * Keeps what is most of a page of which next to nothing is shown, which waits for its scripts, and parts of one kind that are much of it:
   * answers, panels, what fades in. Whether there was anything.
   */
  #keepWhatWaits(): boolean {
    const { root } = this.#doc;
    const hidden = this.#outermostHidden().map((node) => ({
      node,
      chars: this.#charsIn(node.index, node.end),
    }));
    const chars = charsOf(hidden);
    if (chars === 0) return false;
    const ends = [...hidden.map((part) => part.node), { index: root.end, end: root.end }];
    const charsShown = (most: number, sign?: RegExp): number =>
      ends.reduce(
        (sum, { index }, k) =>
          sum > most ? sum : sum + this.#charsIn(ends[k - 1]?.end ?? 0, index, sign, most - sum),
        0,
      );
    const most = this.#waits.size > 0 ? Number.POSITIVE_INFINITY : this.#mostShown(hidden, chars);
    const shown = charsShown(most);
    if (shown > most) return false;
    const told = lazy(() => charsShown(Number.POSITIVE_INFINITY, SENTENCE));
    const isText = ({ node, chars: own }: HiddenPart): boolean =>
      this.#isInvisible(node) &&
      own * 2 >= chars + shown &&
      told() * (PARTS_SHOWN - 1) <= this.#charsIn(node.index, node.end, SENTENCE);
    const isWaiting = shown * (PARTS_SHOWN - 1) <= chars;
    let isKept = false;
    // What is hidden as most of the page is waits with it, in however small parts; so does the one text of a page of labels.
    for (const part of hidden) {
      const way = this.#ways.get(part.node) ?? 0;
      if (this.#waits.has(way) || isText(part)) {
        this.#waits.add(way);
        this.#disclose(part.node, 'page');
        isKept = true;
      }
    }
    for (const [name, kind] of this.#kindsIn(hidden, isWaiting)) {
      const sum = charsOf(kind);
      const isPage =
        isWaiting && sum * PARTS_OF_PAGE >= chars + shown && kind.some(({ node }) => !LINES.has(node.tag));
      const isMuch = sum * PARTS_ALIKE >= chars + shown;
      if (!isPage && !(areAlike(name, kind) && isMuch)) continue;
      isKept = true;
      for (const { node } of kind) {
        if (isPage) this.#waits.add(this.#ways.get(node) ?? 0);
        this.#disclose(node, isPage ? 'page' : 'alike');
      }
    }
    return isKept;
  }

  /** The most characters that a page shows of which something that is hidden is kept: of most pages next to none has to be counted. */
  #mostShown(hidden: readonly HiddenPart[], chars: number): number {
    let most = chars / (PARTS_SHOWN - 1);
    for (const part of hidden)
      if (this.#isInvisible(part.node)) most = Math.max(most, part.chars * 2 - chars);
    for (const [name, kind] of this.#kindsIn(hidden, false))
      if (areAlike(name, kind)) most = Math.max(most, charsOf(kind) * PARTS_ALIKE - chars);
    return most;
  }

  /** Whether an element that is no line hides itself by `visibility`. */
  #isInvisible(node: HtmlNode): boolean {
    return ((this.#ways.get(node) ?? 0) & GROUP.visibility) !== 0 && !LINES.has(node.tag);
  }

  /** Parts with a text that are not kept yet, by what they have in common. */
  #kindsIn(hidden: readonly HiddenPart[], isWaiting: boolean): ReadonlyMap<string, readonly HiddenPart[]> {
    const kinds = new Map<string, HiddenPart[]>();
    for (const part of hidden)
      if (part.chars > 0 && !this.#disclosed.has(part.node))
        for (const kind of this.#kindsOf(part.node, isWaiting)) addTo(kinds, kind, part);
    return kinds;
  }

  /** Notes that a part comes to be seen, and judges what it holds. */
  #disclose(node: HtmlNode, evidence: Evidence): void {
    node.visibility = DISCLOSED;
    this.#disclosed.set(node, evidence);
    this.#judgeStyles(node.index + 1, node.end);
  }

  /**
   * What parts that are hidden alike have in common: the way, on a page that waits and where they fade in, else all that they say of
   * themselves, or an identifier but for its number: `tab3` and `tab8`.
   */
  #kindsOf(node: HtmlNode, isWaiting: boolean): readonly string[] {
    const way = this.#ways.get(node) ?? 0;
    if (isWaiting) return [`${way}`];
    if ((way & FADES) !== 0 && BLOCK.has(node.tag)) return ['fades'];
    if (ALONE.has(node.tag) || PHRASES.has(node.tag)) return [NO_KIND];
    const looks = [node.tag, attr(node, 'class'), attr(node, 'style')].join('\0');
    const id = attr(node, 'id') ?? '';
    return /\d/.test(id) ? [looks, `#${id.replace(/\d+/g, '0')}`] : [looks];
  }

  /** What hides itself for good, and is in nothing that does. */
  #outermostHidden(): HtmlNode[] {
    const hidden = [...this.#hidden, ...this.#doc.elements.tagged('noscript')];
    return outermostOf(inOrder(hidden.filter((node) => !this.#disclosed.has(node))));
  }

  /** Characters of the page's own text from one node up to another, or of what of it has a sign; of more than `most` some. */
  #charsIn(from: number, end: number, sign?: RegExp, most = Number.POSITIVE_INFINITY): number {
    const { nodes } = this.#doc;
    let chars = 0;
    for (let i = from; i < end && chars <= most; i++) {
      const node = nodes[i]!;
      if (node.kind !== ELEMENT) chars += (sign?.test(node.text) ?? true) ? visibleLength(node.text) : 0;
      else if (UNRENDERED.has(node.tag) || BESIDE.has(node.tag)) i = node.end - 1;
    }
    return chars;
  }
}

/** What hides itself, and characters of the page's own text in it. */
interface HiddenPart {
  readonly node: HtmlNode;
  readonly chars: number;
}

function charsOf(parts: readonly HiddenPart[]): number {
  return parts.reduce((sum, { chars }) => sum + chars, 0);
}

/** Whether parts with something in common are of one kind. */
function areAlike(name: string, parts: readonly HiddenPart[]): boolean {
  return parts.length >= MIN_ALIKE && name !== NO_KIND;
}

/** Boxes in each other that all wait. */
const MAX_WAITING_DEEP = 8;
/** Of a page before its scripts ran an eighth of the words is shown at most; a quarter, or more, is in one hidden box. */
const PARTS_SHOWN = 8;
const PARTS_OF_PAGE = 4;
/** Where a sentence ends: labels, names and dates have none. */
const SENTENCE = /\p{L}{2}[.!?…](?:\s|$)|[。！？]/u;
/** Fewest parts of one kind that wait for their turn, and the part of the page's words that they hold together. */
const MIN_ALIKE = 2;
const PARTS_ALIKE = 32;
/** Parts of a line. */
const PHRASES = wordSet('span a b i em strong font small code mark u s sub sup');
/** Of parts that are shown in no turn. */
const NO_KIND = '';
/** Properties by which parts come into view as readers scroll. */
const FADES = GROUP.opacity | GROUP.place | GROUP.size;
/** Parts of a text that scripts show in no turn: lines, and cells, of which a whole column is hidden. */
const ALONE = wordSet('p li dt td th h1 h2 h3 h4 h5 h6 noscript');
/** Parts of a text that are no boxes: paragraphs, items, headings, rows and cells. */
const LINES = wordSet('p li dt dd tr td th h1 h2 h3 h4 h5 h6');
/** What stands on every page of a site: words in it, and those of links, say nothing of how much of a page is shown. */
const BESIDE = wordSet('nav header footer aside dialog a');
