import type { HtmlNode } from '../../html/tree.ts';
import { hasBox, isOutOfFlow, type Value } from './boxes.ts';
import type { Style } from './cascade.ts';
import { isClipped, SPECK } from './clips.ts';
import { colourOf, FAINT } from './colours.ts';
import { partsOfValue } from './css-text.ts';
import { functionsOf, numberOf, WINDOW } from './lengths.ts';
import { LETTER_WIDTH } from './letters.ts';
import { GROUP } from './properties.table.ts';

/** What is asked of a box beyond its style, most of it seldom. */
interface Box {
  readonly node: HtmlNode;
  readonly style: Style;
  /** Size of its letters in pixels. */
  readonly letters: () => number;
  /** Characters of its text. */
  readonly chars: () => number;
  /** Opacity of all around it. */
  readonly opacityAround: () => number;
  /** No element around it is positioned: what it is placed by is the page. */
  readonly isOnPage: () => boolean;
}

/** Further off than any screen is wide or any page scrolls to the side, in pixels. */
const FAR = 5000;
/** The part of its size at which letters are specks. */
const SHRUNK = 0.1;

/** Whether a box is not displayed at all, or nothing that it holds. */
export function isUndisplayed(style: Style): boolean {
  return style.get('display') === 'none' || style.get('content-visibility') === 'hidden';
}

/**
 * Whether a box takes itself off the page: not displayed, or with a text that is seen through, of no size, clipped, or far off. `groups`:
 * of properties that may do so.
 */
export function hidesBox(box: Box, groups: number): boolean {
  const { style } = box;
  const value: Value = (property) => style.get(property) ?? '';
  const hides =
    ((groups & GROUP.opacity) !== 0 && isFaint(box, value)) ||
    ((groups & GROUP.clip) !== 0 && isClipped(value)) ||
    ((groups & GROUP.size) !== 0 && hasBox(box.node, value) && isOfNoSize(box, value)) ||
    ((groups & (GROUP.place | GROUP.indent)) !== 0 &&
      (isFarOff(box, value) || (hasBox(box.node, value) && (isShrunk(value) || isMovedOff(box, value)))));
  return hides && box.chars() > 0;
}

/** The opacity that a style declares, 1 for none. */
export function opacityOf(style: Style): number {
  const own = numberOf(style.get('opacity') ?? '', 1) ?? 1;
  const filter = functionsOf(style.get('filter') ?? '').find(({ name }) => name === 'opacity');
  return own * (filter === undefined ? 1 : (numberOf(filter.args[0] ?? '1', 1) ?? 1));
}

function isFaint({ style, opacityAround }: Box, value: Value): boolean {
  if (!['opacity', 'filter', 'mask-image'].some((property) => style.has(property))) return false;
  const own = opacityOf(style);
  if (own < FAINT || (own < 1 && own * opacityAround() < FAINT)) return true;
  const image = value('mask-image');
  if (OF_NO_SIZE.test(image) && !image.replace(/\([^()]*\)/g, '').includes(',')) return true;
  const mask = functionsOf(image);
  return mask.length > 0 && mask.every(({ name, args }) => name.includes('gradient') && areClear(args));
}

/** What a mask of one picture says of its size, behind its place. */
const OF_NO_SIZE = /\/ *0[a-z]* 0[a-z]*(?![^ ])/;

/** Whether all colours of a gradient are seen through. */
function areClear(args: readonly string[]): boolean {
  const colours = args.flatMap((arg) => {
    const colour = colourOf(arg) ?? colourOf(partsOfValue(arg, ' ')[0] ?? '');
    return colour === null ? [] : [colour];
  });
  return colours.length > 0 && colours.every(({ alpha }) => alpha < FAINT);
}

/** A length in pixels; letters around are asked for their size only where it is of that. */
function lengthOf(box: Box, value: string, percentOf: number): number | null {
  if (value === '') return null;
  return numberOf(value, percentOf, /\d(?:em|ex)/.test(value) ? box.letters() : 16);
}

function isOfNoSize(box: Box, value: Value): boolean {
  const size = (property: string): number | null => lengthOf(box, value(property), WINDOW.width);
  const isFlat = (side: 'width' | 'height', axis: string, edges: readonly string[]): boolean =>
    (/^(?:hidden|clip|auto|scroll)$/.test(value(axis)) || /paint|strict|content/.test(value('contain'))) &&
    [side, `max-${side}`].some((property) => (size(property) ?? 2) <= SPECK) &&
    (size(`min-${side}`) ?? 0) <= SPECK &&
    edges.every((edge) => (size(`padding-${edge}`) ?? 0) <= SPECK);
  return (
    isFlat('width', 'overflow-x', ['left', 'right']) || isFlat('height', 'overflow-y', ['top', 'bottom'])
  );
}

