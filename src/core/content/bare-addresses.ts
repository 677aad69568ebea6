import type { Inline, Text } from './tree.ts';

/** A cheap sign that a text holds an address. */
const MAY_HOLD = /:\/\/|www\.|@/i;

/** The signs of an address (RFC 3986), and Latin, Greek and Cyrillic letters; other scripts go on with the sentence. */
const ADDRESS =
  /(?:(?<![A-Za-z])https?:\/\/(?=[A-Za-z\d\u00c0-\u024f\u0370-\u052f])|(?<=^|[\s(*_[\]~])www\.(?=[A-Za-z\d\u00c0-\u024f\u0370-\u052f]))(?:[\w\-.~:/?#[\]@!$&'()*+,;=\u00c0-\u024f\u0370-\u052f]|%[\dA-F]{2})+|(?<![\w.+/-])[\w.+-]+@[\w-]+(?:\.[A-Za-z\d][\w-]*)+/gi;

/** What GFM leaves out at the end of an address (0.29, 6.9). */
const TRAILING = /[!"'*,.:;?_~\]]/;

/** A settled run with links where GFM reads addresses in text, so that they are written as they are. Works in place. */
export function linkAddresses(run: Inline[]): Inline[] {
  for (let i = 0; i < run.length; i++) {
    const node = run[i]!;
    if (node.type === 'text') {
      const parts = MAY_HOLD.test(node.value) ? partText(node.value) : null;
      if (parts === null) continue;
      run.splice(i, 1, ...parts);
      i += parts.length - 1;
    } else if ('children' in node && node.type !== 'link') linkAddresses(node.children);
  }
  return run;
}

/** A text as texts and links; null where it holds no address. */
function partText(value: string): Inline[] | null {
  const parts: Inline[] = [];
  let from = 0;
  for (const { 0: found, index } of value.matchAll(ADDRESS)) {
    const isMail = !/^(?:https?:|www\.)/i.test(found);
    const address = isMail ? found : withoutTrail(found);
    if (isMail && !/[A-Za-z]$/.test(address)) continue;
    if (index > from) parts.push(textOf(value.slice(from, index)));
    const scheme = isMail ? 'mailto:' : /^www/i.test(address) ? 'http://' : '';
    parts.push({ type: 'link', url: scheme + address, title: null, children: [textOf(address)] });
    from = index + address.length;
  }
  if (from === 0) return null;
  if (from < value.length) parts.push(textOf(value.slice(from)));
  return parts;
}

const textOf = (value: string): Text => ({ type: 'text', value });

/** An address without the signs of the sentence behind it: parentheses where more close than open. */
function withoutTrail(address: string): string {
  let surplus = 0;
  for (const sign of address) surplus += sign === ')' ? 1 : sign === '(' ? -1 : 0;
  let end = address.length;
  for (; end > 0; end--) {
    const sign = address[end - 1]!;
    if (sign === ')' && surplus > 0) surplus--;
    else if (!TRAILING.test(sign)) break;
  }
  return address.slice(0, end);
}
