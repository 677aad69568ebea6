import { setImmediate } from 'node:timers/promises';
import MarkdownIt from 'markdown-it';
import { headingQuestion } from './headings.ts';
import { plainInline, splitSentences } from './inline-text.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { LANGUAGES, phrasePattern, termsOf, withoutAccents } from './words.ts';

/** A line of the page, as it stands and as a reader sees it; `depth`: 1 to 6, more of a line that stands for a heading. */
type Heading = Readonly<Record<'text' | 'plain', string> & { depth: number }>;

/** The least that an answer takes of a page: a sentence, a row, a block of code. `text` stands in the page, but for line breaks. */
export interface Unit {
  readonly text: string;
  readonly plain: string;
  readonly terms: readonly string[];
  readonly origin: 'paragraph' | 'caption' | 'quote' | 'item' | 'ordered_item' | 'row' | 'code';
  readonly task: 'open' | 'done' | 'none';
  /** Index into `Page.units`. */
  readonly order: number;
  readonly section: Section;
  /** Units of one paragraph, list, table or block of code have the same number; first of a paragraph or item. */
  readonly group: number;
  readonly isFirst: boolean;
  /** What names its block: the head of its table, a line above its list, what ends in a colon. */
  readonly label: Unit | undefined;
  /** The terms of that and of its headings. */
  readonly context: ReadonlySet<string>;
}

/** What stands below a heading, up to the next one of any depth; `path`: the headings it stands below, but for the title. */
interface Section {
  readonly heading: Heading | undefined;
  readonly path: readonly Heading[];
  /** The terms of that path. */
  readonly terms: readonly string[];
  readonly units: Unit[];
}

/** A page as its sections and units; `title`: its first heading of the least depth; `subject`: that or else its first line; `sentences`: all but rows and code. */
export type Page = Awaited<ReturnType<typeof readPage>>;

/** Depth of a line that stands for a heading: below all headings. */
const NAME_DEPTH = 7;
/** Longest heading, in characters: a longer one is a paragraph. Characters of the nearest headings that what stands below them is found by; of what a page is about. */
const [LONGEST_HEADING, PATH_CHARACTERS, SUBJECT_CHARACTERS] = [300, 200, 300];
/** Longest stretch of work on one turn of the event loop, in milliseconds. */
const TURN_MS = 8;

/** Reads a page. Gives way to other work every few milliseconds; throws `signal.reason` when aborted. */
export async function readPage(markdown: string, signal: AbortSignal) {
  const blocks = readBlocks(markdown);
  const headings = blocks.filter(({ depth }) => depth > 0 && depth < NAME_DEPTH);
  const [title] = headings.sort((a, b) => a.depth - b.depth);
  const sections: Section[] = [{ heading: undefined, path: [], terms: [], units: [] }];
  const units: Unit[] = [];
  let turnEndsAt = performance.now() + TURN_MS;
  for (const block of blocks) {
    if (performance.now() > turnEndsAt) {
      await setImmediate();
      signal.throwIfAborted();
      turnEndsAt = performance.now() + TURN_MS;
    }
    const { text, depth } = block;
    const current = sections.at(-1)!;
    if (depth === 0) {
      addUnits(block, current, units);
      continue;
    }
    const mark = depth < NAME_DEPTH ? `${'#'.repeat(depth)} ` : '';
    const heading = { text: mark + text, plain: plainInline(text), depth };
    // A heading right above another, of whatever depth, belongs to what follows.
    const bare = current.units.length === 0 ? current.heading : undefined;
    const above = current.path.filter((outer) => outer.depth < depth || outer === bare);
    const path = block === title ? above : [...above, heading];
    const named = path.map(({ plain }) => plain).join(' ');
    sections.push({ heading, path, terms: termsOf(named.slice(-PATH_CHARACTERS)), units: [] });
  }
  const sentences = units.filter(({ origin }) => origin !== 'row' && origin !== 'code');
  const name = title && plainInline(title.text);
  const subject = (name ?? units[0]?.plain ?? '').slice(0, SUBJECT_CHARACTERS);
  return { title: name, subject, sections, units, sentences, characters: markdown.length };
}

