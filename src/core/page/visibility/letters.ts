import { attr, type HtmlNode } from '../../html/tree.ts';
import { CONTROLS } from '../element-kind.ts';
import { hasBox } from './boxes.ts';
import type { Cascade, Style } from './cascade.ts';
import { BLACK, type Colour, colourOf, FAINT, lookAlike, WHITE } from './colours.ts';
import { numberOf, WINDOW } from './lengths.ts';
import { GROUP } from './properties.table.ts';

/** Letters of this size or less, in pixels, are not read. */
const UNREADABLE = 2;
/** Letters that begin so far off, in pixels, are off the page. */
const FAR = 500;
/** Sizes in pixels: of all letters without a style, and of those of a control. */
const MEDIUM = 16;
const CONTROL_SIZE = 13;
/** Mean width of a letter, as a share of its size. */
export const LETTER_WIDTH = 0.6;

const SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: MEDIUM,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
  initial: MEDIUM,
};

/** Tells how letters are drawn: as their element declares, or inherits. */
export class LetterStyles {
  readonly #cascade: Cascade;
  readonly #areAll: boolean;
  readonly size: (node: HtmlNode | null) => number;
  /** A sign stands in place of each, or they are drawn with none of their size. */
  readonly #isDrawnOver: (node: HtmlNode | null) => boolean;
  /** Of letters, and of what is behind them; null where it is not known. */
  readonly #colour: (node: HtmlNode | null) => Colour | null;
  readonly #ground: (node: HtmlNode | null) => Colour | null;
  /** They have a shadow or an outline, or what is behind them is cut out by them. */
  readonly #areDrawn: (node: HtmlNode | null) => boolean;
  /** What is declared is inherited up to a box, whose first line it indents. */
  readonly #declaredIndent: (node: HtmlNode | null) => number;
  readonly #indent: (node: HtmlNode | null) => number;
  readonly #spacing: (node: HtmlNode | null) => number;

  /**
   * `areAll`: no style comes from elsewhere, which could say otherwise of what nothing here declares; else what has a name that one may ask
   * for inherits nothing.
   */
  constructor(cascade: Cascade, areAll: boolean) {
    this.#cascade = cascade;
    this.#areAll = areAll;
    this.#isDrawnOver = this.#inherited(false, (_, style, around) => {
      const [security, adjust] = [style.get('-webkit-text-security'), style.get('font-size-adjust')];
      if (security === undefined && adjust === undefined) return around();
      return /disc|circle|square/.test(security ?? '') || adjust === '0';
    });
    this.size = this.#inherited(MEDIUM, ({ tag }, style, around) => {
      const isControl = CONTROLS.has(tag) && !style.has('font-size');
      return isControl ? CONTROL_SIZE : sizeOf(style.get('font-size') ?? '', around);
    });
    this.#colour = this.#inherited<Colour | null>(areAll ? BLACK : null, (node, style, around) => {
      const isOwn =
        CONTROLS.has(node.tag) || node.tag === 'mark' || (node.tag === 'a' && attr(node, 'href') !== null);
      const ink = inkOf(style.get('color') ?? '', around, isOwn);
      return inkOf(style.get('-webkit-text-fill-color') ?? '', () => ink);
    });
    this.#ground = this.#inherited<Colour | null>(areAll ? WHITE : null, ({ tag }, style, around) =>
      groundOf(style, CONTROLS.has(tag) || tag === 'mark' ? () => null : around),
    );
    this.#areDrawn = this.#inherited(
      false,
      (_, style, around) =>
        style.get('background-clip') === 'text' ||
        ['text-shadow', '-webkit-text-stroke'].some((name) =>
          /^(?!none|inherit|initial|unset)./.test(style.get(name) ?? ''),
        ) ||
        around(),
    );
    this.#declaredIndent = this.#inherited(0, (node, style, around) => {
      const indent = style.get('text-indent');
      return (indent === undefined ? null : numberOf(indent, WINDOW.width, this.size(node))) ?? around();
    });
    this.#indent = this.#inherited(0, (node, style, around) =>
      hasBox(node, (name) => style.get(name) ?? '') ? this.#declaredIndent(node) : around(),
    );
    this.#spacing = this.#inherited(0, (node, style, around) => {
      const spacing = style.get('letter-spacing');
      const size = spacing === undefined ? 0 : this.size(node);
      return (spacing === undefined ? null : numberOf(spacing, size, size)) ?? around();
    });
  }

  /** Whether the letters of an element are seen, as far as some groups of properties go; `chars` of them stand in one line. */
  areSeen(node: HtmlNode, groups: number, chars: () => number): boolean {
    if ((groups & GROUP.font) !== 0 && (this.#isDrawnOver(node) || this.size(node) <= UNREADABLE))
      return false;
    if ((groups & GROUP.indent) !== 0) {
      const [size, indent] = [this.size(node), this.#indent(node)];
      if (this.#spacing(node) <= -size) return false;
      if (indent <= -FAR && indent + chars() * size * LETTER_WIDTH <= 0) return false;
    }
    if ((groups & GROUP.colour) === 0) return true;
    const colour = this.#colour(node);
    if (colour === null) return true;
    const ground = colour.alpha < FAINT ? null : this.#ground(node);
    const isSeen = colour.alpha >= FAINT && (ground === null || !lookAlike(colour, ground));
    return isSeen || this.#areDrawn(node);
  }

  /** A property by element, each computed once from what is around it; `root` where nothing is. */
  #inherited<Value>(
    root: Value,
    of: (node: HtmlNode, style: Style, around: () => Value) => Value,
  ): (node: HtmlNode | null) => Value {
    const known = new Map<number, Value>();
    const get = (node: HtmlNode | null): Value => {
      if (node === null) return root;
      let value = known.get(node.index);
      if (value === undefined) {
        const isNamed = !this.#areAll && (attr(node, 'class') !== null || attr(node, 'id') !== null);
        value = of(node, this.#cascade.styleOf(node), () => (isNamed ? root : get(node.parent)));
        known.set(node.index, value);
      }
      return value;
    };
    return get;
  }
}

function sizeOf(value: string, around: () => number): number {
  if (value === 'smaller') return around() / 1.2;
  if (value === 'larger') return around() * 1.2;
  const size = SIZES[value] ?? (/\d(?:%|em|ex)/.test(value) ? null : numberOf(value));
  return size ?? numberOf(value, around(), around()) ?? around();
}

/** `isOwn`: browsers colour what declares nothing, and not as what is around it. */
function inkOf(value: string, around: () => Colour | null, isOwn = false): Colour | null {
  if (value === '' || value === 'revert') return isOwn ? null : around();
  if (/^(?:inherit|unset|currentcolor)$/.test(value)) return around();
  return value === 'initial' ? BLACK : colourOf(value);
}

function groundOf(style: Style, around: () => Colour | null): Colour | null {
  if (!/^(?:none|initial|unset|)$/.test(style.get('background-image') ?? '')) return null;
  const value = style.get('background-color') ?? '';
  const colour = /^(?:|initial|unset|revert|inherit)$/.test(value) ? undefined : colourOf(value);
  if (colour === null || (colour !== undefined && colour.alpha > 1 - FAINT)) return colour;
  if (colour !== undefined && colour.alpha >= FAINT) return null;
  // What lies over other parts of the page, or before them, has another ground than what stands around it.
  return /^(?:absolute|fixed|sticky|relative)$/.test(style.get('position') ?? '') ? null : around();
}
