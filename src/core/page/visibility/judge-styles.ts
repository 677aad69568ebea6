import { isBlank } from '../../html/blank.ts';
import {
  attr,
  ELEMENT,
  following,
  followingOutside,
  type HtmlDocument,
  type HtmlNode,
  nearest,
  SVG_NS,
  TEXT,
} from '../../html/tree.ts';
import { wordSet } from '../../word-set.ts';
import { UNRENDERED } from '../element-kind.ts';
import type { Style } from './cascade.ts';
import { isShownInState } from './evidence.ts';
import { hidesBox, isUndisplayed, opacityOf } from './hides-box.ts';
import { LetterStyles } from './letters.ts';
import { readOwnSheets } from './own-sheets.ts';
import { GROUP } from './properties.table.ts';
import { findSuspects, type Suspects, withOthers } from './suspects.ts';

/** How an element hides itself: not at all, but for parts that are visible, but for parts that are placed elsewhere, or with all that it holds. */
type Hiding = 'not' | 'invisible' | 'clipped' | 'gone';

/** The page as a whole, which waits for its scripts. */
const WHOLE = wordSet('html body');
/** Attributes that elements have in common which rules do not tell apart. */
const KIND = ['class', 'id', 'style'] as const;
const SHOWN = ['visibility', /^(?:visible|initial)$/] as const;
const PLACED = /^(?:absolute|fixed|relative|sticky)$/;
const OUT_OF_FLOW = /^(?:absolute|fixed)$/;
/** Groups that hide letters by themselves, and no box; and those that hide both. */
const LETTERS_ALONE = GROUP.colour | GROUP.font;
const LETTERS = LETTERS_ALONE | GROUP.indent;

/** Judges the elements of a page by its own styles, as a browser would that runs none of its scripts. Spends the budget of the page. */
class StyleJudge {
  /** Elements that may be hidden, in document order. */
  readonly suspects: Suspects['elements'];
  readonly #doc: HtmlDocument;
  readonly #groups: ReadonlyMap<HtmlNode, number>;
  readonly #cascade: Suspects['cascade'];
  readonly #letters: LetterStyles;
  /** Of elements alike: whether a rule shows them in another state. */
  readonly #shown = new Map<string, boolean>();

  constructor(doc: HtmlDocument, { cascade, elements }: Suspects, areAll: boolean) {
    // What holds nothing is hidden by what keeps it from being displayed alone.
    this.suspects = elements.filter(
      ([node, groups]) =>
        node.ns !== SVG_NS &&
        !WHOLE.has(node.tag) &&
        (!UNRENDERED.has(node.tag) || node.tag === 'iframe') &&
        ((groups & (GROUP.display | GROUP.visibility)) !== 0 || saysAnything(node)),
    );
    this.#groups = new Map(this.suspects);
    this.#doc = doc;
    this.#cascade = cascade;
    this.#letters = new LetterStyles(cascade, areAll);
  }

