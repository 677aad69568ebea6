import {
  attr,
  following,
  type HtmlNode,
  isHeadingTag,
  nearest,
  siblingElement,
  TEXT,
} from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { wordSet } from '../../word-set.ts';
import { MEDIA } from '../element-kind.ts';
import { readDeclarations } from './declarations.ts';
import { hasOwnLetters, isNothing, isSpeck } from './lengths.ts';

/** What a style that hides must hold: most hold none of it. */
const MAY_HIDE = /none|hidden|collapse|clip|font-size|left|top|indent|\\|\/\*/i;
const MAY_FADE = /opacity|scale|transparent|rgb|hsl|height|#(?:[\da-f]{3}0|[\da-f]{6}00)(?![\da-f])|\\|\/\*/i;

/** What is known of an element by its own attributes and the rules of the page that meet it: bits of `HtmlNode.visibility`. */
export const VISIBILITY = {
  judged: 1,
  hidden: 2,
  /** Hidden, and not by `visibility`, which a part of it may undo. */
  withParts: 4,
  /** Hidden by a style that scripts do not undo, as they do `display: none`. */
  forGood: 8,
  /** Declared visible: shown although those around it are not. */
  visible: 16,
} as const;

/** Whether an element is hidden by itself. */
export function hidesItself(node: HtmlNode): boolean {
  return (visibilityOf(node) & VISIBILITY.hidden) !== 0;
}

/** Whether an element is shown although those around it are not: `visibility` is inherited until a part says otherwise. */
export function showsItself(node: HtmlNode): boolean {
  if ((visibilityOf(node) & VISIBILITY.visible) === 0) return false;
  return nearest(node.parent, (box) => (visibilityOf(box) & VISIBILITY.withParts) !== 0) === null;
}

/** Whether an element hides itself for good: by a style that scripts do not undo, as they do `display: none`. */
export function hidesForGood(node: HtmlNode): boolean {
  const both = VISIBILITY.hidden | VISIBILITY.forGood;
  return (visibilityOf(node) & both) === both;
}

/** Bits of `VISIBILITY`, judged by the attributes of the element unless a rule of the page's styles told more. */
function visibilityOf(node: HtmlNode): number {
  if (node.visibility === 0) judge(node);
  return node.visibility;
}

/** Judges an element, in a style that stands for its own where rules of the page add to it. The one place where this is done. */
export function judge(node: HtmlNode, effective?: string): void {
  let bits: number = VISIBILITY.judged;
  let style = effective;
  for (let i = 0; i < node.attrs.length; i++) {
    const { name, value } = node.attrs[i]!;
    if (name === 'style') style ??= value;
    else if (isHiding(name, value, node)) bits |= VISIBILITY.hidden | VISIBILITY.withParts;
  }
  node.visibility = style === undefined ? bits : bits | bitsOfStyle(style, node);
}

/** Whether an attribute hides its element: `hidden` (but for what find in page opens), `inert`, a popover, which is closed until a script opens it. */
function isHiding(name: string, value: string, node: HtmlNode): boolean {
  switch (name) {
    case 'hidden':
      return value.toLowerCase() !== 'until-found';
    case 'inert':
      return !isInTurn(node) && isSmallPart(node);
    case 'popover':
      return true;
    default:
      return false;
  }
}

function bitsOfStyle(style: string, node: HtmlNode): number {
  let bits = 0;
  const names = /visib/i.test(style);
  if (isHidingStyle(style, node)) {
    bits |= VISIBILITY.hidden;
    if (!names || isHidingStyle(style.replace(/visibility\s*:/gi, '-:'), node)) bits |= VISIBILITY.withParts;
  }
  if (hidesByStyle(style) && !isUndisplayed(readDeclarations(style))) bits |= VISIBILITY.forGood;
  if (names && readDeclarations(style).get('visibility') === 'visible') bits |= VISIBILITY.visible;
  return bits;
}

function isHidingStyle(style: string, node: HtmlNode): boolean {
  // The title of a page stays where screen readers alone are told it.
  if (node.tag === 'h1') return isUndisplayed(readDeclarations(style));
  return (
    (hidesByStyle(style) && !isGapless(style, node)) ||
    (fadesByStyle(style) && isSmallPart(node) && !isRevealed(node)) ||
    (isOfBackground(style) && isSmallPart(node) && hasOneColour(node))
  );
}

