import type { MarkdownIt, StateInline } from 'markdown-it';
import { isInBrackets } from './brackets.ts';

/** Words that begin an address (GFM, "Autolinks (extension)"), and what may stand ahead of each. */
const WWW = String.raw`(?<=(?:^|[\s*~(])_*)www\.`;
const WEB = String.raw`(?<![A-Za-z])https?:\/\/`;
const MAIL = String.raw`(?<![\w.+\-])(?:mailto:|xmpp:)?[\w.+\-]+@`;
/** What text ends at: signs of other constructs, and addresses. */
// linear: a word is read once, from where no sign of one stands ahead.
const STOP = new RegExp(String.raw`[\n!$&*<\[\\\]_\x60~]|${WWW}|${WEB}|${MAIL}`, 'giu');
// linear: from one place of the text, each sign once.
const ADDRESS = new RegExp(
  String.raw`(?:(?<www>${WWW})|${WEB})(?<domain>(?:[^\s\p{P}$+<=>^\x60|~]|[\-_.])+)[^\s<]*`,
  'iuy',
);
// linear: from one place of the text, each sign once.
const MAIL_ADDRESS = new RegExp(String.raw`${MAIL}[\w\-]+(?:\.[\w\-]+)+`, 'iuy');

/** Addresses that stand bare in text become links, outside of links. */
export function autolinks(md: MarkdownIt): void {
  md.inline.ruler.before('text', 'address', bareAddress);
  md.disable('text');
  md.inline.ruler.push('words', (state) => {
    STOP.lastIndex = state.pos + 1;
    const end = STOP.exec(state.src)?.index ?? state.posMax;
    state.pending += state.src.slice(state.pos, end);
    state.pos = end;
    return true;
  });
}

function bareAddress(state: StateInline): boolean {
  if (isInBrackets(state)) return false;
  const [address, href] = webAddress(state.src, state.pos) ?? mailAddress(state.src, state.pos) ?? [];
  if (address === undefined || href === undefined) return false;
  state.push('link_open', 'a', 1).attrs = [['href', state.md.normalizeLink(href)]];
  state.push('text', '', 0).content = address;
  state.push('link_close', 'a', -1);
  state.pos += address.length;
  return true;
}

/** An address at a place of a text, as it stands there and as a link has it; null where there is none. */
type Found = readonly [address: string, href: string] | null;

function webAddress(text: string, from: number): Found {
  ADDRESS.lastIndex = from;
  const found = ADDRESS.exec(text);
  if (found === null) return null;
  const { www, domain } = found.groups as { www?: string; domain: string };
  if (
    domain
      .split('.')
      .slice(-2)
      .some((label) => label.includes('_'))
  )
    return null;
  const address = withoutEnd(found[0]);
  return [address, www === undefined ? address : `http://${address}`];
}

function mailAddress(text: string, from: number): Found {
  MAIL_ADDRESS.lastIndex = from;
  const address = MAIL_ADDRESS.exec(text)?.[0];
  if (address === undefined || /[-_]$/.test(address)) return null;
  return [address, address.includes(':') ? address : `mailto:${address}`];
}

/** A named character at the end of a text, the longest of HTML's with its signs. */
const ENTITY = /&[A-Za-z0-9]+;$/;
const MAX_ENTITY = 33;

/** An address without the signs at its end that belong to the sentence: stops, closing parentheses too many, an entity. */
function withoutEnd(address: string): string {
  let end = address.length;
  let tooMany = address.split(')').length - address.split('(').length;
  for (;;) {
    const sign = address[end - 1]!;
    if (sign === ')' && tooMany-- > 0) end--;
    else if (`?!.,:*_~'"`.includes(sign)) end--;
    else if (sign === ';')
      end -= ENTITY.exec(address.slice(Math.max(0, end - MAX_ENTITY), end))?.[0].length ?? 1;
    else return address.slice(0, end);
  }
}
