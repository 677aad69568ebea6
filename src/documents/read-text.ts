import { NodeCount } from '../core/budget.ts';
import type { Block, Inline, Root } from '../core/content/tree.ts';
import { decodeHtml } from '../core/html/decode.ts';
import { utf8Length, writtenLimit } from '../core/writing/written-document.ts';
import {
  type DocumentBytes,
  fileEnding,
  malformed,
  mediaType,
  type ReadDocument,
  readingOf,
} from './document.ts';
import { languageOfEnding, languageOfType } from './media-types.table.ts';

/** Columns: a gap of blanks within a line, or a tab after text. */
const COLUMNS = /\S(?: {3}|\t)\s*\S/;

/**
 * Plain text: a paragraph per run of lines between blank ones, each line its own. Runs that are laid out by blanks
 * (columns, drawings, indented code) keep them, verbatim, as a code block. Nothing in it is markup.
 */
export function readText({ bytes, contentType }: DocumentBytes): ReadDocument {
  const decoded = decodeHtml(bytes, contentType);
  return { content: textContent(decoded.text), ...readingOf(decoded) };
}

/** Program text and data, verbatim in one code block. */
export function readCode(document: DocumentBytes): ReadDocument {
  const decoded = decodeHtml(document.bytes, document.contentType);
  const lang = languageOfEnding(fileEnding(document)) ?? languageOfType(mediaType(document.contentType));
  return { content: fenced(lang, decoded.text), ...readingOf(decoded) };
}

/** Text verbatim in one code block; without its byte order mark and the line break at its end. */
export function fenced(lang: string | null, text: string): Root {
  const value = withLineFeeds(text).trimEnd();
  return { type: 'root', children: [{ type: 'code', lang, meta: null, value }] };
}

/** The content tree of plain text. Throws `BudgetSpent` when it has more lines than a tree may have nodes. */
export function textContent(text: string): Root {
  const children: Block[] = [];
  const nodes = new NodeCount();
  for (const run of withLineFeeds(text).split(/\n(?:[^\S\n]*\n)+/)) {
    const lines = run.replace(/^\n+|(?<!\n)\n+$/g, '').split('\n');
    nodes.add(2 * lines.length + 1);
    if (lines.every((line) => line.trim() === '')) continue;
    children.push(isLaidOut(lines) ? verbatim(lines) : paragraph(lines));
  }
  return { type: 'root', children };
}

/** Line feeds alone end lines and pages. */
function withLineFeeds(text: string): string {
  return text.replace(/\r\n?|\f/g, '\n');
}

/** Small hanging indents are those of lists and letters; deeper ones are a layout. */
function isLaidOut(lines: readonly string[]): boolean {
  return lines.some((line, i) => COLUMNS.test(line) || (i > 0 && /^(?: {4}|\s*\t)/.test(line)));
}

function verbatim(lines: readonly string[]): Block {
  return { type: 'code', lang: null, meta: null, value: lines.map((line) => line.trimEnd()).join('\n') };
}

function paragraph(lines: readonly string[]): Block {
  const children: Inline[] = [];
  for (const line of lines) {
    if (children.length > 0) children.push({ type: 'break' });
    children.push({ type: 'text', value: line.trim() });
  }
  return { type: 'paragraph', children };
}

/** Characters of a fence and its language. */
const FENCE_ROOM = 100;
/** Deeper values stay on their line: indentation grows with the square of the depth. */
const MAX_INDENT_DEPTH = 40;

/**
 * JSON in a fence: its own characters, never parsed and written again, so that no number changes; a text on one line
 * is laid out over lines, where it may become as long. Lines of JSON (NDJSON) and JSON sequences are as they are. What is none is
 * `malformed_document`.
 */
export function readJson({ bytes, contentType }: DocumentBytes): ReadDocument {
  const decoded = decodeHtml(bytes, contentType);
  const text = decoded.text.replace(/^\ufeff/, '').trim();
  if (isJson(text)) {
    const room = writtenLimit(bytes.length) - utf8Length(text) - FENCE_ROOM;
    return {
      content: fenced('json', text.includes('\n') ? text : layOut(text, room)),
      ...readingOf(decoded),
    };
  }
  const lines = text.replaceAll('\u001e', '').split('\n');
  const isLines = lines.length > 1 && lines.every((line) => line.trim() === '' || isJson(line));
  return isLines
    ? { content: fenced('json', lines.join('\n')), ...readingOf(decoded) }
    : malformed(decoded.encoding);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Valid JSON over lines, two blanks a level; strings and numbers are copied as they stand. Itself, where that needs more blanks than `room`. */
function layOut(json: string, room: number): string {
  const out: string[] = [];
  let depth = 0;
  let copied = 0;
  let blanks = 0;
  const newLine = () => {
    const line = depth > MAX_INDENT_DEPTH ? '' : `\n${'  '.repeat(depth)}`;
    blanks += line.length;
    return line;
  };
  for (let at = 0; at < json.length; at++) {
    if (blanks > room) return json;
    const c = json[at]!;
    if (c === '"') {
      for (at++; json[at] !== '"'; at++) if (json[at] === '\\') at++;
      continue;
    }
    if (!'{}[],: \t\r'.includes(c)) continue;
    out.push(json.slice(copied, at));
    copied = at + 1;
    if (c === ',') out.push(',', newLine());
    else if (c === ':') {
      out.push(': ');
      blanks++;
    } else if (c === '{' || c === '[') {
      const close = /[^ \t\r]/.exec(json.slice(at + 1, at + 16))?.[0];
      depth++;
      if (close === '}' || close === ']') {
        depth--;
        at = json.indexOf(close, at);
        copied = at + 1;
        out.push(c, close);
      } else out.push(c, newLine());
    } else if (c === '}' || c === ']') {
      depth--;
      out.push(newLine(), c);
    }
  }
  return out.join('') + json.slice(copied);
}