function isShrunk(value: Value): boolean {
  if (['zoom', 'scale', 'rotate', 'transform'].every((property) => value(property) === '')) return false;
  const factor = (text: string | undefined): number => Math.abs(numberOf(text ?? '1', 1) ?? 1);
  const isOnEdge = (text: string | undefined): boolean => {
    const turned = numberOf(text ?? '0') ?? 0;
    return Math.abs(Math.cos((turned * Math.PI) / 180)) < SHRUNK;
  };
  const scales = [value('zoom'), ...value('scale').split(' ')];
  if (scales.some((text) => text !== '' && factor(text) <= SHRUNK)) return true;
  const [axis = '', ...rest] = value('rotate').split(' ');
  if ((/^[xy]$/.test(axis) || (rest.length === 3 && rest[1] === '0')) && isOnEdge(rest.at(-1))) return true;
  return functionsOf(value('transform')).some(({ name, args }) => {
    if (/^scale(?:3d|x|y)?$/.test(name)) return args.slice(0, 2).some((arg) => factor(arg) <= SHRUNK);
    if (/^(?:rotate[xy]|skew[xy]?)$/.test(name)) return args.some(isOnEdge);
    if (name === 'rotate3d') return args[2] === '0' && isOnEdge(args[3]);
    if (!/^matrix(?:3d)?$/.test(name) || args.length < 6) return false;
    const [a, b, c, d] = (name === 'matrix' ? args : [...args.slice(0, 2), ...args.slice(4)]).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return Math.abs(a * d - b * c) < SHRUNK * SHRUNK;
  });
}

/** Pixels that a box is wide and high at the most, by what it declares and by its text. */
function extentOf({ letters, chars }: Box, value: Value): readonly [width: number, height: number] {
  const fontSize = letters();
  const text = Math.max(chars(), 1) * fontSize * LETTER_WIDTH;
  const width = numberOf(value('width'), WINDOW.width, fontSize) ?? text;
  const lines = Math.ceil(text / Math.max(Math.min(width, WINDOW.width), 100));
  return [width, numberOf(value('height'), WINDOW.height, fontSize) ?? lines * fontSize * 1.5 + 2 * fontSize];
}

function isFarOff(box: Box, value: Value): boolean {
  if (value('position') === '') return false;
  const at = (property: string, of: number): number | null => lengthOf(box, value(property), of);
  const [left, right] = [at('left', WINDOW.width), at('right', WINDOW.width)];
  const [top, bottom] = [at('top', WINDOW.height), at('bottom', WINDOW.height)];
  const position = value('position');
  if (position === 'relative') return isBeyond(left ?? -(right ?? 0)) || (top ?? -(bottom ?? 0)) <= -FAR;
  if (!isOutOfFlow(value)) return false;
  if ([left, right].some((side) => isBeyond(side ?? 0)) || (top ?? 0) <= -FAR || (bottom ?? 0) >= FAR)
    return true;
  const isFixed = position === 'fixed';
  if (!isFixed && !box.isOnPage()) return false;
  const [width, height] = extentOf(box, value);
  if (left !== null && (left + width <= 0 || left >= WINDOW.width)) return true;
  if (left === null && right !== null && (right + width <= 0 || right >= WINDOW.width)) return true;
  if (top !== null && (top + height <= 0 || (isFixed && top >= WINDOW.height))) return true;
  return top === null && bottom !== null && isFixed && (bottom + height <= 0 || bottom >= WINDOW.height);
}

function isBeyond(pixels: number): boolean {
  return Math.abs(pixels) >= FAR;
}

/** Whether margins or transforms move a box off the page, or an indent its text. */
function isMovedOff(box: Box, value: Value): boolean {
  if (!MOVES.some((property) => box.style.has(property))) return false;
  const length = (property: string): number => lengthOf(box, value(property), WINDOW.width) ?? 0;
  const margin = length('margin-left');
  if (length('margin-top') <= -FAR) return true;
  const [width, height] = extentOf(box, value);
  if (margin < -WINDOW.width / 2) {
    const text = box.chars() * box.letters() * LETTER_WIDTH;
    if (margin + Math.min(text, width) + WINDOW.width / 2 <= 0) return true;
  }
  const clips = /^(?:hidden|clip)$/.test(value('overflow-x'));
  if (clips && length('text-indent') >= Math.min(width, WINDOW.width)) return true;
  const isFixed = isOutOfFlow(value) && (value('position') === 'fixed' || box.isOnPage());
  const moved = movedBy(value, width, height);
  return moved.some((by, axis) => {
    if (isBeyond(by) && (by < 0 || axis === 0)) return true;
    if (by <= -(axis === 0 ? 2 * WINDOW.width : FAR)) return true;
    if (!isFixed) return false;
    const [start, end, size] =
      axis === 0 ? (['left', 'right', width] as const) : (['top', 'bottom', height] as const);
    const isAt = (side: string): boolean => value(side) !== '' && length(side) <= 0;
    return (isAt(start) && by <= -size) || (isAt(end) && by >= size);
  });
}

const MOVES = ['margin-left', 'margin-top', 'text-indent', 'translate', 'transform'] as const;

/** Pixels to the right and down that transforms move a box. */
function movedBy(value: Value, width: number, height: number): readonly [x: number, y: number] {
  let [x, y] = [0, 0];
  const add = (dx: string | undefined, dy: string | undefined): void => {
    x += numberOf(dx ?? '0', width) ?? 0;
    y += numberOf(dy ?? '0', height) ?? 0;
  };
  add(...(value('translate').split(' ') as [string, string?]));
  for (const { name, args } of functionsOf(value('transform'))) {
    if (name === 'translate' || name === 'translate3d') add(args[0], args[1]);
    else if (name === 'translatex') add(args[0], undefined);
    else if (name === 'translatey') add(undefined, args[0]);
    else if (name === 'matrix') add(args[4], args[5]);
  }
  return [x, y];
}
