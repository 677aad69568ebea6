import { createToken, type InlineList, type InlineToken, insert, unlink } from './inline-token.ts';

/** Addresses that GFM reads in text to their end (0.29, 6.9), where nothing beside them goes on with them. */
const PLAIN_WEB =
  /^(?:https?:\/\/|www\.)[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?(?:[/?#](?:[!-:=?-Z^_a-z~]*[\w/=%#+$-])?)?$/i;
const PLAIN_MAIL = /^[A-Za-z\d][\w.+-]*@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)*\.[A-Za-z]+$/;

/** Text that neither an address goes on with nor gets a backslash, up to a blank. */
const AFTER = /^[.,:;!?'"]*(?:\)[.,:;!?'"]*)?(?=\s|$)/;

/** A link whose text is its address, as a token still to be settled (`settleAddresses`); null when GFM has no short form for it. */
export function addressToken(text: string, url: string): InlineToken | null {
  const isWeb = PLAIN_WEB.test(text) && (url === text || (/^www\./i.test(text) && url === `http://${text}`));
  const isMail = PLAIN_MAIL.test(text) && url === `mailto:${text}`;
  return isWeb || isMail ? createToken(text, { kind: 'address' }) : null;
}

/**
 * Makes syntax of the addresses in a run: as they are where a reader of GFM takes them for links, to their end; else in
 * `<…>`, or a link in full for one without a scheme. `isText`: they are to be no links, and stay as they are everywhere.
 */
export function settleAddresses(list: InlineList, isText: boolean): void {
  let hasBracket = false;
  for (let token = list.head.next; token !== list.tail; token = token.next) {
    const { kind, value } = token;
    if ((kind === 'text' || kind === 'label') && value.includes('[')) hasBracket = true;
    if (kind !== 'address') continue;
    const isPlain = !hasBracket && standsApart(token) && (list.spans === 0 || !value.includes('@'));
    const syntax = createToken(isText || isPlain ? value : inFull(value), { kind: 'atom' });
    insert(token, 'prev', syntax);
    unlink(token);
    token = syntax;
  }
}

function inFull(address: string): string {
  return /^www\./i.test(address) ? `[${address}](http://${address})` : `<${address}>`;
}

function standsApart({ prev, next, value }: InlineToken): boolean {
  const { kind: before, value: ahead } = prev;
  if (!(before === 'edge' || (before === 'text' && /[\s(]$/.test(ahead)) || ahead.endsWith('\n')))
    return false;
  const { kind: after, value: behind, next: afterwards } = next;
  if (after === 'edge' || behind === '<br>') return true;
  if (after !== 'text' || (value.includes('(') && behind.startsWith(')'))) return false;
  const signs = AFTER.exec(behind)?.[0].length ?? -1;
  return signs >= 0 && (signs < behind.length || afterwards.kind === 'edge');
}
