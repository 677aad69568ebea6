import { each } from '../../word-set.ts';
import { colourOf } from './colours.ts';
import { isDisplay } from './conditions.ts';
import { partsOfValue, plainCss } from './css-text.ts';
import { numberOf, WINDOW } from './lengths.ts';
import { GROUP, type Property } from './properties.table.ts';

export const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/;
const COLOURS = /^(?:color|background-color|-webkit-text-fill-color)$/;
const LENGTHS = /^(?:font-size|(?:max-)?(?:width|height)|left|right|top|bottom)$/;

/** Whether browsers take a value of a property; others they drop. */
export function isTaken(name: string, value: string): boolean {
  if (value === '' || value.includes('var(') || WIDE.test(value)) return value !== '';
  if (name === 'display') return isDisplay(value);
  if (name === 'visibility') return /^(?:visible|hidden|collapse)$/.test(value);
  if (name === 'opacity') return numberOf(value, 1) !== null;
  if (COLOURS.test(name))
    return !/^[a-z]+$/.test(value) || value === 'currentcolor' || colourOf(value) !== null;
  // A number but zero has a unit.
  return !LENGTHS.test(name) || !/^[+-]?[\d.]+$/.test(value) || !/[1-9]/.test(value);
}

type Longhands = readonly (readonly [name: string, value: string])[];

/** Sides that a shorthand sets, for its first, second, third and fourth value. */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  inset: ['top', 'right', 'bottom', 'left'],
  margin: ['margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
  padding: ['padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
  'inset-inline': ['left', 'right'],
  'inset-block': ['top', 'bottom'],
  'margin-inline': ['margin-left', 'margin-right'],
  'margin-block': ['margin-top', 'margin-bottom'],
  overflow: ['overflow-x', 'overflow-y'],
};

/** A declaration as those of its longhands, as far as these are looked at. */
export function longhandsOf(name: string, value: string): Longhands {
  const sides = SIDES[name];
  if (sides !== undefined) {
    const [first = '', second = first, third = first, fourth = second] = partsOfValue(value, ' ');
    return sides.map((side, at) => [side, [first, second, third, fourth][at]!]);
  }
  if (name === 'mask') return [['mask-image', value]];
  if (name === 'animation')
    return [
      ['animation-name', value],
      ['animation-fill-mode', value],
    ];
  if (name === 'font') return [['font-size', sizeInFont(value)]];
  return name === 'background' ? backgroundOf(value) : [[name, value]];
}

/** The size in a `font`: the last length ahead of the family. */
function sizeInFont(value: string): string {
  if (WIDE.test(value)) return value;
  const sizes = partsOfValue(value, ' ').map((part) => part.split('/')[0]!);
  return sizes.find((part) => numberOf(part, 16) !== null && !/^[1-9]00$/.test(part)) ?? 'medium';
}

function backgroundOf(value: string): Longhands {
  const parts = partsOfValue(value, ' ');
  const colour = WIDE.test(value) ? value : parts.find((part) => colourOf(part) !== null);
  return [
    ['background-color', colour ?? (/^(?:ok)?l(?:ch|ab)\(|color/.test(value) ? 'unknown' : 'transparent')],
    ['background-image', /(?:url|gradient|image-set|cross-fade|element)\(/.test(value) ? value : 'none'],
    ['background-clip', parts.includes('text') ? 'text' : 'border-box'],
  ];
}

/** Pixels that lead off the page, if the box is small: ahead of its edge, and behind it. */
const AHEAD = -50;
const BEHIND = 800;

/** What a value holds that may hide by its property, as it is written; most hold none. Colours hide by what is around them. */
const MAY_HIDE = new Map<string, RegExp>([
  ['display', /none|inherit|\\/i],
  ['content-visibility', /hidden|inherit|\\/i],
  ['visibility', /hidden|collapse|inherit|\\/i],
  ['opacity', /^\s*(?!1\b|0?\.[3-9]|[3-9]\d%)/],
  ['filter', /opacity/i],
  ...each('mask mask-image clip clip-path', /\(/),
  ['transform', /\d{3}|scale[3dxy]*\(\s*[+-]?[0.]|[,\s][+-]?0?\.0|rotate[xy3]|skew|matrix/i],
  ['translate', /\d{3}/],
  ['rotate', /\S\s+\S/],
  ['scale', /(?:^|\s)[+-]?[0.]/],
  ['zoom', /^\s*(?:[0.]|\d%)/],
  ['letter-spacing', /-\s*(?:[2-9]|\d{2})/],
  ...each('width height max-width max-height', /^\s*[+-]?(?:[0.]|1(?!\d)|[a-z-]+\()/i),
  ...each('left right top bottom inset inset-inline inset-block text-indent', /\d{3}|\d{2}[crv]|-\d\d|\(/i),
  ...each('margin margin-left margin-top margin-inline margin-block', /-[\d.]*\d[\d%crv]|\(/i),
  ['font-size', /^\s*[+-]?(?:[0.]|[1-4](?!\d)|[a-z-]+\()/i],
  ['font', /(?:^|\s)[0-4.]/],
  ['font-size-adjust', /^\s*0/],
  ['-webkit-text-security', /disc|circle|square/i],
]);

/** What a value is written with that has escapes or comments. */
const ODD = /[\\*]/;

/** Whether some value of a property may hide, or one that is not known. */
export function someHide({ name, group }: Property): boolean {
  return MAY_HIDE.has(name) || (group & (GROUP.display | GROUP.visibility | GROUP.opacity)) !== 0;
}

/** Pixels with which a length may hide; null where what it is written with says enough. */
function mayHideBy(name: string, pixels: number): boolean | null {
  if (/^(?:max-)?(?:width|height)$/.test(name)) return pixels <= 1;
  if (name.startsWith('margin')) return pixels <= -WINDOW.width / 2;
  if (name.startsWith('font')) return pixels <= 4;
  return PLACES.test(name) ? pixels <= AHEAD || pixels >= BEHIND : null;
}
const PLACES = /^(?:left|right|top|bottom|inset.*|text-indent)$/;

/** Whether a declaration, as it is written and without variables, may hide its element, alone or with others: most do not. */
export function mayHide(name: string, written: string): boolean {
  if (!(MAY_HIDE.get(name)?.test(written) ?? false) && !ODD.test(written)) return false;
  if (mayHideBy(name, 0) === null) return MAY_HIDE.has(name);
  const value = plainCss(written.replace(/!.*/s, ''));
  const parts = name === 'font' ? [sizeInFont(value)] : partsOfValue(value, ' ');
  return parts.some((part) =>
    mayHideBy(name, numberOf(part, name.startsWith('font') ? 16 : WINDOW.width) ?? 16),
  );
}
