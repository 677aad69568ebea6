import { holdsAny, inOrder } from '../../../html/element-index.ts';
import { attr, type HtmlNode, nearest } from '../../../html/tree.ts';
import { lazy } from '../../../lazy.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange, keptIn, keptMass, keptWords } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { headingLevel } from '../../../page/headings.ts';
import { ROLE } from '../../../page/roles.ts';
import { tabsOf } from '../../../units/tabs.ts';
import { wordSet } from '../../../word-set.ts';
import { CERTAIN } from '../../forest/probability.ts';
import { elementsCalled } from '../elements-called.ts';
import { citationsOf } from '../parts/keep-notes.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Elements that are boxes of their own. */
const CONTAINERS = wordSet('div aside ins section nav form ul ol p footer header table figure span a button');
/** Most words that stay of a page for its boxes to be judged by their names: a longer one is judged by the model alone. */
const MAX_PAGE_WORDS = 200;
/** Most words of such a box, and of a form. */
const MAX_WORDS = 60;
const MAX_FORM_WORDS = 200;
/** Thirty-seconds of certainty that the words of one come to in the mean where its name misleads: feedback of customers. */
const SURE_32NDS = 31;
/** Fewest headings by which a box holds parts of the page, and no controls. */
const MIN_HEADINGS = 2;
/** What no such box is made of: the bar above code is a toolbar as well. */
const CONTENT = CONTEXT.code | CONTEXT.table;
/** Fields for words: those for one choice of several are of a product often. */
const FIELD = /^(?:text|email|password|tel|url|)$/i;

/**
 * Drops forms to fill in, with the box around one that its name calls a newsletter or the like, and boxes that by their name ask whether a
 * page helped, count slides or speak to the editors of a wiki; on a short page also what its name calls sharing, tools, teasers or advertising: the model weighs words, of
 * which such a page has too few to tell. What holds a title, code, data or parts under headings stays, so do labels of tabs, notes that the text
 * cites, and half of what stays at least. Changes `keep`.
 */
export function dropFurniture(page: ScoredPage, keep: Uint8Array): void {
  const { a, titles, probabilities } = page;
  const kept = keptWords(a, keep);
  const all = kept[keep.length]!;
  const filled = a.doc.elements.tagged('form').filter((form) => isFilledIn(a, form));
  const forms = new Set(filled);
  const isShort = all <= MAX_PAGE_WORDS;
  const called = isShort || filled.length > 0 ? elementsCalled(a, ROLE.furniture) : [];
  const judged = isShort ? called : called.filter((box) => holdsAny(box, filled));
  const named = [...judged, ...elementsCalled(a, ROLE.furnitureAnywhere)].filter(({ tag }) =>
    CONTAINERS.has(tag),
  );
  if (forms.size + named.length === 0) return;
  const never = lazy(() => new Set(elementsCalled(a, ROLE.neverContent)));
  const headed = lazy(() => new Set(elementsCalled(a, ROLE.headedFurniture)));
  const rows = lazy(() => new Set([...tabsOf(a).labels.values()].map(({ row }) => row)));
  const isTitle = (block: Block): boolean => headingLevel(a, block) === 1 || titles().has(block);
  const citations = lazy(() => citationsOf(page));
  const isCited = ({ index, end }: HtmlNode): boolean => {
    a.doc.budget.spend(citations().length, 'looking for notes');
    return citations().some(
      ({ link, target }) => link.end <= index && target.index >= index && target.index < end,
    );
  };
  let left = all;
  let doneTo = 0;
  for (const node of inOrder([...named, ...forms])) {
    const { index, end } = node;
    if (index < doneTo) continue;
    const words = keptIn(a, kept, index);
    const most = forms.has(node) ? MAX_FORM_WORDS : MAX_WORDS;
    if (words === 0 || words > most || (left - words) * 2 < all) continue;
    const range = blockRange(a, index);
    const blocks = a.blocks.slice(...range);
    if ((blocks.some(isTitle) && !never().has(node)) || nearest(node, (box) => rows().has(box)) !== null)
      continue;
    const headings = blocks.filter((block) => headingLevel(a, block) > 0).length;
    if (headings >= MIN_HEADINGS && !headed().has(node) && !forms.has(node)) continue;
    const isSure = keptMass(a, probabilities, keep, range).mass * 32 >= words * CERTAIN * SURE_32NDS;
    const isContent = isSure || blocks.some(({ context }) => (context & CONTENT) !== 0);
    if ((isContent && !never().has(node)) || isCited(node)) continue;
    keep.fill(0, ...range);
    left -= words;
    doneTo = end;
  }
}

/** Whether a form asks for words: a box to log in, a letter to a firm, a comment. */
function isFilledIn({ doc: { elements } }: Annotation, form: HtmlNode): boolean {
  const isField = (input: HtmlNode): boolean => FIELD.test(attr(input, 'type') ?? '');
  return elements.hasWithin(form, 'textarea') || elements.within(form, 'input').some(isField);
}
