import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import { lazyBy } from '../../core/lazy.ts';

/** A call of a note: its number, and which of that note's calls it is. */
interface Call {
  readonly number: number;
  readonly count: number;
}

/** The notes of a document by their label. */
interface Notes {
  readonly defined: Set<string>;
  /** Numbers and counts of those that are called, in the order of their first calls. */
  readonly called: Map<string, Call>;
  /** Definitions that nobody calls, and further ones of a label. */
  readonly left: RemovedBlock[];
}

/** Those of what the parser hands from rule to rule through one document. */
const notesOf = lazyBy((_: object): Notes => ({ defined: new Set(), called: new Map(), left: [] }));

/** Notes of a document that was read which no reader comes to see. */
export const notesLeft = (env: object): readonly RemovedBlock[] => notesOf(env).left;

/** Footnotes as GitHub has them: `[^label]` calls what `[^label]: …` defines, notes are numbered as they are called. */
export function notes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'note', define, { alt: ['paragraph', 'reference', 'blockquote'] });
  md.core.ruler.after('inline', 'notes', gather);
  md.renderer.rules.note_call = (tokens, i) => tokens[i]!.content;
}

const idOfCall = (number: number, count: number): string => `fnref-${number}${count > 1 ? `-${count}` : ''}`;

/** The HTML of the next call of a note; null where no note has the label. */
export function callOf(env: object, label: string): string | null {
  const { defined, called } = notesOf(env);
  const name = nameOf(label);
  if (!defined.has(name)) return null;
  const before = called.get(name);
  const call = { number: before?.number ?? called.size + 1, count: (before?.count ?? 0) + 1 };
  called.set(name, call);
  const id = idOfCall(call.number, call.count);
  return `<sup><a href="#fn-${call.number}" id="${id}" data-footnote-ref>${call.number}</a></sup>`;
}

const nameOf = (label: string): string => label.toLowerCase().toUpperCase();

const DEFINITION = /\[\^((?:[^\s\\[\]]|\\\S){1,999})\]:[ \t]*/y;

/** A definition: a container, as an item of a list that is indented by four. */
function define(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[line]! - state.blkIndent >= 4) return false;
  const start = state.bMarks[line]! + state.tShift[line]!;
  DEFINITION.lastIndex = start;
  const [sign, label] = DEFINITION.exec(state.src) ?? [];
  if (sign === undefined || label === undefined) return false;
  if (silent) return true;
  const name = nameOf(label);
  notesOf(state.env).defined.add(name);
  const { blkIndent } = state;
  const [mark, shift, columns] = [state.bMarks[line]!, state.tShift[line]!, state.sCount[line]!];
  state.push('note_open', '', 1).info = name;
  state.blkIndent += 4;
  state.bMarks[line] = start + sign.length;
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  state.md.block.tokenize(state, line, endLine);
  state.push('note_close', '', -1);
  [state.bMarks[line], state.tShift[line], state.sCount[line]] = [mark, shift, columns];
  state.blkIndent = blkIndent;
  return true;
}

/** Takes the definitions out of where they stand, and adds those that are called behind the text. */
function gather(state: StateCore): void {
  const { called, left } = notesOf(state.env);
  const bodies = new Map<string, Token[]>();
  const text: Token[] = [];
  const unseen: [name: string, body: Token[]][] = [];
  const open: Token[][] = [text];
  for (const token of state.tokens) {
    if (token.type === 'note_open') {
      const body: Token[] = [];
      if (called.has(token.info) && !bodies.has(token.info)) bodies.set(token.info, body);
      else unseen.push([token.info, body]);
      open.push(body);
    } else if (token.type === 'note_close') open.pop();
    else open.at(-1)!.push(token);
  }
  const add = (html: string): void => {
    const token = new state.Token('html_block', '', 0);
    token.content = html;
    text.push(token);
  };
  if (called.size > 0) add('\n<section data-footnotes class="footnotes">\n<ol>\n');
  for (const [name, { number, count }] of called) {
    const back = Array.from(
      { length: count },
      (_, i) => `<a href="#${idOfCall(number, i + 1)}" data-footnote-backref>↩</a>`,
    );
    add(`<li id="fn-${number}">\n`);
    for (const token of bodies.get(name)!) text.push(token);
    add(`${back.join(' ')}\n</li>\n`);
  }
  if (called.size > 0) add('</ol>\n</section>\n');
  state.tokens = text;
  for (const [name, body] of unseen) {
    const said = body.map(({ content }) => content).join(' ');
    const note = said.replace(/\s+/g, ' ').trim();
    if (note !== '') left.push({ step: 'hidden', element: `[^${name}]`, text: note });
  }
}
