import { plainText } from './plain-text.ts';

const MAX_NAME = 100;
const MAX_BYLINE = 300;

const PREFIX =
  /^(?:(?:(?:written|authored|posted|published|reported|story|words|article|guide|recipe|review|text|photos?|view all posts)\s+)?by\b[:\s]*|(?:zeige alle beiträge von|geschrieben von|publicado por|via)\s+|(?:authors?|autore?|auteurs?|von|par|por|автор|作者|撰文|記者|记者|编辑|文)\s*[:：]\s*|(?:autor|作者|撰文)\s+)/i;
/** What follows a name on the same line: a separator, a date, a time to read. */
// linear: at most 200 characters, as the name.
const SUFFIX =
  /\s*(?:\s(?:edited|reviewed|translated|updated|illustrated|photographs?|photos?)\s+by\b|[|•·/]|\s[-–—]\s|,?\s+(?:on|at|published|updated|posted|last|stand:?)\s|,?\s*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+[0-9]|\s[0-9]{1,2}[./\s]|\b[0-9]{4}\b).*$/i;
/** Mail and web addresses beside a name. */
// linear: at most 200 characters, as the name.
const ADDRESS = /\s*[(<[]?[^\s@()<>[\]]{1,64}@[^\s@()<>[\]]{1,64}[)>\]]?|\s*\(https?:[^()]{0,200}\)?/g;
/** What stands where no author was named: accounts of a machine, roles, names of packages, days. */
const PLACEHOLDER =
  /^(?:user|author|null|undefined|none|unknown|super user|the author|staff|n\/a|root|webmaster|team|anonymous|guest|former member|\w+(?:\.\w+){2,}|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)$|\badmin+\b|_admin|^administrator$/i;

/** A link to what else an author wrote, which names nobody, or somebody in a sentence: `View all of Elsa's posts.` */
const MORE_OF_AUTHOR = /^(?:view|see|read|show|more|all)\b.*\b(?:posts|articles|stories)\b/i;

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
    .replace(ADDRESS, '')
    .replace(SUFFIX, '')
    // linear: at most 200 characters.
    .replace(/^[\s,;:|•·"“”„«»-]+|[\s,;:|•·"“”„«»*†‡§¶-]+$/g, '');
  if (name === '' || name.length > MAX_NAME || !/[^\s\d!-/:-@[-`{-~]{2}/.test(name)) return null;
  return PLACEHOLDER.test(name) || MORE_OF_AUTHOR.test(name) ? null : name;
}

/** Names of a scholarly article, which are written `Last, First`, several of them with semicolons between. */
export function scholars(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.slice(0, 20 * MAX_NAME).split(';'))
    .map((name) => name.trim().replace(/^([^\s,]+(?: [^\s,]+)?), ([^\s,]+(?: [^\s,]+){0,2})$/, '$2 $1'));
}
