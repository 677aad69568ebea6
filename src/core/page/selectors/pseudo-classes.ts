import { wordSet } from '../../word-set.ts';
import { Unreadable } from './scan-selector.ts';
import type { ComplexSelector, SimpleSelector } from './selector.ts';

const NTH = /^([+-]?\d*)n\s*(?:([+-])\s*(\d+))?$/;

export const nth = (fromEnd: boolean, ofType = false): SimpleSelector => ({
  kind: 'nth',
  step: 0,
  offset: 1,
  fromEnd,
  ofType,
});

export const anyOf = (selectors: readonly ComplexSelector[]): SimpleSelector & { kind: 'any' } => ({
  kind: 'any',
  negated: false,
  weighs: true,
  selectors,
});

/** The numbers of An+B, which is `formula`. */
export function numbersOf(formula: string): { step: number; offset: number } {
  if (formula === 'odd') return { step: 2, offset: 1 };
  if (formula === 'even') return { step: 2, offset: 0 };
  if (/^[+-]?\d+$/.test(formula)) return { step: 0, offset: Number(formula) };
  const parts = NTH.exec(formula);
  if (!parts) throw new Unreadable(`"${formula}" is not of the form An+B`);
  const step = parts[1] === '' || parts[1] === '+' ? 1 : parts[1] === '-' ? -1 : Number(parts[1]);
  return { step, offset: parts[3] ? Number(`${parts[2]}${parts[3]}`) : 0 };
}

/** The parts of a list between its commas outside of brackets, with where each begins. */
export function partsOf(list: string): readonly (readonly [start: number, text: string])[] {
  const parts: (readonly [number, string])[] = [];
  let [open, from] = [0, 0];
  for (let at = 0; at <= list.length; at++) {
    const sign = list[at];
    if (sign === '(' || sign === '[') open++;
    else if (sign === ')' || sign === ']') open--;
    else if (sign === '\\') at++;
    if (at < list.length && (sign !== ',' || open > 0)) continue;
    parts.push([from, list.slice(from, at)]);
    from = at + 1;
  }
  return parts;
}

/** Pseudo-classes that say what elements of HTML are, by attributes. */
export const ALIASES = new Map<string, string>([
  ['any-link', 'a[href],area[href]'],
  ['link', 'a[href],area[href]'],
  ['checked', 'input[checked],option[selected]'],
  ['disabled', '[disabled]'],
  ['enabled', 'input:not([disabled]),button:not([disabled]),select:not([disabled]),textarea:not([disabled])'],
  ['required', '[required]'],
  ['open', 'details[open],dialog[open]'],
  ['defined', '*'],
  ['read-only', ':not(input,textarea,[contenteditable])'],
]);

/** Elements whose text runs to the left, as attributes say. */
export const TO_LEFT = '[dir=rtl i],[dir=rtl i] *';

/** Pseudo-classes that hold of nothing on a page that nobody touched, and of no part of a page without scripts. */
export const STATES = wordSet(
  'hover active focus focus-visible focus-within target target-within target-current visited autofill fullscreen modal popover-open ' +
    'picture-in-picture playing paused seeking buffering stalled muted volume-locked user-invalid user-valid valid invalid in-range ' +
    'out-of-range indeterminate default placeholder-shown optional read-write host host-context state ' +
    'active-view-transition active-view-transition-type has-slotted xr-overlay current',
);

/** Pseudo-elements that are written with one colon. */
export const LEGACY_ELEMENTS = wordSet('before after first-line first-letter');
/** Pseudo-elements that Chromium knows. */
export const ELEMENTS =
  /^(?:-webkit-.*|before|after|first-line|first-letter|marker|placeholder|selection|backdrop|cue|file-selector-button|part|slotted|target-text|spelling-error|grammar-error|highlight|view-transition.*|details-content|scroll-.*|column|checkmark|picker.*)$/;
