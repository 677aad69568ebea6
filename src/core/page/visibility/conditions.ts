import { parseRuleSelectors } from '../selectors/parse-selector.ts';
import { partsOfValue } from './css-text.ts';
import { numberOf, WINDOW } from './lengths.ts';

/**
 * Whether the condition of a group of rules holds for a light screen of 1,280 by 800 pixels with a mouse: `@media` and
 * `@container`, whose boxes are taken to be as wide as the window (Media Queries 5). What is not understood does not hold.
 */
export function holdsOnScreen(list: string): boolean {
  return list.trim() === '' || partsOfValue(list.toLowerCase(), ',').some((query) => holdsQuery(query));
}

function holdsQuery(query: string): boolean {
  const [, negation, type, rest = ''] = /^(?:(not|only)\s+)?([a-z-]+)(?:\s+and\s+(.*))?$/s.exec(query) ?? [];
  if (type === undefined) return truthOf(query, holdsFeature) === true;
  const isScreen = type === 'all' || type === 'screen';
  const features = rest === '' ? true : truthOf(rest, holdsFeature);
  return features !== null && (isScreen && features) !== (negation === 'not');
}

/** Whether the condition of `@supports` holds in a current browser. */
export function isSupported(condition: string): boolean {
  return truthOf(condition.toLowerCase(), holdsTest) === true;
}

/** Whether a selector, or a declaration in brackets, is one that a current browser takes. */
function holdsTest(test: string): boolean {
  const selector = /^selector\((.*)\)$/s.exec(test)?.[1];
  if (selector !== undefined) return parseRuleSelectors(selector, [], false) !== null;
  if (!test.startsWith('(')) return false;
  const colon = test.indexOf(':');
  const property = colon < 0 ? '' : test.slice(1, colon).trim();
  if (property.startsWith('--')) return true;
  return !UNKNOWN.test(property) && takes(property, test.slice(colon + 1, -1).trim());
}

/** Properties that current browsers do not have, as feature tests name them. */
const UNKNOWN = /^(?:$|-(?:moz|ms|o|khtml)-|foo|bar|bogus|fake|unknown|not-a|does-not|zoomed)/;

/** Whether a property takes a value, as far as pages ask. */
function takes(property: string, value: string): boolean {
  if (/^-(?:moz|ms|o)-|^$/.test(value)) return false;
  return property !== 'display' || isDisplay(value);
}

const DISPLAYS =
  /^(?:none|contents|block|inline|flow-root|(?:inline-|-webkit-(?:inline-)?)?(?:block|flex|grid|table|box)|inline-grid|flow|flex|grid|ruby(?:-text)?|math|table-[a-z-]+|list-item|(?:block|inline)(?: (?:flow|flow-root|flex|grid|table|ruby|math))?(?: list-item)?|inherit|initial|unset|revert|revert-layer)$/;

/** Whether browsers take a value of `display`; others they drop. */
export function isDisplay(value: string): boolean {
  return DISPLAYS.test(value) || value.includes('var(');
}

/** The truth of a condition with `not`, `and`, `or` and brackets; null for what is no condition. `test`: of one part that is none of these. */
function truthOf(condition: string, test: (part: string) => boolean | null, depth = 0): boolean | null {
  const words = partsOfValue(condition, ' ');
  if (depth > 20 || words.length === 0) return null;
  if (words[0] === 'not') {
    const inner = words.length === 2 ? truthOf(words[1]!, test, depth + 1) : null;
    return inner === null ? null : !inner;
  }
  const [first, operator] = words;
  if (words.length === 1) {
    const inner = /^\((\s*(?:\(|not\b|[a-z-]+\().*)\)$/s.exec(first!)?.[1];
    return inner === undefined ? test(first!) : truthOf(inner, test, depth + 1);
  }
  if ((operator !== 'and' && operator !== 'or') || words.length % 2 === 0) return null;
  let all: boolean | null = operator === 'and';
  for (let i = 0; i < words.length; i += 2) {
    const one = truthOf(words[i]!, test, depth + 1);
    if (one === null || (i > 0 && words[i - 1] !== operator)) return null;
    all = operator === 'and' ? all && one : all || one;
  }
  return all;
}

/** Numbers of the window by the name of their feature. */
const MEASURES: Readonly<Record<string, number>> = {
  width: WINDOW.width,
  height: WINDOW.height,
  'device-width': WINDOW.width,
  'device-height': WINDOW.height,
  'inline-size': WINDOW.width,
  'block-size': WINDOW.height,
  'aspect-ratio': WINDOW.width / WINDOW.height,
  'device-aspect-ratio': WINDOW.width / WINDOW.height,
  resolution: 1,
  '-webkit-device-pixel-ratio': 1,
  color: 8,
  'color-index': 0,
  monochrome: 0,
  grid: 0,
};

/** Values of features that are words; the first is what the window has. */
const KEYWORDS: Readonly<Record<string, string>> = {
  orientation: 'landscape',
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-contrast': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'forced-colors': 'none',
  'inverted-colors': 'none',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  scripting: 'enabled',
  update: 'fast',
  'overflow-block': 'scroll',
  'overflow-inline': 'scroll',
  'color-gamut': 'srgb',
  'dynamic-range': 'standard',
  'display-mode': 'browser',
  scan: 'progressive',
};

const SIGNS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
};

/** Whether a feature in brackets holds; null for one that is unknown. */
function holdsFeature(part: string): boolean | null {
  const inside = /^\((.*)\)$/s.exec(part)?.[1]?.trim();
  if (inside === undefined) return null;
  const [name, value] = inside.split(':', 2).map((one) => one.trim()) as [string, string?];
  if (value !== undefined) {
    if (KEYWORDS[name] !== undefined) return KEYWORDS[name] === value;
    const [, bound, plain = ''] = /^(?:-webkit-)?(?:(min|max)-)?(.*)$/.exec(name)!;
    const measure = MEASURES[plain] ?? MEASURES[name];
    const number = ratioOf(value);
    if (measure === undefined || number === null) return null;
    return bound === 'min' ? measure >= number : bound === 'max' ? measure <= number : measure === number;
  }
  if (KEYWORDS[inside] !== undefined) return !/^(?:no-preference|none)$/.test(KEYWORDS[inside]);
  if (MEASURES[inside] !== undefined) return MEASURES[inside] !== 0;
  const range = inside.split(/([<>]=?|=)/).map((one) => one.trim());
  const numbers = range.map((one) => MEASURES[one] ?? ratioOf(one));
  if (range.length !== 3 && range.length !== 5) return null;
  for (let i = 1; i < range.length; i += 2) {
    const [a, b, compare] = [numbers[i - 1]!, numbers[i + 1]!, SIGNS[range[i]!]];
    if (a === null || b === null || compare === undefined) return null;
    if (!compare(a, b)) return false;
  }
  return true;
}

/** A number, a length, a resolution, or a ratio of two numbers. */
function ratioOf(value: string): number | null {
  const resolution = /^([\d.]+)(dppx|x|dpi|dpcm)$/.exec(value);
  if (resolution !== null) return Number(resolution[1]) / ({ dpi: 96, dpcm: 37.8 }[resolution[2]!] ?? 1);
  const [top, bottom] = value.split('/').map((one) => numberOf(one));
  return top == null ? null : bottom === undefined ? top : bottom ? top / bottom : null;
}