/** Whether all that a style hides with is letters of no size, and its box has none of that size. */
function isGapless(style: string, node: HtmlNode): boolean {
  if (!/font-size/i.test(style) || hidesByStyle(style.replace(/font-size\s*:/gi, '-:'))) return false;
  return !hasOwnLetters(node);
}

function isUndisplayed(declared: ReadonlyMap<string, string>): boolean {
  return declared.get('display') === 'none' || /^(?:hidden|collapse)$/.test(declared.get('visibility') ?? '');
}

/** Whether an element is one of several of a kind side by side: slides, of which scripts make all but one inert. */
function isInTurn(node: HtmlNode): boolean {
  const kind = kindOf(node);
  return (['prev', 'next'] as const).some((side) => {
    const beside = siblingElement(node, side);
    return beside?.tag === node.tag && kind !== undefined && kindOf(beside) === kind;
  });
}

/** The first class of an element: what it is a kind of. */
function kindOf(node: HtmlNode): string | undefined {
  return /\S+/.exec(attr(node, 'class')?.slice(0, 200) ?? '')?.[0];
}

/** A style which takes its element off the page: not displayed, invisible, of no size, clipped or far off. */
export function hidesByStyle(style: string): boolean {
  if (!MAY_HIDE.test(style)) return false;
  const declared = readDeclarations(style);
  const value = (property: string): string => declared.get(property) ?? '';
  if (isUndisplayed(declared)) return true;
  if (value('content-visibility') === 'hidden' || isSpeck(value('font-size'))) return true;
  return isOfNoSize(value) || isClipped(value) || isFarOff(value);
}

/**
 * A style in which an element is drawn see-through, in no colour or of no size, as scripts draw what they are about to show,
 * and pictures their alternative text: on a small part of the page that does not move into view it hides.
 */
function fadesByStyle(style: string): boolean {
  if (!MAY_FADE.test(style)) return false;
  const declared = readDeclarations(style);
  const value: Value = (property) => declared.get(property) ?? '';
  if (isColourless(value)) return true;
  if (MOVES.some((property) => declared.has(property))) return false;
  if (isFlat(value) && !/[1-9]/.test(`${value('padding')}${value('padding-top')}${value('padding-bottom')}`))
    return true;
  const transform = value('transform');
  if (/(?:^|\s)scale(?:3d|x|y)?\(\s*(?:0+(?:\.0*)?|\.0+)\s*[,)]/.test(transform)) return true;
  if (isNothing(value('scale'))) return true;
  if (transform !== '') return false;
  if (isNothing(value('opacity'))) return true;
  return /(?:^|\s)opacity\(\s*(?:0+(?:\.0*)?|\.0+)%?\s*\)/.test(value('filter'));
}

/** Declarations of what a script or a transition brings into view. */
const MOVES = ['transition', 'animation', 'will-change', 'translate', '-webkit-transform'] as const;

/** Fewest parts of a page drawn so that a script shows one after the other while readers scroll. */
const MIN_REVEALED = 3;
const isRevealing = lazyBy((root: HtmlNode): boolean => {
  let count = 0;
  for (let at: HtmlNode | null = root; at !== null && count < MIN_REVEALED; at = following(at, root))
    if (!PHRASES.has(at.tag) && fadesByStyle(attr(at, 'style') ?? '')) count++;
  return count >= MIN_REVEALED;
});

/** Whether a part is folded as it tells screen readers, or a block of a page that has several such: its script shows them in turn. Asked of the page once. */
function isRevealed(node: HtmlNode): boolean {
  if (attr(node, 'aria-hidden') === 'true' && /height/i.test(attr(node, 'style') ?? '')) return true;
  return !PHRASES.has(node.tag) && isRevealing(nearest(node, ({ parent }) => parent === null)!);
}

const PHRASES = wordSet('span a b i em strong font small code mark u s sub sup');

/** Most nodes and characters of a small part, in which a reader misses nothing. */
const MAX_SMALL_NODES = 12;
const MAX_SMALL_CHARS = 1000;

