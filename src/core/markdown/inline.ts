import type { Image, Inline, Link } from '../content/tree.ts';
import { walkInline } from '../walk-content.ts';
import { addressToken, settleAddresses } from './bare-address.ts';
import { mathWithoutBars, writeCodeSpan, writeInlineMath } from './code.ts';
import { planEmphasis } from './emphasis.ts';
import { type EscapeContext, escapeRun, hasBalancedBrackets, type RunPart } from './escape.ts';
import {
  CLOSING,
  createToken,
  InlineList,
  type InlineToken,
  insert,
  LABEL,
  LABEL_UNBALANCED,
  OPENING,
  type Role,
  Span,
  SYNTAX,
  TEXT,
  Wrapper,
} from './inline-token.ts';
import type { LinkDefinitions } from './link.ts';
import { isSafeUrl, writeAutolink, writeDestination, writeTitle } from './link.ts';

/** What all runs of one document share. */
export interface InlineOptions {
  readonly links: 'inline' | 'reference' | 'none';
  readonly linkTitles: boolean;
  readonly definitions: LinkDefinitions;
  readonly labels: ReadonlySet<string>;
}

/** Footnote label without the characters that would end it. */
export function footnoteLabel(identifier: string): string {
  return identifier.replace(/[\s[\]\\^`*_<>|$&]+/g, '-');
}

/** Writes an inline run of any depth, its text escaped as one. `lead` is finished syntax ahead of it in its block. */
export function writeInline(
  nodes: readonly Inline[],
  place: 'flow' | 'heading' | 'cell',
  options: InlineOptions,
  first: EscapeContext['first'] = null,
  lead = '',
): string {
  const context: EscapeContext = { place, first, labels: options.labels };
  const only = nodes[0];
  if (nodes.length === 1 && lead === '' && only !== undefined && only.type === 'text') {
    return escapeRun([{ value: oneLine(only.value), role: TEXT }], context);
  }
  const list = new Flattener(place, options).flatten(nodes);
  if (lead !== '') insert(list.head, 'next', createToken(lead, { kind: 'atom' }));
  settleAddresses(list, options.links === 'none');
  planEmphasis(list);
  return escapeRun(toParts(list), context);
}

function toParts(list: InlineList): RunPart[] {
  const parts: { value: string; readonly role: Role }[] = [];
  for (let token = list.head.next; token !== list.tail; token = token.next) {
    if (token.kind === 'open' || token.kind === 'close') {
      const value = token.span.marker.repeat(token.span.length);
      parts.push({ value, role: token.kind === 'open' ? OPENING : CLOSING });
    } else if (token.kind === 'text') {
      const last = parts.at(-1);
      if (last?.role === TEXT) last.value += token.value;
      else parts.push({ value: token.value, role: TEXT });
    } else if (token.kind === 'label') {
      parts.push({ value: token.value, role: hasBalancedBrackets(token.value) ? LABEL : LABEL_UNBALANCED });
    } else {
      // Two formulas or code spans whose span between them went would run together.
      const last = parts.at(-1);
      const fence = token.value.charAt(0);
      if (last?.role === SYNTAX && (fence === '`' || fence === '$') && last.value.endsWith(fence)) {
        parts.push({ value: ' ', role: TEXT });
      }
      parts.push({ value: isPrice(token) ? `$${token.value}$` : token.value, role: SYNTAX });
    }
  }
  return parts;
}

/** Whether readers would take a formula in single dollars for none, because a digit follows. */
function isPrice({ value, next }: InlineToken): boolean {
  return /^\$[^$]/.test(value) && /^\d/.test(next.value);
}

class Flattener {
  private readonly list = new InlineList();
  private isInLabel = false;

  constructor(
    private readonly place: 'flow' | 'heading' | 'cell',
    private readonly options: InlineOptions,
  ) {}

  flatten(nodes: readonly Inline[]): InlineList {
    walkInline(nodes, (node) => this.add(node));
    return this.list;
  }

  private add(node: Inline): (() => void) | boolean {
    switch (node.type) {
      case 'text':
        this.text(node.value);
        break;
      case 'emphasis':
      case 'strong':
      case 'delete': {
        const span = new Span(node.type);
        this.list.spans++;
        return this.enclose(span);
      }
      case 'inlineCode':
        this.code(node.value);
        break;
      case 'inlineMath':
        this.atom(writeInlineMath(this.place === 'cell' ? mathWithoutBars(node.value) : node.value));
        break;
      case 'break':
        this.atom(this.place === 'flow' ? '\\\n' : '<br>');
        break;
      case 'link':
        return this.link(node);
      case 'image':
        this.image(node);
        break;
      case 'footnoteReference':
        this.atom(`[^${footnoteLabel(node.identifier)}]`);
        break;
      case 'mark':
        return this.enclose(new Wrapper(`<${node.tag}>`, `</${node.tag}>`));
    }
    return true;
  }

  private enclose({ opening, closing }: Span | Wrapper): () => void {
    this.list.append(opening);
    return () => this.list.append(closing);
  }

  private text(value: string): void {
    if (value !== '')
      this.list.append(createToken(oneLine(value), { kind: this.isInLabel ? 'label' : 'text' }));
  }

  private atom(value: string): void {
    this.list.append(createToken(value, { kind: 'atom' }));
  }

  private code(value: string): void {
    if (this.place !== 'cell') this.atom(writeCodeSpan(value));
    // micromark and cmark-gfm disagree on `\|` in a code span of a cell: those words stay, as text.
    else if (value.includes('\\|')) this.text(value);
    else this.atom(writeCodeSpan(value).replaceAll('|', '\\|'));
  }

  private link(node: Link): (() => void) | boolean {
    const { links } = this.options;
    if (this.isInLabel || !isSafeUrl(node.url)) return true;
    const title = this.options.linkTitles ? node.title : null;
    const only = node.children[0];
    if (node.children.length === 1 && only?.type === 'text' && title === null) {
      const autolink = writeAutolink(only.value, node.url);
      const token =
        addressToken(only.value, node.url) ?? (autolink ? createToken(autolink, { kind: 'atom' }) : null);
      if (token !== null) {
        this.list.append(token);
        return false;
      }
    }
    const inCell = this.place === 'cell';
    const closing =
      links === 'reference'
        ? `][${this.options.definitions.labelFor(node.url, title)}]`
        : `](${writeDestination(node.url, inCell)}${writeTitle(title, inCell)})`;
    const leave = this.enclose(new Wrapper('[', closing));
    this.isInLabel = true;
    return () => {
      leave();
      this.isInLabel = false;
    };
  }

  private image(node: Image): void {
    if (!isSafeUrl(node.url) || /^\s*mailto:/i.test(node.url)) {
      this.text(node.alt);
      return;
    }
    const inCell = this.place === 'cell';
    this.atom('![');
    const label = node.alt || (node.name ?? '');
    if (label !== '') this.list.append(createToken(oneLine(label), { kind: 'label' }));
    const title = this.options.linkTitles ? node.title : null;
    this.atom(`](${writeDestination(node.url, inCell)}${writeTitle(title, inCell)})`);
  }
}

function oneLine(value: string): string {
  return value.includes('\n') || value.includes('\r')
    ? value.replace(/(?:(?<![ \t])[ \t]+)?[\r\n]+[ \t]*/g, ' ')
    : value;
}