/** Adds the units of a block to those of its section and its page. */
function addUnits({ text: block, ...own }: Block, section: Section, units: Unit[]) {
  // The lead of a page is no caption, though a picture stands above it.
  const isLead = units.length === 0 && own.origin === 'caption';
  const kind = isLead ? { ...own, origin: 'paragraph' as const } : own;
  const isWhole = kind.origin === 'row' || kind.origin === 'code';
  for (const [at, text] of (isWhole ? [block] : splitSentences(block)).entries()) {
    const before = section.units.at(-1);
    const goesOn = before?.group === kind.group && !endsOpen(before.text);
    // A line on its own is of the same thing as the one before it: what costs what, below its name.
    const isLine = kind.origin === 'paragraph' && !isFinished(text);
    const isNamed = before !== undefined && !goesOn && names(before, kind.origin);
    const isNext = goesOn || (isLine && before?.origin === 'paragraph' && !isFinished(before.text));
    const label = isNamed ? before : isNext ? before?.label : undefined;
    const context =
      before && before.label === label
        ? before.context
        : new Set([...section.terms, ...(label?.terms ?? [])]);
    const plain = plainInline(text);
    const place = { order: units.length, section, isFirst: at === 0, label, context };
    units.push({ ...kind, ...place, text, plain, terms: termsOf(plain) });
    section.units.push(units.at(-1)!);
  }
}

/** Things by what they have in common, in their order. */
export function groupsOf<Key, One>(things: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of things) groups.set(keyOf(one), []);
  for (const one of things) groups.get(keyOf(one))!.push(one);
  return groups;
}

/** Whether a text introduces what follows: by a colon, as the head of a table or of some of its rows, as what items are for; whether it ends as sentences do; whether it asks, by its mark. */
export const endsOpen = (text: string) =>
  /[:：][*_]*$|\n[-:| ]+$|^\| *\*\*[^|]+\*\* *\|[ |]*$|^(?:For the|Für d\p{Ll}+|Pour l[ae]s?|Para (?:el|la)|Per (?:il|la)|Voor de) [^\d.,:]{3,40}$/u.test(
    text,
  );
