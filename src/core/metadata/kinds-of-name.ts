import { personName } from './byline.ts';
import { squash } from './squash.ts';

/** Longest name of one or two people. */
const MAX_FULL_NAME = 50;

const COMPANY =
  /\b(?:GmbH|AG|Inc|Ltd|LLC|Corp|Team|Staff|Publishers?|Verlag|Agency|Editorial|Redaktion|Foundation|Institute|University|Technologies)\b|\.(?:com|org|net|de|ch|at|io)$/i;
/** Between two and five capitalised words, titles before and degrees behind them, or two such names. */
const FULL_NAME =
  /^(?:(?:Dr|Prof|Mr|Mrs|Ms|Sir|Dame)\.? )?\p{Lu}[\p{L}’'.-]*(?: (?:(?:de|da|van|von|der|den|la|le|del|di|du|bin|al|of) ){0,3}\p{Lu}[\p{L}’'.-]*){1,3}(?:,? (?:and|&|und|et|y) \p{Lu}[\p{L}’'.-]+ \p{Lu}[\p{L}’'.-]+)?(?:, (?:PhD|Ph\.D\.|MD|DVM|MS|MA|RD|CPA|CFP®?))*$/u;
/** Words that stand near names and are none. */
const NO_NAME =
  /\b(?:team|staff|editors?|editorial|desk|blog|forum|developers|online|company|care|news|updated|read|comments?|posts?|sign|log|login|privacy|terms|view|contact|source|share|more|name|email|author|profile|bio|about|home|menu|search|subscribe|follow|article|guide|min|admin|support|content|our|by|all|january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/** The name of a person, where nothing but its form tells: capitalised words and no others; null for all else. */
export function fullName(text: string): string | null {
  const name = personName(text.replace(/^By(?=\p{Lu})/u, ''));
  if (name === null || name.length > MAX_FULL_NAME || /\d/.test(name)) return null;
  return FULL_NAME.test(name) && !NO_NAME.test(name) ? name : null;
}

/** Whether a name has a word that companies, teams and agencies have in theirs. */
export function isCompany(name: string): boolean {
  return COMPANY.test(name);
}

/** Whether a name is one word in lower case, as accounts have them. */
export function isLogin(name: string): boolean {
  return /^[a-z0-9_.-]+$/.test(name);
}

/** Whether a name is that of a company, an agency or the site itself. */
export function isNobody(name: string, siteNames: readonly string[]): boolean {
  const own = squash(name);
  return isCompany(name) || siteNames.some((siteName) => squash(siteName) === own);
}
