import { onOneLine } from '../html/blank.ts';
import { type HtmlDocument, type HtmlNode, nearest, TEXT } from '../html/tree.ts';
import { ROLE, rolesOf } from '../page/roles.ts';
import { wordSet } from '../word-set.ts';
import { isOthers } from './author-marks.ts';
import { pageDate } from './page-date.ts';

/** Dates that a page shows beside its title, by what they are said to be; RFC 3339. */
interface ShownDates {
  readonly published: string | null;
  readonly modified: string | null;
}

/** Nodes behind and before the title where its date is looked for. */
const NODES_BEHIND = 150;
const NODES_BEFORE = 60;
/** Most different days: the text's own, and one of a neighbour. */
const MAX_DATES = 2;
/** Longest text that is the line of a date, and most words in it besides. */
const MAX_LINE = 100;
const MAX_OTHER_WORDS = 6;
/** Nodes ahead of a date where what it is stands. */
const MAX_LABEL_NODES = 6;
const MAX_LABEL = 20;

/** The day of the first page of the Web (info.cern.ch): what is older is a birth or an event. */
const FIRST_PAGE = '1991-08-06';

/** What every date has: most texts have none. */
const YEAR = /(?:19|20)[0-9]{2}/;
/** A day with month and year as text shows it. */
// linear: at most 100 characters, as the line.
const DATE =
  /(?<![0-9])(?:(?:19|20)[0-9]{2}\s?[-./年]\s?[0-9]{1,2}\s?[-./月]\s?[0-9]{1,2}日?|[0-9]{1,2}(?:\.\s?|\/)[0-9]{1,2}(?:\.\s?|\/)(?:19|20)[0-9]{2}|[0-9]{1,2}(?:st|nd|rd|th|er)?[\s.-]{1,3}(?:(?:of|de)\s)?[^\s0-9.,/:-]{3,12}[\s.,-]{1,3}(?:de\s)?(?:19|20)[0-9]{2}|[^\s0-9.,/:-]{3,12}\.?\s[0-9]{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)[0-9]{2})(?![0-9])/i;
/** What says that a date is the one of the last change, and of something else than the text. */
const CHANGED =
  /updated|modified|edited|revised|changed|aktualisiert|geändert|stand:|mis à jour|modifié|actualizad|modificad|aggiornat|atualizad|bijgewerkt|uppdaterad|opdateret|oppdatert|aktualizac|обновлен|更新|修改|編集|수정/i;
const ELSE =
  /reviewed|until|before|expires?|deadline|clos(?:es|ing)|joined|member|since|born|accessed|copyright|©|seit|beigetreten|bis zum/i;
/** Elements whose dates are of something else: pictures, tables, quotations. */
const ELSEWHERE = wordSet('figure figcaption table blockquote script style option select');
const MAX_HEIGHT = 8;

/** Reads the lines of dates right behind the title's heading, else right before it. */
export function shownDates(doc: HtmlDocument, heading: HtmlNode | null): ShownDates {
  if (heading === null) return { published: null, modified: null };
  const behind = datesIn(doc, heading.end, Math.min(doc.nodes.length, heading.end + NODES_BEHIND));
  if (behind.published !== null) return behind;
  const before = datesIn(doc, Math.max(0, heading.index - NODES_BEFORE), heading.index);
  return { published: before.published, modified: behind.modified ?? before.modified };
}

function datesIn(doc: HtmlDocument, from: number, to: number): ShownDates {
  const found = { published: new Set<string>(), modified: new Set<string>() };
  for (let i = from; i < to; i++) {
    const node = doc.nodes[i]!;
    if (node.kind !== TEXT || node.text.length > 3 * MAX_LINE || !YEAR.test(node.text)) continue;
    const line = onOneLine(node.text);
    const date = line.length <= MAX_LINE ? dateOf(line) : null;
    if (date === null || isElsewhere(node)) continue;
    const kind = isOfChange(doc, node.parent!) ? 'modified' : kindOfDate(labelOf(doc, node));
    if (kind !== null) found[kind].add(date);
  }
  return { published: onlyOf(found.published), modified: onlyOf(found.modified) };
}

/** The first of a few dates; null where there are more, as lists of events and of posts have. */
function onlyOf(dates: ReadonlySet<string>): string | null {
  const [first = null] = dates;
  return dates.size > MAX_DATES ? null : first;
}

/** The date of a line that says little else. */
function dateOf(line: string): string | null {
  const match = DATE.exec(line);
  if (match === null) return null;
  const rest = line
    .replace(match[0], ' ')
    .split(/\s+/)
    .filter((word) => word.length > 1);
  if (rest.length > MAX_OTHER_WORDS) return null;
  const date = pageDate(match[0]);
  return date !== null && date >= FIRST_PAGE ? date : null;
}

/** What a date is by the words around it; null where it is that of something else than the text. */
export function kindOfDate(label: string): keyof ShownDates | null {
  if (ELSE.test(label)) return null;
  return CHANGED.test(label) ? 'modified' : 'published';
}

/** Whether a time is called that of the last change alone. */
export function isOfChange(doc: HtmlDocument, element: HtmlNode): boolean {
  const roles = rolesOf(doc);
  return roles.has(element, ROLE.timeOfChange) && !roles.has(element, ROLE.timeOfPublication);
}

/** The text of a date with the ends of those right ahead of it. */
function labelOf(doc: HtmlDocument, { index, text }: HtmlNode): string {
  const before = doc.nodes.slice(Math.max(0, index - MAX_LABEL_NODES), index);
  return `${before.map((node) => node.text.trim().slice(-MAX_LABEL)).join(' ')} ${text}`;
}

function isElsewhere({ parent }: HtmlNode): boolean {
  if (nearest(parent, ({ tag }) => ELSEWHERE.has(tag), MAX_HEIGHT) !== null) return true;
  return parent !== null && isOthers(parent);
}
