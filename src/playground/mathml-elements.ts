const MATHML = 'http://www.w3.org/1998/Math/MathML';
const IS_IDENTIFIER = /^(?:\p{L}\p{M}*|[∞∂∇∅ℏ°])$/u;

/** A new element of MathML. */
export function m(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): Element {
  const element = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** One child as it is, several as a row. */
export const row = (children: readonly Element[]): Element =>
  children.length === 1 ? children[0]! : m('mrow', {}, ...children);

/** A sign. */
export const operator = (sign: string, attributes: Readonly<Record<string, string>> = {}): Element =>
  m('mo', attributes, sign);

/** A body between two signs that grow with it; an empty sign is none. */
export function fenced(open: string, body: Element, close: string): Element {
  if (open === '' && close === '') return body;
  const ends = { fence: 'true', stretchy: 'true' };
  return m('mrow', {}, operator(open, ends), body, operator(close, ends));
}

/** A character as an identifier or a sign. */
export const symbol = (char: string): Element =>
  IS_IDENTIFIER.test(char) ? m('mi', {}, char) : operator(char);

/** A Latin letter in one of Unicode's styled alphabets; another character as it is. */
export function styledLetter(char: string, first: number): string {
  const code = char.charCodeAt(0);
  if (/[A-Z]/.test(char)) return String.fromCodePoint(first + code - 65);
  return /[a-z]/.test(char) ? String.fromCodePoint(first + 26 + code - 97) : char;
}