  hidingOf(node: HtmlNode, groups: number): Hiding {
    if ((groups & ~LETTERS_ALONE) === 0) return 'not';
    const style = this.#cascade.styleOf(node);
    if (!this.#hides(node, style, groups)) return 'not';
    if ((groups & GROUP.visibility) !== 0 && !this.#hides(node, style, groups, true)) return 'invisible';
    const clips = (groups & GROUP.size) !== 0 && !this.#hides(node, style, groups & ~GROUP.size);
    return clips ? 'clipped' : 'gone';
  }

  /** Whether a rule of the page shows in another state what an element hides. */
  isShownInState(node: HtmlNode): boolean {
    const groups = this.#groups.get(node) ?? 0;
    if (groups === 0) return false;
    const key = [groups, node.tag, ...KIND.map((name) => attr(node, name))].join('\0');
    let isShown = this.#shown.get(key);
    if (isShown === undefined) {
      const hides = (style: Style): boolean => this.#hides(node, style, groups);
      isShown = isShownInState(this.#cascade, node, withOthers(groups), hides);
      this.#shown.set(key, isShown);
    }
    return isShown;
  }

  /** The elements within one that is not visible which are, or which no box clips, unless they are hidden otherwise. */
  visibleIn(node: HtmlNode, hiding: 'invisible' | 'clipped'): HtmlNode[] {
    const { nodes, budget } = this.#doc;
    const visible: HtmlNode[] = [];
    const isPlaced = PLACED.test(this.#cascade.styleOf(node).get('position') ?? '');
    const [name, pattern] =
      hiding === 'invisible' ? SHOWN : (['position', isPlaced ? /^fixed$/ : OUT_OF_FLOW] as const);
    if (!this.#cascade.declares(name, pattern)) return visible;
    for (let i = node.index + 1; i < node.end; i++) {
      const inner = nodes[i]!;
      if (inner.kind !== ELEMENT) continue;
      budget.spend(1, 'reading the styles of the page');
      const style = this.#cascade.styleOf(inner);
      if (this.#hides(inner, style, this.#groups.get(inner) ?? 0, true)) i = inner.end - 1;
      else if (pattern.test(style.get(name) ?? '')) visible.push(inner);
    }
    return visible;
  }

  /** The texts within an element whose letters are not seen, where it says so. */
  unseenTexts(node: HtmlNode, groups: number): HtmlNode[] {
    const unseen: HtmlNode[] = [];
    if ((groups & LETTERS) === 0 || node.first === null || this.#areSeen(node, groups)) return unseen;
    const { nodes, budget } = this.#doc;
    budget.spend(node.end - node.index, 'reading the styles of the page');
    for (let i = node.index + 1; i < node.end; i++) {
      const inner = nodes[i]!;
      if (inner.kind === ELEMENT) {
        if (UNRENDERED.has(inner.tag) || inner.tag === 'math') i = inner.end - 1;
      } else if (!isBlank(inner.text) && !this.#areSeen(inner.parent!, groups)) unseen.push(inner);
    }
    return unseen;
  }

  /** Whether an element hides itself in a style. What holds no text is hidden by what keeps it from being displayed alone. */
  #hides(node: HtmlNode, style: Style, groups: number, isVisible = false): boolean {
    if ((groups & GROUP.display) !== 0 && isUndisplayed(style)) return true;
    const isInvisible = !isVisible && (groups & GROUP.visibility) !== 0;
    if (isInvisible && /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '')) return true;
    if ((groups & ~(LETTERS_ALONE | GROUP.visibility | GROUP.display)) === 0) return false;
    const letters = () => this.#letters.size(node);
    const opacityAround = () => this.#opacityAround(node);
    const isOnPage = () => this.#isOnPage(node);
    const chars = () => charsOf(node);
    return hidesBox({ node, style, letters, opacityAround, isOnPage, chars }, groups);
  }

  #opacityAround(node: HtmlNode): number {
    let opacity = 1;
    for (let up = node.parent; up !== null; up = up.parent) opacity *= opacityOf(this.#cascade.styleOf(up));
    return opacity;
  }

  #isOnPage(node: HtmlNode): boolean {
    const isPositioned = (box: HtmlNode): boolean =>
      !/^(?:static|)$/.test(this.#cascade.styleOf(box).get('position') ?? '');
    return nearest(node.parent, isPositioned) === null;
  }

  #areSeen(node: HtmlNode, groups: number): boolean {
    return this.#letters.areSeen(node, groups, () => charsOf(node));
  }
}

/** Whether an element holds a text, or is or holds what stands for one. Looks at few nodes: most elements begin with a text. */
export function saysAnything(node: HtmlNode): boolean {
  for (let at: HtmlNode | null = node, looked = 0; at !== null; at = following(at, node), looked++)
    if (
      looked === MAX_LOOKED ||
      (at.kind === TEXT ? !isBlank(at.text) : SHOWS.has(at.tag) || at.tag.includes('-'))
    )
      return true;
  return false;
}

/** Elements that show something without a text, as those of scripts do. */
const SHOWS = wordSet(
  'img picture svg canvas video audio iframe object embed input textarea select math hr br',
);

/** The judge of a page; null where nothing may be hidden. */
export function styleJudgeOf(doc: HtmlDocument): StyleJudge | null {
  const sheets = readOwnSheets(doc);
  const suspects = findSuspects(doc, sheets);
  return suspects === null ? null : new StyleJudge(doc, suspects, sheets.areAll);
}

/** Most characters of an element that are counted: more fill several lines. Most nodes that are looked at for them. */
const MAX_CHARS = 500;
const MAX_LOOKED = 2000;

/** Characters of the text of an element, up to a few lines of them. */
function charsOf(node: HtmlNode): number {
  let chars = 0;
  let at = node.first;
  for (let looked = 0; at !== null && chars < MAX_CHARS; looked++) {
    if (looked === MAX_LOOKED) return MAX_CHARS;
    if (at.kind === TEXT) chars += at.text.trim().length;
    at = UNRENDERED.has(at.tag) ? followingOutside(at, node) : following(at, node);
  }
  return chars;
}
