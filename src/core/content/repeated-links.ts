import { plainText } from './plain-text.ts';
import type { Inline, Link } from './tree.ts';

/** A text cut short that is shorter than this may be the beginning of another one by chance. */
const MIN_CUT_CHARS = 16;
const CUT = /(?<!\s)\s*(?:…|\.{3})$/;

/** A settled run in which links side by side to one address that say the same, or the beginning of it, are one, the longest. */
export function withoutRepeatedLinks(run: Inline[]): Inline[] {
  const kept: Inline[] = [];
  for (const node of run) {
    const last = kept.at(-1);
    const at = last?.type === 'text' && last.value.trim() === '' ? -2 : -1;
    const before = kept.at(at);
    if (node.type !== 'link' || before?.type !== 'link' || !repeats(node, before)) kept.push(node);
    else {
      if (at === -2) kept.pop();
      if (plainText(node.children).length > plainText(before.children).length) kept[kept.length - 1] = node;
    }
  }
  return kept;
}

function repeats(one: Link, other: Link): boolean {
  if (one.url !== other.url || !isPlain(one) || !isPlain(other)) return false;
  const [short, long] = [one, other]
    .map(({ children }) => plainText(children))
    .sort((first, second) => first.length - second.length) as [string, string];
  if (short === long) return true;
  return short.length >= MIN_CUT_CHARS && long.startsWith(short.replace(CUT, ''));
}

function isPlain({ title, children }: Link): boolean {
  return title === null && children.every(({ type }) => type === 'text');
}
