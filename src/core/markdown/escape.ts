import { uint8s } from '../zeroed.ts';
import {
  ANY_INLINE_DANGER,
  ANY_LINE_DANGER,
  INLINE_DANGERS,
  LINE_DANGERS,
  type LinePlace,
  PAIRED_DANGERS,
  SYNTAX_IN_DANGER,
} from './dangers.ts';
import { ESCAPED, isTextRole, LABEL, LABEL_UNBALANCED, type Role, SYNTAX, TEXT } from './inline-token.ts';
import { nestingOf } from './link.ts';
import { attentionEscapes, codeEscapes } from './paired-escapes.ts';

/** What the run stands in. */
export interface EscapeContext {
  /** `flow`: a paragraph, whose lines can start blocks; `heading`: one line after `#`; `cell`: between pipes. */
  readonly place: 'flow' | 'heading' | 'cell';
  /** The run is the first thing in a list item / in a block quote. */
  readonly first: 'itemStart' | 'quoteStart' | null;
  /** Labels that have a definition in the document: `1` (links), `^1` (footnotes). */
  readonly labels: ReadonlySet<string>;
}

export interface RunPart {
  readonly value: string;
  readonly role: Role;
}

/**
 * Joins the parts of a run, a backslash before the characters that would be read as markup where they stand (`dangers.ts`). No two
 * parts of plain text are side by side.
 */
export function escapeRun(parts: readonly RunPart[], context: EscapeContext): string {
  let raw = '';
  let inline = false;
  for (const { value, role } of parts) {
    raw += value;
    inline ||= role >= TEXT && ANY_INLINE_DANGER.test(value);
  }
  if (!inline && !mayStartBlock(raw, parts[0]?.role ?? TEXT, context)) return raw;
  const roles = uint8s(raw.length);
  let at = 0;
  for (const { value, role } of parts) {
    if (role !== SYNTAX) roles.fill(role, at, at + value.length);
    at += value.length;
  }
  const run = new EscapeRun(raw, roles, context);
  // Lines first: what they split is seen by the pairing of back-ticks and dollars.
  if (context.place === 'flow') run.markLines();
  if (inline) run.markInline();
  if (context.place === 'heading') run.markClosingSequence();
  return run.toString();
}

function mayStartBlock(raw: string, first: Role, context: EscapeContext): boolean {
  if (context.place === 'heading') return raw.endsWith('#');
  if (context.place === 'cell') return false;
  return raw.includes('\n') || (first < TEXT ? SYNTAX_IN_DANGER : ANY_LINE_DANGER).test(raw);
}

class EscapeRun {
  private escapes = 0;

  constructor(
    private readonly raw: string,
    private readonly roles: Uint8Array,
    private readonly context: EscapeContext,
  ) {}

  toString(): string {
    const { raw, roles } = this;
    if (this.escapes === 0) return raw;
    const out: string[] = [];
    let from = 0;
    for (let at = 0; at < raw.length; at++) {
      if (roles[at]! < ESCAPED) continue;
      out.push(raw.slice(from, at), '\\');
      from = at;
    }
    out.push(raw.slice(from));
    return out.join('');
  }

  private escape(at: number): void {
    const role = this.roles[at]!;
    if (!isTextRole(role) || role >= ESCAPED) return;
    this.roles[at] = role | ESCAPED;
    this.escapes++;
  }

  private escapeAll(start: number, end: number): void {
    for (let at = start; at < end; at++) this.escape(at);
  }

  markInline(): void {
    this.markNeighbours();
    for (const [char, pairs] of PAIRED_DANGERS) {
      if (!this.raw.includes(char)) continue;
      const escapes =
        pairs === 'code'
          ? codeEscapes(this.raw, this.roles, char)
          : attentionEscapes(this.raw, this.roles, char);
      for (const [start, end] of escapes) this.escapeAll(start, end);
    }
    if (/[[\]]/.test(this.raw)) this.markBrackets();
    if (this.context.place === 'cell') for (const { index } of this.raw.matchAll(/\|/g)) this.escape(index);
  }

  private markNeighbours(): void {
    const { raw, roles } = this;
    for (const [probe, pattern, which, inLabel] of INLINE_DANGERS) {
      if (!raw.includes(probe)) continue;
      const lastClose = probe === '<' ? raw.lastIndexOf('>') : raw.length;
      for (const { 0: found, index } of raw.matchAll(pattern)) {
        const at = which === 'first' ? index : index + found.length - 1;
        if (at <= lastClose && (inLabel || roles[at] === TEXT)) this.escape(at);
      }
    }
    for (let at = raw.indexOf('!['); at >= 0; at = raw.indexOf('![', at + 1))
      if (!isTextRole(roles[at + 1]!)) this.escape(at);
  }

  /** Brackets that would make a link, an image, a reference or a footnote call of page text. */
  private markBrackets(): void {
    const { raw, roles } = this;
    let depth = 0;
    for (const { index: at } of raw.matchAll(/[[\]]/g)) {
      const role = roles[at]! & (ESCAPED - 1);
      if (role < TEXT) continue;
      if (role === LABEL_UNBALANCED || (role === LABEL && this.context.labels.size > 0)) {
        this.escape(at);
        continue;
      }
      if (raw[at] === '[') {
        if (this.isDefinedLabel(at)) this.escape(at);
        else depth++;
      } else {
        const next = raw[at + 1];
        if ((depth > 0 || role === LABEL) && next === '(') this.escape(at);
        else if (depth > 0) depth--;
      }
    }
  }

  private isDefinedLabel(at: number): boolean {
    if (this.context.labels.size === 0) return false;
    const end = this.raw.indexOf(']', at);
    if (end < 0 || end - at > 200) return false;
    const label = this.raw.slice(at + 1, end).trim();
    return this.context.labels.has(label.toLowerCase());
  }

  markLines(): void {
    const { raw } = this;
    for (let at = 0, line = 0; ; line++) {
      if (at < raw.length) this.markLine(at, line === 0);
      const end = raw.indexOf('\n', at);
      if (end < 0) return;
      at = end + 1;
    }
  }

  private markLine(at: number, isFirst: boolean): void {
    const { raw } = this;
    for (const [place, pattern, which] of LINE_DANGERS) {
      if (!this.holds(place, isFirst)) continue;
      pattern.lastIndex = at;
      const found = pattern.exec(raw);
      if (found === null) continue;
      const end = at + found[0].length;
      if (which === 'all') this.escapeAll(at, end);
      else this.escape(which === 'first' ? at : end - 1);
    }
  }

  private holds(place: LinePlace, isFirst: boolean): boolean {
    if (place === 'line') return true;
    if (place === 'continuation') return !isFirst;
    if (place === 'block') return isFirst;
    return isFirst && this.context.first === place;
  }

  /** A run of `#` at the end of a heading after a blank is its closing sequence (4.2). */
  markClosingSequence(): void {
    const found = /(?:^|[ \t])(#+)$/.exec(this.raw.slice(-1000));
    if (found !== null) this.escape(this.raw.length - found[1]!.length);
  }
}

/** True when every `]` closes a `[` of the same text and none could begin a link's address or label. */
export function hasBalancedBrackets(text: string): boolean {
  if (text.includes('](') || text.includes('][')) return false;
  return Number.isFinite(nestingOf(text, '[', ']'));
}