export const isFinished = (text: string) =>
  /$(?<=[.!?。！？؟।…]["”»’')）」』\]*_]*(?:\[\^[^\]]+\])*)/.test(text);
export const isQuestion = (text: string) => /[?？؟]["”»’)*_\s]*$|[\p{sc=Greek}];$/u.test(text);

/** Whether a sentence begins with a word that refers to the one before it: a pronoun, or “however”. */
export const refersBack = ({ plain }: Unit, language: NoticeLanguage): boolean =>
  withoutAccents(plain)
    .replace(/^[^\p{L}]+/u, '')
    .search(phrasePattern('referring', language)) === 0;

/** Longest line that only names what is below it, in characters. */
const LONGEST_NAME_CHARACTERS = 60;
/** A name of lines: numbered perhaps, no figure, and nothing that says what it is. */
const NAME = /^(?:\d{1,3}[.、)] ?)?[［【〈《■●◆]?\p{L}[^\d:：]*$/u;

/** Whether a unit names a block right below it: by a colon, or as a few words on a line of its own. */
function names({ text, plain, label, isFirst, origin: own }: Unit, origin: Unit['origin']): boolean {
  if (endsOpen(text) || endsOpen(plain)) return true;
  const isAlone =
    isFirst &&
    (!isFinished(text) || isQuestion(text)) &&
    !text.includes('\n') &&
    (!label || own === 'paragraph');
  const isProse = origin === 'paragraph' || origin === 'quote';
  // An item names what is within it.
  if (isProse && own.endsWith('item')) return false;
  return isAlone && plain.length <= LONGEST_NAME_CHARACTERS && (!isProse || NAME.test(plain));
}

/** A block of a document, lists and quotations flattened: its inline Markdown, its code or its row; `depth`: of a heading, else 0. */
type Block = Pick<Unit, 'text' | 'origin' | 'task' | 'group'> & { readonly depth: number };

/** What holds no prose of the page: notes, formulas on lines of their own, pictures. */
// linear: at most a thousand characters from each sign that opens.
const NO_PROSE = /^(?:\[\^[^\]]{1,50}\]:|\$\$|\[?!\[[^\]]{0,500}\]\([^)]{0,1000}\)(?:\]\([^)]{0,1000}\))?$)/;
/** A picture; and the longest paragraph that is its caption, right behind it, in characters. */
const PICTURE = /^\[?!\[/;
const LONGEST_CAPTION_CHARACTERS = 200;
/** A line in bold that is no sentence, or one question. */
const AS_HEADING = /^\*\*[^*\n]{2,80}(?<![.!。！…,;])\*\*[:：.]?$|^[^.!?。！？\n]{5,120}[?？]$/;

/** Whether a paragraph stands for a heading: by its form, or as it says what a known heading says. */
const standsForHeading = (line: string): boolean =>
  AS_HEADING.test(line) ||
  (line.length <= LONGEST_NAME_CHARACTERS && LANGUAGES.some((one) => headingQuestion(line, one) !== ''));

/** What a paragraph is in an element. */
const ORIGINS: Partial<Record<string, Unit['origin']>> = {
  ol: 'ordered_item',
  ul: 'item',
  blockquote: 'quote',
};

/** What a block of HTML says, on one line; nothing for a comment, a script or a style. */
const wordsOf = (html: string) =>
  /^\s*<(?:[!?]|script|style)/i.test(html) ? '' : plainInline(html.replace(/<[^<>]*>/g, ' '));

/** The blocks of a Markdown document; front matter and definitions of links are left out. */
export function readBlocks(markdown: string): readonly Block[] {
  const reader = new MarkdownIt({ html: true });
  reader.core.ruler.enableOnly(['normalize', 'block']);
  const matter = /^---[ \t]*\r?\n[^\s:]+:[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(markdown);
  const source = markdown.slice(matter?.[0].length ?? 0);
  const lines = source.split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  const within: string[] = [];
  let group = 0;
  let above = '';
  for (const { type, tag, nesting, content, map, markup, info } of reader.parse(source, {})) {
    if (type !== 'inline' && !within.some((name) => /^(?:[ou]l|table)$/.test(name))) group++;
    const add = (block: Partial<Block>) =>
      blocks.push({ origin: 'paragraph', task: 'none', depth: 0, group, text: content, ...block });
    const raw = (more = 0) => lines.slice(map![0], map![1] + more).join('\n');
    const inner = type === 'inline' ? within.at(-1)! : '';
    if (type === 'fence') add({ origin: 'code', text: `${markup}${info}\n${content}${markup}` });
    else if (type === 'code_block') add({ origin: 'code', text: content.trimEnd().replace(/^/gm, '    ') });
    else if (type === 'html_block' && /\p{L}/u.test(wordsOf(content))) add({ text: wordsOf(content) });
    else if (type === 'thead_open') add({ origin: 'row', text: raw(1).trim() });
    else if (type === 'tr_open' && within.includes('tbody')) add({ origin: 'row', text: raw().trim() });
    else if (/^h\d$/.test(inner))
      add({ depth: plainInline(content).length > LONGEST_HEADING ? 0 : Number(inner[1]) });
    else if (inner === 'p' && within.length === 1 && standsForHeading(content)) add({ depth: NAME_DEPTH });
    else if (inner === 'p' && !NO_PROSE.test(content)) {
      const holder = within.findLast((name) => ORIGINS[name] !== undefined) ?? '';
      // The box of a task, or the kind of an alert.
      const [marks = '', box] = /^\[(?:([ xX])\]\s|!\p{Lu}+\])\s*/u.exec(content) ?? [];
      // Soft breaks become spaces, hard ones (blanks or a backslash, CommonMark 6.7) line feeds.
      const text = content
        .slice(marks.length)
        .replace(/(\\|(?<! ) +)?\n[ \t]*/g, (_, end = ' ') => (end === ' ' ? ' ' : '\n'));
      const task = !box ? 'none' : box === ' ' ? 'open' : 'done';
      const isCaption =
        PICTURE.test(above) && isFinished(content) && text.length <= LONGEST_CAPTION_CHARACTERS;
      add({ origin: ORIGINS[holder] ?? (isCaption ? 'caption' : 'paragraph'), text: text.trim(), task });
    }
    if (type === 'inline') above = content;
    if (nesting === 1) within.push(tag);
    if (nesting === -1) within.pop();
  }
  return blocks;
}
