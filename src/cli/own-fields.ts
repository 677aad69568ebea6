import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Command } from 'commander';
import { parseUrl } from '../contract/address.ts';
import { invalid } from '../contract/failure.ts';
import { addTo } from '../core/add-to.ts';
import type { OwnFields } from '../fetching/request-headers.ts';
import { collect } from './commands/context.ts';

/** What is sent with the request for a page of one's own. */
export interface OwnFlags {
  readonly header?: readonly string[];
  readonly cookieFile?: string;
}

/** Fields that frame or shape the exchange: they are the fetcher's. */
const RESERVED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-.*|expect|accept-encoding|range|if-.*|proxy-.*)$/;
/** RFC 9110, 5.6.2 and 5.5: a token, and what may stand in a value. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Characters of a field, as servers take them. */
const MAX_FIELD = 8192;

/** Adds `--header` and `--cookie-file`. */
export function ownFlags(command: Command): Command {
  return command
    .option(
      '--header <field>',
      'send "Name: value" to the site of the address, and to no other; may be repeated',
      collect,
    )
    .option('--cookie-file <file>', 'send the cookies of a cookies.txt (Netscape) that are for this site');
}

/** Throws `invalid_request` where there is no site to send anything to. */
export function refuseOwnFlags({ header, cookieFile }: OwnFlags): void {
  if (header !== undefined || cookieFile !== undefined)
    throw invalid('Leave --header and --cookie-file out: a file is not asked for over the network.');
}

/**
 * The fields for the site of an address; undefined where nothing is to be sent. Throws `invalid_request` for a field that
 * is none or the fetcher's own, and for a file that cannot be read as cookies; values are never quoted.
 */
export function ownFieldsOf(address: string, { header = [], cookieFile }: OwnFlags): OwnFields | undefined {
  if (header.length === 0 && cookieFile === undefined) return undefined;
  const cookies = cookieFile === undefined ? [] : readCookieFile(cookieFile);
  const fields = new Map<string, string[]>();
  for (const text of header) addTo(fields, ...readField(text));
  // One line for each name (RFC 9110, 5.3, and RFC 6265, 5.4, for cookies).
  const joined = [...fields].map(([name, values]) => [name, values.join(name === 'cookie' ? '; ' : ', ')]);
  const headers: Record<string, string> = Object.fromEntries(joined);
  return fieldsForOrigin(parseUrl(address)?.origin ?? '', headers, cookies, Date.now());
}

function readField(text: string): readonly [string, string] {
  const end = text.indexOf(':');
  const [name, value] = [text.slice(0, Math.max(0, end)), text.slice(end + 1)];
  if (!NAME.test(name) || !VALUE.test(value) || text.length > MAX_FIELD)
    throw invalid('Give --header as "Name: value", in Latin letters on one line.');
  if (RESERVED.test(name.toLowerCase()))
    throw invalid(`Leave the header ${JSON.stringify(name)} out: it is the fetcher's own.`);
  return [name.toLowerCase(), value.trim()];
}

/** A cookie of a file. */
export interface OwnCookie {
  /** Lower case, without a leading dot. */
  readonly domain: string;
  /** Hosts below the domain get it, too. */
  readonly withSubdomains: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Milliseconds since the epoch; Infinity: it has no end. */
  readonly expiresAtMs: number;
  /** `name=value`. */
  readonly pair: string;
}

/** Fields for one origin: scheme, host and port. `headers`: names in lower case. */
export function fieldsForOrigin(
  origin: string,
  headers: Readonly<Record<string, string>>,
  cookies: readonly OwnCookie[],
  nowMs: number,
): OwnFields {
  return (url) => {
    if (url.origin !== origin) return {};
    const pairs = cookies.filter((cookie) => matches(cookie, url, nowMs)).map(({ pair }) => pair);
    const cookie = [headers.cookie, ...pairs].filter((text) => text !== undefined).join('; ');
    return { ...headers, ...(cookie === '' ? {} : { cookie }) };
  };
}

/** RFC 6265, 5.1.3, 5.1.4 and 5.4. */
function matches(cookie: OwnCookie, url: URL, nowMs: number): boolean {
  const host = url.hostname.replace(/\.$/, '');
  const isAddress = host.startsWith('[') || isIP(host) !== 0;
  const isBelow = cookie.withSubdomains && !isAddress && host.endsWith(`.${cookie.domain}`);
  const isDomain = host === cookie.domain || isBelow;
  const below = cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`;
  const isPath = url.pathname === cookie.path || url.pathname.startsWith(below);
  return isDomain && isPath && cookie.expiresAtMs > nowMs && (!cookie.secure || url.protocol === 'https:');
}

/**
 * Reads the format of Netscape, which curl, wget and exports of browsers write: seven fields with tabs between, domain,
 * whether hosts below it are meant, path, whether TLS only, end in seconds since the epoch or 0, name, value.
 */
function readCookieFile(file: string): readonly OwnCookie[] {
  return linesOf(file).flatMap((line, i) => {
    const text = line.replace(/^#HttpOnly_/, '');
    if (text.trim() === '' || text.startsWith('#')) return [];
    const [domain = '', below = '', path = '', secure = '', expires = '', name = '', value] =
      text.split('\t');
    if (value === undefined)
      throw invalid(
        `Give --cookie-file a cookies.txt in the format of Netscape: line ${i + 1} of ${JSON.stringify(file)} has not its seven fields.`,
      );
    // Of what a file of many sites holds, a field that no request can carry is left out.
    if (!/^[\x21-\x3a\x3c-\x7e]*$/.test(name + value)) return [];
    const endS = Number.parseFloat(expires);
    const cookie: OwnCookie = {
      domain: domain.replace(/^\./, '').toLowerCase(),
      withSubdomains: /^true$/i.test(below),
      path: path.startsWith('/') ? path : '/',
      secure: /^true$/i.test(secure),
      expiresAtMs: endS > 0 ? endS * 1000 : Number.POSITIVE_INFINITY,
      pair: `${name}=${value}`,
    };
    return [cookie];
  });
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch (cause) {
    throw invalid(`Give --cookie-file a file that can be read; it is ${JSON.stringify(file)}.`, cause);
  }
}
