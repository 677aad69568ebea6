import { attr, type HtmlNode, TEXT } from '../../../html/tree.ts';
import { ROLE } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import type { Builder } from '../../builder.ts';
import { protectedMailto, shownText } from '../../shown-text.ts';
import type { Inline } from '../../tree.ts';
import { addCode } from './code-block.ts';

/** `<code>`, `<samp>`, `<tt>`: inline code; links in it are kept around their part of it. */
export function handleInlineCode(node: HtmlNode, b: Builder): boolean {
  // `<code>` around `<pre>`, a nesting that HTML does not have: the inner one is the code.
  if (b.doc.elements.hasWithin(node, 'pre')) return true;
  if (isBlockOfCode(node, b)) return addCode(node, null, b);
  if (touchesCode(node)) b.space();
  for (const part of codeParts(node, b)) {
    const code: Inline = { type: 'inlineCode', value: joinedLines(part.value) };
    if (part.value.trim() === '') b.text(part.value);
    else if (part.url === null || b.hasMark('link')) b.atom(code);
    else b.atom({ type: 'link', url: part.url, title: null, children: [code] });
  }
  // What TypeDoc says of a name stands right ahead of it.
  if (b.roles.has(node, ROLE.typedocTag)) b.space();
  return false;
}

/** Whether a name stands right behind another in an element of its own: two values, where signs would join them (`os.`, `path`). */
function touchesCode({ prev, first }: HtmlNode): boolean {
  if (prev?.tag !== 'code' || prev.last?.kind !== TEXT || first?.kind !== TEXT) return false;
  return /[\p{L}\p{N}]$/u.test(prev.last.text.slice(-4)) && /^[\p{L}\p{N}]/u.test(first.text.slice(0, 4));
}

/** Code of Distill's articles: `<d-code block language="python">`. */
export function handleDistillCode(node: HtmlNode, b: Builder): boolean {
  return attr(node, 'block') === null ? handleInlineCode(node, b) : addCode(node, null, b);
}

/** Line breaks of the source are layout, with the indentation after them; other blanks may be meant. */
function joinedLines(value: string): string {
  return value.includes('\n') ? value.replace(/(?:(?<![ \t\r])[ \t\r]+)?\n\s*/g, ' ') : value;
}

/** Code of several lines outside `<pre>`: its breaks are elements, or kept by a style or a highlighter. */
function isBlockOfCode(node: HtmlNode, b: Builder): boolean {
  if (b.frame.phrasing || node.tag !== 'code') return false;
  const keeps = styleOf(node, 'white-space').startsWith('pre');
  const isHighlighted = b.roles.has(node, ROLE.highlightedCode);
  let text = '';
  let feeds = 0;
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = b.doc.nodes[i]!;
    if (inner.tag === 'br' || inner.tag === 'div') return true;
    if (inner.kind !== TEXT) continue;
    if (inner.text.trim().includes('\n')) feeds++;
    if (keeps) text += inner.text;
  }
  return keeps ? text.trim().includes('\n') : isHighlighted && feeds > 0;
}

interface Part {
  value: string;
  readonly url: string | null;
}

function codeParts(node: HtmlNode, b: Builder): Part[] {
  const parts: Part[] = [{ value: '', url: null }];
  let linkEnd = -1;
  for (const inner of b.keptIn(node)) {
    if (linkEnd >= 0 && inner.index >= linkEnd) {
      parts.push({ value: '', url: null });
      linkEnd = -1;
    }
    if (inner.kind === TEXT) parts[parts.length - 1]!.value += shownText(inner);
    else if (inner.tag === 'a') {
      const href = attr(inner, 'href');
      const url = href === null ? null : (protectedMailto(inner, href, b.doc) ?? b.resolve(href));
      if (url === null) continue;
      parts.push({ value: '', url });
      linkEnd = inner.end;
    } else if (inner.tag === 'br') parts[parts.length - 1]!.value += ' ';
  }
  return parts.filter((part) => part.value !== '');
}
