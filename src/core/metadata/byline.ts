import { plainText } from './plain-text.ts';

const MAX_NAME = 100;
const MAX_BYLINE = 300;

const PREFIX =
  /^(?:(?:(?:written|posted|published|reported|story|words|article|review|text|photos?)\s+)?by\b[:\s]*|(?:authors?|autore?|auteurs?|von|par|por|автор|作者|撰文|記者|记者|编辑|文)\s*[:：]\s*|(?:作者|撰文)\s+)/i;
/** What follows a name on the same line: a separator, a date, a time to read. */
const SUFFIX =
  /\s*(?:\s(?:edited|reviewed|translated|updated|illustrated|photographs?|photos?)\s+by\b|[|•·/]|\s[-–—]\s|,?\s+(?:on|at|published|updated|posted|last)\s|,?\s*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+[0-9]|\s[0-9]{1,2}[./\s]|[0-9]{4}\b).*$/i;

/** Names for the `byline` field from names as pages give them, each once; null when none is a name. */
export function joinNames(values: readonly string[]): string | null {
  const names: string[] = [];
  for (const value of values) {
    const name = personName(value);
    if (name && !names.some((known) => known.toLowerCase() === name.toLowerCase())) names.push(name);
  }
  return names.length === 0 ? null : plainText(names.join(', '), MAX_BYLINE);
}

/** A name without `By`, date, address or markup; null for what is no name: an address, a handle, a sentence. */
export function personName(value: string): string | null {
  const text = plainText(value, 2 * MAX_NAME);
  if (!text || /^(?:https?:|www\.|\/|@)|[{}$\\]/i.test(text)) return null;
  const name = text
    .replace(PREFIX, '')
    .replace(/\s*[(<[]?[^\s@()<>[\]]{1,64}@[^\s@()<>[\]]{1,64}[)>\]]?/g, '')
    .replace(SUFFIX, '')
    .replace(/^[\s,;:|•·-]+|[\s,;:|•·-]+$/g, '');
  if (name === '' || name.length > MAX_NAME || !/[^\s\d!-/:-@[-`{-~]{2}/.test(name)) return null;
  return /^(?:admin|administrator|root|user|author|null|undefined|none|unknown|super user|the author|staff|n\/a)$/i.test(
    name,
  )
    ? null
    : name;
}
