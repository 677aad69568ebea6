import { onOneLine } from '../html/blank.ts';
import { REFERENCE } from './dangers.ts';

/** Schemes a written link may have; anything else is written as its text only. */
const LIVE_SCHEMES = new Set(['http', 'https', 'mailto']);

const UNSAFE = /[\u0000-\u0020\u007f<>\\`\u00a0\u2028\u2029]/g;

/** An address of nothing that must be written otherwise, as most are. */
const PLAIN = /^[!-%'*-;=?-[\]^_a-{}~]+$/;

/** Parentheses of an address nest no deeper (CommonMark 0.31.2, 6.3: at least three levels, in cmark 32). */
const MAX_PARENTHESES = 30;

/** Whether an address may be written: relative, http, https or mailto, once blanks and controls are dropped, as browsers do. */
export function isSafeUrl(url: string): boolean {
  if (/^https?:/.test(url)) return true;
  const scheme = /^([A-Za-z][A-Za-z\d+.-]*):/.exec(url.replace(/[\u0000-\u0020\u007f]+/g, ''));
  return scheme === null || LIVE_SCHEMES.has((scheme[1] as string).toLowerCase());
}

/**
 * A link destination (CommonMark 0.31.2, 6.3): blanks, controls, angle brackets, backslashes and back-ticks
 * percent-encoded, character references defused, in `<…>` when its parentheses do not balance.
 */
export function writeDestination(url: string, inCell: boolean): string {
  if (PLAIN.test(url)) return url;
  let out = url.trim().replace(UNSAFE, (char) => encodeURIComponent(char));
  out = out.replace(REFERENCE, '\\&');
  if (inCell) out = out.replaceAll('|', '%7C');
  return out === '' || nestingOf(out, '(', ')') > MAX_PARENTHESES ? `<${out}>` : out;
}

/** A link or image title with its leading blank, or nothing. */
export function writeTitle(title: string | null, inCell: boolean): string {
  const text = title === null ? '' : onOneLine(title);
  if (text === '') return '';
  let out = text.replace(/\\(?=[!-/:-@[-`{-~])|["`$]/g, '\\$&').replace(REFERENCE, '\\&');
  out = out.replace(/<(?=[A-Za-z/!?])/g, '\\<');
  if (inCell) out = out.replaceAll('|', '\\|');
  return ` "${out}"`;
}

/** The `<…>` form (6.5) of a link whose text is its own address, or null when it is not one. */
export function writeAutolink(text: string, url: string): string | null {
  if (!url.endsWith(text) || /[\s<>`|\\$]/.test(url)) return null;
  if (text === url && /^https?:[^\s]/i.test(url)) return `<${url}>`;
  const mail = /^mailto:(.+)$/.exec(url)?.[1];
  return mail !== undefined && mail === text && EMAIL.test(mail) ? `<${mail}>` : null;
}

const EMAIL =
  /^[A-Za-z\d.!#%&'*+/=?^_{}~-]+@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/;

/** How deep brackets nest in a text; infinitely where they do not balance. */
export function nestingOf(text: string, open: string, close: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === open) deepest = Math.max(deepest, ++depth);
    else if (char === close && --depth < 0) return Number.POSITIVE_INFINITY;
  }
  return depth === 0 ? deepest : Number.POSITIVE_INFINITY;
}

/** The numbered link definitions of a document written with `links: 'reference'`. */
export class LinkDefinitions {
  /** The line of each label, in the order of their first use. */
  readonly lines = new Map<string, string>();
  private readonly byTarget = new Map<string, string>();

  /** `labels` receives every label used, so that page text like `[1]` is escaped. */
  constructor(private readonly labels: Set<string>) {}

  /** Label of a target; the same address and title share one. */
  labelFor(url: string, title: string | null): string {
    const target = writeDestination(url, false) + writeTitle(title, false);
    const known = this.byTarget.get(target);
    if (known !== undefined) return known;
    const label = String(this.lines.size + 1);
    this.byTarget.set(target, label);
    this.labels.add(label);
    this.lines.set(label, `[${label}]: ${target}`);
    return label;
  }
}
