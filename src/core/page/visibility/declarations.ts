/** Longest style that is read, in characters. */
const MAX_STYLE_CHARS = 4000;

/**
 * Declarations of a style attribute by property, in lower case: of equal ones the last, unless an earlier is `!important`
 * (CSS Cascade 5, 6.1). Comments are blanks, escapes are the characters that they stand for (CSS Syntax 3, 4.3). Linear.
 */
export function readDeclarations(style: string): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  const important = new Set<string>();
  for (const declaration of plainCss(style.slice(0, MAX_STYLE_CHARS)).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    const bang = value.lastIndexOf('!');
    const isImportant = bang >= 0 && value.slice(bang + 1).trim() === 'important';
    if (important.has(property) && !isImportant) continue;
    if (isImportant) important.add(property);
    declared.set(property, isImportant ? value.slice(0, bang).trim() : value);
  }
  return declared;
}

/** Styles without comments and escapes, in lower case. */
function plainCss(style: string): string {
  let plain = style;
  if (plain.includes('/*')) plain = plain.replace(/\/\*[^*]*(?:\*+[^/*][^*]*)*(?:\*+\/|\**$)/g, ' ');
  if (plain.includes('\\'))
    plain = plain.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_all, hex?: string, char?: string) =>
      hex === undefined ? (char ?? '') : characterOf(Number.parseInt(hex, 16)),
    );
  return plain.toLowerCase();
}

function characterOf(code: number): string {
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? '\ufffd'
    : String.fromCodePoint(code);
}
