import type { TitleEvidence } from './page-title.ts';
import { squash } from './plain-text.ts';
import { isSite, segment, wordsOf } from './site-name.ts';

/** Share of the words of the shorter of two titles that the other must have to be another wording of it. */
const MIN_SHARED = 0.5;
/** Fewest letters that a longer heading may begin with to be the whole of what is cut off. */
const MIN_CUT = 12;

/**
 * The title that readers see, where it is not that of the title tag: a main heading that the page declares as its title, else
 * what its structured data and its share title agree on, else a main heading that words the title tag otherwise. Null
 * where a heading says the same as the tag, or none has to do with it: that names a section, a book or a box.
 */
export function confirmedTitle(title: string, tag: string, evidence: TitleEvidence): string | null {
  const headings = evidence.headings.filter(
    (heading) => squash(heading) !== '' && !isSite(heading, evidence),
  );
  const own = squash(title);
  if (headings.some((heading) => squash(heading) === own)) return null;
  const { headline, copies } = evidence;
  const declared = [headline, ...copies].flatMap((value) => (value === null ? [] : leadsOf(value)));
  const read = headings.find((heading) => declared.includes(squash(heading)));
  if (read !== undefined) return read;
  const agreed = copies.find(
    (copy) => squash(copy) === squash(headline ?? '') && squash(copy) !== squash(tag),
  );
  return agreed ?? headings.find((heading) => isOtherWording(heading, title, tag)) ?? null;
}

/** A declared title for comparison, and what stands ahead of its first separator. */
function leadsOf(title: string): string[] {
  const [lead] = segment(title);
  return [title, lead === undefined ? '' : title.slice(lead.start, lead.end)].map(squash);
}

/** Whether a heading begins the title tag, goes on where it is cut off, or says half of it in other words. */
function isOtherWording(heading: string, title: string, tag: string): boolean {
  const [own, cut, all] = [heading, title, tag].map(squash) as [string, string, string];
  if (all.startsWith(own) || (cut === all && cut.length >= MIN_CUT && own.startsWith(cut))) return true;
  if (all.includes(own) || own.includes(cut)) return false;
  const [words, others] = [new Set(wordsOf(heading)), new Set(wordsOf(title))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= MIN_SHARED * Math.min(words.size, others.size);
}