/** Whether an element is a few words without a picture or a heading. */
function isSmallPart(node: HtmlNode): boolean {
  if (isHeadingTag(node.tag)) return false;
  if (node.end - node.index > MAX_SMALL_NODES) return false;
  let chars = 0;
  for (let at = node.first; at !== null; at = following(at, node)) {
    if (at.kind === TEXT) chars += at.text.length;
    else if (MEDIA.has(at.tag) || CONTROLS.has(at.tag) || isHeadingTag(at.tag)) return false;
  }
  return chars > 0 && chars <= MAX_SMALL_CHARS;
}

const CONTROLS = new Set(['input', 'button']);

type Value = (property: string) => string;

function isOutOfFlow(value: Value): boolean {
  return /^(?:absolute|fixed)$/.test(value('position'));
}

/**
 * Whether a box that shows nothing beyond its edges is of no width, or of no height outside the text. One of no height in the
 * text is a folded panel, or gets its height from a padding (players and pictures of a fixed ratio).
 */
function isOfNoSize(value: Value): boolean {
  if (clipsRest(value) && (isNothing(value('width')) || isNothing(value('max-width')))) return true;
  return isFlat(value) && (isOutOfFlow(value) || isSpeck(value('width')));
}

function isFlat(value: Value): boolean {
  return clipsRest(value) && (isSpeck(value('height')) || isSpeck(value('max-height')));
}

function clipsRest(value: Value): boolean {
  return /hidden|clip/.test(value('overflow'));
}

/** `clip` is for boxes out of the flow alone (CSS Masking, 8.1). */
function isClipped(value: Value): boolean {
  const rect = /^rect\(([^)]*)\)$/.exec(value('clip'))?.[1];
  if (rect !== undefined && isOutOfFlow(value)) {
    const edges = rect.split(/[\s,]+/).filter(Boolean);
    if (edges.length === 4 && edges.every((edge) => isSpeck(edge))) return true;
  }
  return /^(?:inset\(\s*(?:50|[6-9]\d|100)%|circle\(\s*0(?:px|%)?\s*[)a]|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?\s*\)$)/.test(
    value('clip-path'),
  );
}

/** Further off than any screen is wide; what slides in from the side stands nearer. */
const FAR_OFF = 5000;

function isFarOff(value: Value): boolean {
  if (isFar(value('text-indent'))) return true;
  return isOutOfFlow(value) && (isFar(value('left')) || isFar(value('top')));
}

function isFar(value: string): boolean {
  return Number.parseInt(value, 10) <= -FAR_OFF;
}

/** Whether letters have no colour; cut out of a background they have its own. */
function isColourless(value: Value): boolean {
  if (
    !/^transparent$|^(?:rgb|hsl)a?\((?:(?:[^,)]*,){3}|[^,/)]*\/)\s*(?:0+(?:\.0*)?|\.0+)%?\s*\)$|^#(?:[\da-f]{3}0|[\da-f]{6}00)$/.test(
      value('color'),
    )
  )
    return false;
  return SHOWS_LETTERS.every((property) => !/\S/.test(value(property)));
}

/** Whether letters have the colour of what is behind them. */
function isOfBackground(style: string): boolean {
  if (!/background/i.test(style)) return false;
  const declared = readDeclarations(style);
  const colour = plainColour(declared.get('color') ?? '');
  const behind = declared.get('background-color') ?? declared.get('background') ?? '';
  return colour !== '' && colour === plainColour(behind) && !declared.has('text-shadow');
}

/** Whether nothing within an element may have a colour of its own. */
function hasOneColour(node: HtmlNode): boolean {
  for (let at = node.first; at !== null; at = following(at, node))
    if (at.tag === 'a' || at.attrs.some(({ name }) => /^(?:class|style|id|color)$/.test(name))) return false;
  return true;
}

/** A colour in six digits, where it is written in three or as a name of an end of the scale. */
function plainColour(colour: string): string {
  const named = { white: '#ffffff', black: '#000000' }[colour];
  return named ?? colour.replace(/^#([\da-f])([\da-f])([\da-f])$/, '#$1$1$2$2$3$3').replace(/\s+/g, '');
}

const SHOWS_LETTERS =
  'background background-clip -webkit-background-clip text-shadow -webkit-text-fill-color'.split(' ');

/** Whether an element holds MathML and nothing else: hidden, it is for screen readers, beside a picture of the formula (MediaWiki). */
export function isFormulaAlone({ first }: HtmlNode): boolean {
  return first !== null && first.tag === 'math' && first.next === null;
}
