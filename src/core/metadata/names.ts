import { plainText, squash } from './plain-text.ts';

const MAX_NAME = 100;
const MAX_BYLINE = 300;

/** The day of a text ahead of who wrote it: `Published: Feb 8, 2023 by`. */
const DATED = /^(?:last\s+)?(?:published|posted|updated|modified)\b[^|•·]{0,40}?(?:\sby\s+|\s?[|•·]\s?)/i;
/** The word ahead of the names of a byline, where two capitalised ones follow: `von` in a name is not capitalised. */
const OF = /^(?:Von|Par|Por|Door|Av)\s(?=\p{Lu}[\p{L}.'’-]*\s\p{Lu})/u;
const PREFIX =
  /^(?:(?:(?:written|authored|posted|published|reported|story|words|article|guide|recipe|review|text|photos?|view all posts)\s+)?by\b[:\s]*|(?:zeige alle beiträge von|geschrieben von|publicado por|via)\s+|(?:authors?|autore?|auteurs?|von|par|por|автор|作者|撰文|記者|记者|编辑|文)\s*[:：]\s*|(?:autor|作者|撰文)\s+)/i;
/** What follows a name on the same line: a separator, a date, a time to read. */
// linear: at most 200 characters, as the name.
const SUFFIX =
  /\s*(?:\s(?:edited|reviewed|translated|updated|illustrated|photographs?|photos?)\s+by\b|[|•·»/]|\s[-–—]\s|,?\s+(?:on|at|published|updated|posted|last|stand:?)\s|,?\s*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+[0-9]|\s[0-9]{1,2}[./\s]|\b[0-9]{4}\b).*$/i;
/** Mail and web addresses beside a name. */
// linear: at most 200 characters, as the name.
const ADDRESS = /\s*[(<[]?[^\s@()<>[\]]{1,64}@[^\s@()<>[\]]{1,64}[)>\]]?|\s*\(https?:[^()]{0,200}\)?/g;
/** What stands where no author was named: accounts of a machine, roles, names of packages, days. */
const PLACEHOLDER =
  /^(?:(?:last )?(?:published|posted|updated|modified)|last|user|author|null|undefined|none|unknown|super user|the author|staff|n\/a|root|webmaster|team|anonymous|guest|former member|\w+(?:\.\w+){2,}|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)$|\badmin+\b|_admin|^administrator$/i;

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
    .replace(DATED, '')
    .replace(PREFIX, '')
    .replace(OF, '')
    .replace(ADDRESS, '')
    .replace(SUFFIX, '')
    .replace(/(?<=\p{Ll}{2})\.$/u, '')
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

/** Longest names of some people. */
const MAX_FULL_NAME = 80;

/** A word that companies, teams and agencies have in their names. */
export const COMPANY =
  /\b(?:GmbH|AG|Inc|Ltd|LLC|Corp|Team|Staff|Publishers?|Verlag|Agency|Editorial|Redaktion|Foundation|Institute|University|Technologies)\b|\.(?:com|org|net|de|ch|at|io)$/i;
/** Between two and four capitalised words, a title before them. */
// linear: at most 80 characters, as full names.
const FULL_NAME =
  /^(?:(?:Dr|Prof|Mr|Mrs|Ms|Sir|Dame)\.? )?\p{Lu}[\p{L}’'.-]*(?: (?:(?:de|da|van|von|der|den|la|le|del|di|du|bin|al|of) ){0,3}\p{Lu}[\p{L}’'.-]*){1,3}$/u;
const DEGREE = /^(?:PhD|Ph\.D\.|MD|DVM|MS|MA|RD|CPA|CFP®?)$/;
/** What stands between the names of several people. */
const BETWEEN_NAMES = /,? (?:and|&|und|et|y) |, /;
/** Words that stand near names and are none. */
const NO_NAME =
  /\b(?:team|staff|editors?|editorial|desk|blog|forum|developers|online|company|care|news|updated|read|comments?|posts?|sign|log|login|privacy|terms|view|contact|source|share|more|name|email|author|profile|bio|about|home|menu|search|subscribe|follow|article|guide|min|admin|support|content|our|by|all|january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/** The name of a person, where nothing but its form tells: capitalised words and no others; null for all else. */
export function fullName(text: string): string | null {
  const name = personName(text.replace(/^By(?=\p{Lu}|by )/u, ''));
  if (name === null || name.length > MAX_FULL_NAME || /\d/.test(name)) return null;
  const [first, ...others] = name.split(BETWEEN_NAMES);
  const isName =
    FULL_NAME.test(first!) && others.every((other) => FULL_NAME.test(other) || DEGREE.test(other));
  return isName && !NO_NAME.test(name) ? name : null;
}

/** A name of one word behind words that say that it is one: `Posted by kovarex`; null for what else stands there. */
export function soleName(text: string): string | null {
  const name = personName(text);
  return name !== null && /^\p{L}[\p{L}\d_-]{2,30}$/u.test(name) && !NO_NAME.test(name) ? name : null;
}

/** Whether a name is that of a company, an agency or the site itself. */
export function isNobody(name: string, siteNames: readonly string[]): boolean {
  const own = squash(name);
  return COMPANY.test(name) || siteNames.some((siteName) => squash(siteName) === own);
}
