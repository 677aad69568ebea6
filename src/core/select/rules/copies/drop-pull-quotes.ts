import { lazy } from '../../../lazy.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { blockRange, spokenWords } from '../../../page/block-range.ts';
import { ROLE, rendered } from '../../../page/roles.ts';
import { markCopies } from '../../prune.ts';

/** Words of a pull quote: fewer stand in many places by chance, more are a text. */
const MIN_WORDS = 6;
const MAX_WORDS = 60;
/** Most boxes of a page that are compared with its texts. */
const MAX_QUOTES = 40;

/** Drops a sentence of the text that is set large beside it, too (`<q>`, `<aside>`, a box called so). Marks it as `COPY` in `keep`. */
export function dropPullQuotes(a: Annotation, keep: Uint8Array): void {
  const boxes = [...rendered(a, ROLE.pullQuote), ...a.doc.elements.tagged('q', 'aside')].slice(0, MAX_QUOTES);
  const said = lazy(() => a.blocks.map((block) => spokenWords(a, block)));
  for (const { index } of boxes) {
    const [from, to] = blockRange(a, index);
    const words = a.blocks.slice(from, to).reduce((sum, { count }) => sum + count.words, 0);
    if (words < MIN_WORDS || words > MAX_WORDS || !keep.subarray(from, to).includes(1)) continue;
    const quote = said().slice(from, to).join('').replaceAll('  ', ' ');
    const isElsewhere = said().some(
      (text, b) => keep[b] === 1 && (b < from || b >= to) && text.includes(quote) && text !== quote,
    );
    if (isElsewhere) markCopies(keep, from, to);
  }
}
