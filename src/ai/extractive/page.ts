import { setImmediate } from 'node:timers/promises';
import MarkdownIt from 'markdown-it';
import { plainInline, splitSentences } from './inline-text.ts';
import { termsOf } from './terms.ts';

/** The least that an answer takes of a page: a sentence, a row, a block of code. `text` stands in the page, but for line breaks. */
export interface Unit {
  readonly text: string;
  readonly origin: 'paragraph' | 'quote' | 'item' | 'ordered_item' | 'row' | 'code';
  readonly task: 'open' | 'done' | 'none';
  /** Its terms, in order. */
  readonly terms: readonly string[];
  /** Index into `Page.units`, and into `Page.sections`. */
  readonly order: number;
  readonly section: number;
  /** First of its paragraph or item. */
  readonly isFirst: boolean;
  /** Units of one paragraph, list, table or block of code have the same number. */
  readonly group: number;
  /** The head of its table, or the sentence that introduces its list or code. */
  readonly lead: string;
}

/** What stands below a heading, up to the next one of any depth. */
interface Section {
  /** Undefined for what stands before the first heading. */
  readonly heading: { readonly text: string; readonly plain: string; readonly depth: number } | undefined;
  /** Plain texts of its heading and those above it, but for the title. */
  readonly path: readonly string[];
  readonly units: Unit[];
  /** Its units but rows and code. */
  readonly sentences: Unit[];
  /** Number of its main section: the shallowest depth that occurs twice divides a page. */
  readonly main: number;
}

/** A page as its sections and units; `title`: its first heading of depth 1, else its first, as Markdown. */
export type Page = Awaited<ReturnType<typeof readPage>>;

/** Longest stretch of work on one turn of the event loop, in milliseconds. */
const TURN_MS = 8;

/** Reads a page. Gives way to other work every few milliseconds; throws `signal.reason` when aborted. */
export async function readPage(markdown: string, signal: AbortSignal) {
  const blocks = readBlocks(markdown);
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const depths = headings.map(({ depth }) => depth);
  const repeated = depths.filter((depth, index) => depths.indexOf(depth) !== index);
  const mainDepth = Math.min(...(repeated.length > 0 ? repeated : depths), 6);
  const title = headings.find(({ depth }) => depth === 1) ?? headings[0];
  const oneLine = markdown.replace(/\s+/g, ' ');
  let current: Section = { heading: undefined, path: [], units: [], sentences: [], main: 0 };
  const page = { title: title?.texts[0], sections: [current], units: [] as Unit[], sentences: [] as Unit[] };
  let above: { plain: string; depth: number }[] = [];
  let turnEndsAt = performance.now() + TURN_MS;
  for (const block of blocks) {
    if (performance.now() > turnEndsAt) {
      await setImmediate();
      signal.throwIfAborted();
      turnEndsAt = performance.now() + TURN_MS;
    }
    const { kind, depth, texts } = block;
    if (kind === 'heading') {
      const main = current.main + (depth <= mainDepth && page.units.length > 0 ? 1 : 0);
      const heading = { text: texts[0]!, plain: plainInline(texts[0]!), depth };
      above = above.filter((outer) => outer.depth < depth);
      if (block !== title) above.push(heading);
      current = { heading, path: above.map(({ plain }) => plain), units: [], sentences: [], main };
      page.sections.push(current);
      continue;
    }
    for (const unit of unitsOf(block, page, oneLine)) {
      page.units.push(unit);
      current.units.push(unit);
      if (isProse(unit.origin)) for (const list of [page.sentences, current.sentences]) list.push(unit);
    }
  }
  return { ...page, characters: markdown.length };
}

const isProse = (kind: Block['kind']) => kind !== 'row' && kind !== 'code';

/** The units of a block that comes after those of `page`. */
function unitsOf(
  { kind, texts, group, lead, task }: Block,
  { units, sections }: { readonly units: readonly Unit[]; readonly sections: readonly Section[] },
  oneLine: string,
): readonly Unit[] {
  if (kind === 'heading') return [];
  const parts = isProse(kind) ? texts.flatMap(splitSentences).filter((text) => !isPicture(text)) : texts;
  const before = units.at(-1);
  const section = sections.length - 1;
  const introduces = before?.section === section && before.group !== group;
  const said = introduces && (kind === 'code' || leadsTo(before, kind)) ? before.text : '';
  const led = before?.group === group ? before.lead : said;
  // The marks at the line starts of a quotation stand inside a sentence that crosses them: it cannot be quoted.
  const whole = parts.filter((part) => kind !== 'quote' || oneLine.includes(part));
  return whole.map((text, index) => {
    const place = { order: units.length + index, section, isFirst: index === 0, group, lead: lead || led };
    return { text, origin: kind, task, terms: termsOf(text), ...place };
  });
}

