/**
 * Value of a property in a `style` attribute, lower-cased without `!important`; `''` when it is not set. A plain
 * reading of CSS declarations: enough for keywords and numbers.
 */
export function styleValue(style: string, property: string): string {
  let from = 0;
  for (;;) {
    const at = style.indexOf(property, from);
    if (at < 0) return '';
    from = at + property.length;
    if (!isDeclarationStart(style, at)) continue;
    let colon = from;
    while (style.charCodeAt(colon) === 32) colon++;
    if (style.charCodeAt(colon) !== 58) continue;
    const end = style.indexOf(';', colon);
    const value = style.slice(colon + 1, end < 0 ? style.length : end);
    return value.replace('!important', '').trim().toLowerCase();
  }
}

function isDeclarationStart(style: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const c = style.charCodeAt(i);
    if (c === 59) return true;
    if (c !== 32 && c !== 10 && c !== 9 && c !== 13) return false;
  }
  return true;
}

/** A style which takes its element off the page: not displayed, invisible, of zero size and clipped, or far off. */
export function hidesByStyle(style: string): boolean {
  if (style.includes('none') && styleValue(style, 'display') === 'none') return true;
  if (style.includes('hidden')) {
    if (styleValue(style, 'visibility') === 'hidden') return true;
    if (styleValue(style, 'overflow') === 'hidden' && isOfNoSize(style)) return true;
  }
  return (style.includes('font-size') && isZero(style, 'font-size')) || isFarOff(style);
}

/**
 * Whether a box is of no width, or of no height outside the text. One of no height in the text is a folded panel, or gets
 * its height from a padding (players and pictures of a fixed ratio).
 */
function isOfNoSize(style: string): boolean {
  return isZero(style, 'width') || (isZero(style, 'height') && isOutOfFlow(style));
}

function isOutOfFlow(style: string): boolean {
  const position = styleValue(style, 'position');
  return position === 'absolute' || position === 'fixed';
}

/** Further off than any screen is wide; what slides in from the side stands nearer. */
const FAR_OFF = 5000;

function isFarOff(style: string): boolean {
  if (!style.includes(':-') && !style.includes(': -')) return false;
  if (isFar(style, 'text-indent')) return true;
  return isOutOfFlow(style) && (isFar(style, 'left') || isFar(style, 'top'));
}

const isFar = (style: string, property: string): boolean =>
  Number.parseInt(styleValue(style, property), 10) <= -FAR_OFF;

function isZero(style: string, property: string): boolean {
  const value = styleValue(style, property);
  return value === '0' || value === '0px';
}
