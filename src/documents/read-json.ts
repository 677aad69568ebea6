import { decodeHtml } from '../core/html/decode.ts';
import { type DocumentBytes, malformed, type ReadDocument } from './document.ts';
import { fenced } from './read-text.ts';

/** Deeper values stay on their line: indentation grows with the square of the depth. */
const MAX_INDENT_DEPTH = 40;

/**
 * JSON in a fence: its own characters, never parsed and written again, so that no number changes; a text on one line
 * is laid out over lines. Lines of JSON (NDJSON) and JSON sequences are as they are. What is none is
 * `malformed_document`.
 */
export function readJson({ bytes, contentType }: DocumentBytes): ReadDocument {
  const decoded = decodeHtml(bytes, contentType);
  const text = decoded.text.replace(/^\ufeff/, '').trim();
  const { encoding } = decoded;
  if (isJson(text)) {
    return { content: fenced('json', text.includes('\n') ? text : layOut(text)), encoding };
  }
  const lines = text.replaceAll('\u001e', '').split('\n');
  const isLines = lines.length > 1 && lines.every((line) => line.trim() === '' || isJson(line));
  return isLines ? { content: fenced('json', lines.join('\n')), encoding } : malformed(encoding);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Valid JSON over lines, two blanks a level; strings and numbers are copied as they stand. */
function layOut(json: string): string {
  const out: string[] = [];
  let depth = 0;
  let copied = 0;
  const newLine = () => (depth > MAX_INDENT_DEPTH ? '' : `\n${'  '.repeat(depth)}`);
  for (let at = 0; at < json.length; at++) {
    const c = json[at]!;
    if (c === '"') {
      for (at++; json[at] !== '"'; at++) if (json[at] === '\\') at++;
      continue;
    }
    if (!'{}[],: \t\r'.includes(c)) continue;
    out.push(json.slice(copied, at));
    copied = at + 1;
    if (c === ',') out.push(',', newLine());
    else if (c === ':') out.push(': ');
    else if (c === '{' || c === '[') {
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
