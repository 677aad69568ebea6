import { attr, type HtmlDocument, type HtmlNode, nearest } from '../html/tree.ts';
import { ROLE, type Roles } from '../page/roles.ts';
import { labelOf } from '../page/text-of.ts';
import type { LocalLinks } from './local-links.ts';
import { isRaised } from './note-shape.ts';

/** Fewest words of a note: fewer say what a click does. */
const MIN_WORDS = 4;
/** Elements around a reference, one of which a generator's script makes the note of. */
const MAX_HEIGHT = 3;
/** Links that lead nowhere: scripts open them. */
const NOWHERE = /^\s*(?:javascript:|#?$)/i;
const TAGS = /<[^<>]{0,200}>/g;

/** The notes that only the title of their reference holds, by its link: a raised label, or one in brackets, that leads to nothing on the page. */
export function titledNotes(doc: HtmlDocument, roles: Roles, links: LocalLinks): Map<HtmlNode, string> {
  const notes = new Map<HtmlNode, string>();
  const fragments = new Map(links.all.map(({ node, fragment }) => [node, fragment]));
  for (const link of doc.elements.tagged('a')) {
    const title = attr(link, 'title')?.replace(TAGS, '').trim();
    if (title === undefined || title.split(/\s+/).length < MIN_WORDS) continue;
    const label = labelOf(doc, link, 12);
    const number = /\d+/.exec(label)?.[0];
    // "Go to note 1": where it leads.
    if (number === undefined || title.match(/\d+/g)?.includes(number)) continue;
    if (!isRaised(link) && !label.startsWith('[')) continue;
    const fragment = fragments.get(link);
    const leadsNowhere =
      fragment === undefined ? NOWHERE.test(attr(link, 'href') ?? '') : !links.targetOf(fragment);
    const isOther = (box: HtmlNode) => roles.has(box, ROLE.sidenote);
    if (leadsNowhere && nearest(link, isOther, MAX_HEIGHT) === null) notes.set(link, title);
  }
  return notes;
}
