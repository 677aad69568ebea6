import { childParts, firstPart, type HtmlNode, isHeadingTag } from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE, rendered } from '../page/roles.ts';
import { labelOf } from '../page/text-of.ts';

/** Most characters of the name of a speaker. */
const MAX_CHARS = 60;
/** Fewest turns of a conversation. */
const MIN_TURNS = 2;

/**
 * Headings for screen readers alone that say who speaks: each begins a turn, turns of one kind stand side by side, and each of them says
 * "… said:", or speakers come back. Nothing else on such a page names them.
 */
export const speakersOf = lazyBy((a: Annotation): ReadonlySet<HtmlNode> => {
  const speakers = new Set<HtmlNode>();
  const rows = new Set<HtmlNode>();
  for (const heading of rendered(a, ROLE.screenReaderOnly)) {
    const row = isHeadingTag(heading.tag) ? heading.parent!.parent : null;
    if (row === null || rows.has(row)) continue;
    rows.add(row);
    const { tag } = heading.parent!;
    const names = childParts(row).flatMap((turn) => {
      const first = turn.tag === tag ? firstPart(turn) : null;
      const isName = first !== null && isHeadingTag(first.tag) && a.roles.has(first, ROLE.screenReaderOnly);
      return isName ? [first] : [];
    });
    const said = names.map((name) => labelOf(a.doc, name, MAX_CHARS));
    const { size } = new Set(said);
    const comeBack = size >= MIN_TURNS && size < said.length;
    if (said.length < MIN_TURNS || !(comeBack || said.every((name) => /[:：]$/.test(name)))) continue;
    for (const name of names) speakers.add(name);
  }
  return speakers;
});
