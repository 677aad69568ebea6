import Parser, {
  type Delimiter,
  type MarkdownIt,
  type Options,
  type StateBlock,
  type StateCore,
  type StateInline,
} from 'markdown-it';
import { Budget, BudgetSpent } from '../../core/budget.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import { autolinks } from './autolinks.ts';
import { brackets } from './brackets.ts';
import { formulas } from './formulas.ts';
import { notes, notesLeft } from './notes.ts';
import { paragraphs } from './paragraphs.ts';
import { tables } from './tables.ts';

/** Quotes and notes nest as deep, lists half as deep: an item is one level in its list. */
export const MAX_LEVELS = 128;
/** Steps that a look at a line counts for: about so many rules are asked, in each quote around it. */
const LOOK_STEPS = 10;
/** Tags that any document may have, and bytes that pay for each one more: at 15 µs a tag half a second and 2.5 s a MB. */
const [FREE_TAGS, BYTES_PER_TAG] = [33_000, 6];
/** The most tokens of blocks for each of their tags: an item of a tight list has five, and two tags. */
const TOKENS_PER_TAG = 2.5;

const PARSER = new Parser({ html: true, maxNesting: Number.POSITIVE_INFINITY } as Options)
  .use(bounds)
  .use(brackets)
  .use(notes)
  .use(paragraphs)
  .use(tables)
  .use(autolinks)
  .use(formulas)
  .use(deletions)
  .use(tasks);
// The core judges addresses; text stays as it is written.
PARSER.validateLink = () => true;
PARSER.normalizeLink = PARSER.utils.lib.mdurl.encode;
PARSER.normalizeLinkText = (text) => text;

/** A quote whose first line is GitHub's sign of an alert. */
const ALERT = /<blockquote>\n<p>\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\](?:\n|(?=<\/p>))/g;

/**
 * The HTML of Markdown (CommonMark, GFM, formulas, alerts), raw HTML and all: safe only behind the core, which judges every
 * element and address. Throws `BudgetSpent` for quotes and lists too deep, for more looks at lines than `budget` has, and for more
 * tags than so many bytes may become. Notes that no reader comes to see are added to `removed`.
 */
export function markdownToHtml(markdown: string, removed: RemovedBlock[] = []): string {
  const env = { [BUDGET]: Budget.for(markdown.length) };
  const html = PARSER.render(markdown, env);
  for (const note of notesLeft(env)) removed.push(note);
  checkTags(tagsOf(html), markdown.length);
  return html.replace(
    ALERT,
    (_, kind: string) => `<blockquote class="markdown-alert markdown-alert-${kind.toLowerCase()}">\n<p>`,
  );
}

function tagsOf(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count++;
  return count;
}

function checkTags(count: number, length: number): void {
  const most = FREE_TAGS + Math.floor(length / BYTES_PER_TAG);
  if (count > most) throw new BudgetSpent(`more than ${most} tags for so little Markdown`);
}

const BUDGET = Symbol('budget');

/** Bounds nesting, and counts looks at lines: every quote looks at each line in it, lines without its sign included. */
function bounds(md: MarkdownIt): void {
  const look = ({ level, env, src, tokens }: StateBlock): boolean => {
    checkTags(tokens.length / TOKENS_PER_TAG, src.length);
    if (level > MAX_LEVELS) throw new BudgetSpent(`more than ${MAX_LEVELS} levels of quotes and lists`);
    (env[BUDGET] as Budget).spend(LOOK_STEPS, 'reading lines of Markdown');
    return false;
  };
  md.block.ruler.before('table', 'bounds', look, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

/** `~a~` and `~~a~~`: runs of the same length are a pair. */
function deletions(md: MarkdownIt): void {
  md.inline.ruler.at('strikethrough', (state) => {
    if (state.src[state.pos] !== '~') return false;
    const { can_open: open, can_close: close, length } = state.scanDelims(state.pos, true);
    state.push('text', '', 0).content = '~'.repeat(length);
    // A marker of its own for each length, below all characters.
    if (length < 3)
      state.delimiters.push({
        marker: -length,
        length: 0,
        token: state.tokens.length - 1,
        end: -1,
        open,
        close,
      });
    state.pos += length;
    return true;
  });
  md.inline.ruler2.at('strikethrough', (state) => {
    markDeletions(state, state.delimiters);
    for (const meta of state.tokens_meta) markDeletions(state, meta?.delimiters ?? []);
    return true;
  });
}

function markDeletions({ tokens }: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const close = delimiters[end];
    if (marker >= 0 || close === undefined) continue;
    Object.assign(tokens[token]!, { type: 'del_open', tag: 'del', nesting: 1, content: '' });
    Object.assign(tokens[close.token]!, { type: 'del_close', tag: 'del', nesting: -1, content: '' });
  }
}

/** A box at the start of an item's first paragraph. */
const BOX = /^\[([ \t\nxX])\](?=\s)/;

function tasks(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'tasks', ({ tokens, Token }: StateCore) => {
    for (const [i, token] of tokens.entries()) {
      const box =
        tokens[i - 2]?.type === 'list_item_open' && token.type === 'inline' ? BOX.exec(token.content) : null;
      if (box === null) continue;
      const input = new Token('html_inline', '', 0);
      input.content = `<input type="checkbox" disabled${/x/i.test(box[1]!) ? ' checked' : ''}>`;
      token.children!.push(input);
      token.content = token.content.slice(box[0].length);
    }
  });
}