/** Whether a sentence is a picture, in a link or not. */
// linear: at most a thousand characters from each sign that opens.
const isPicture = (text: string) =>
  /^\[?!\[[^\]]{0,500}\]\([^)]{0,1000}\)(?:\]\([^)]{0,1000}\))?$/.test(text);

/** Whether a sentence introduces what follows. */
export const endsOpen = (text: string) => /[:：][*_]*$/.test(text);

/** Most terms of a line that only names the list or table below it. */
const MOST_LABEL_TERMS = 12;

/** Whether a sentence introduces a unit of another group that stands right behind it: by a colon, or as the name of a list or table. */
export function leadsTo({ text, terms, isFirst }: Unit, kind: Unit['origin']): boolean {
  if (endsOpen(text)) return true;
  const isListed = kind === 'row' || kind.endsWith('item');
  return isListed && isFirst && terms.length <= MOST_LABEL_TERMS && !/[.!?。！？।…][*_]*$/.test(text);
}

/** A block of a document, in order, lists and quotations flattened; `texts`: its inline Markdown, its code, or its rows. */
interface Block {
  readonly kind: Unit['origin'] | 'heading';
  readonly depth: number;
  readonly texts: readonly string[];
  readonly group: number;
  readonly lead: string;
  readonly task: Unit['task'];
}

/** What holds no prose of the page: notes, and formulas on lines of their own. */
const NO_PROSE = /^(?:\[\^[^\]]{1,50}\]:|\$\$)/;

/** The blocks of a Markdown document; front matter, HTML and definitions of links are left out. */
export function readBlocks(markdown: string): readonly Block[] {
  const reader = new MarkdownIt({ html: true });
  reader.core.ruler.enableOnly(['normalize', 'block']);
  const matter = /^---[ \t]*\r?\n[^\s:]+:[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(markdown);
  const source = markdown.slice(matter?.[0].length ?? 0);
  const lines = source.split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  const within: string[] = [];
  let group = 0;
  let lead = '';
  const add = (kind: Block['kind'], text: string, depth = 0, task: Unit['task'] = 'none') =>
    blocks.push({ kind, depth, texts: [text], group, lead, task });
  for (const { type, tag, nesting, content, map } of reader.parse(source, {})) {
    const inner = within.at(-1) ?? '';
    if (type !== 'inline' && !within.some((name) => /^(?:[ou]l|table)$/.test(name))) group++;
    const raw = (more = 0) => lines.slice(map![0], map![1] + more).map((line) => line.trim());
    if (type === 'fence' || type === 'code_block')
      add(
        'code',
        lines
          .slice(...map!)
          .join('\n')
          .trimEnd(),
      );
    else if (type === 'thead_open') lead = raw(1).join('\n');
    else if (type === 'tr_open' && within.includes('tbody')) add('row', raw().join(''));
    else if (type === 'table_close') lead = '';
    else if (type === 'inline' && /^h\d$/.test(inner)) add('heading', content, Number(inner[1]));
    else if (type === 'inline' && inner === 'p' && !NO_PROSE.test(content)) {
      const kind = kindOf(within);
      const [marks = '', box] = (kind.endsWith('item') && /^\[([ xX])\]\s+/.exec(content)) || [];
      const task = box === undefined ? 'none' : box === ' ' ? 'open' : 'done';
      add(kind, joinLines(content.slice(marks.length)), 0, task);
    }
    if (nesting === 1) within.push(tag);
    if (nesting === -1) within.pop();
  }
  return blocks;
}

/** What a paragraph is in the elements that it stands in. */
function kindOf(within: readonly string[]): Unit['origin'] {
  const list = within.findLast((name) => name === 'ol' || name === 'ul');
  if (list !== undefined) return list === 'ol' ? 'ordered_item' : 'item';
  return within.includes('blockquote') ? 'quote' : 'paragraph';
}

/** Soft breaks become spaces; hard breaks (two spaces or a backslash, CommonMark 6.7) become line feeds. */
const joinLines = (text: string) =>
  text
    .split('\n')
    .map((line, at, { length }) => {
      const isHard = /(?: {2}|\\)$/.test(line) && at < length - 1;
      const said = (isHard ? line.replace(/\\$/, '') : line).trim();
      return at === length - 1 ? said : `${said}${isHard ? '\n' : ' '}`;
    })
    .join('');
