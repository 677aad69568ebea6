import { LRUCache } from 'lru-cache';
import { fail, ServiceError } from '../contract/failure.ts';
import type { TargetUrl } from './target-url.ts';

/** RFC 9309, 2.5: a parser must read at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 512_000;

/** How long rules are kept; RFC 9309, 2.4 allows a day. */
const RULES_TTL_MS = 3_600_000;
/** How long the lack of an answer is kept. */
const FAULT_TTL_MS = 60_000;
/** Characters of all robots.txt files whose rules are kept, which take five times as much memory; an origin counts for so many besides. */
const MAX_KEPT_CHARACTERS = 8 * 1_048_576;
const ORIGIN_CHARACTERS = 1_024;

/** The text of a robots.txt with its status. */
export interface RobotsFile {
  readonly status: number;
  readonly text: string;
}

/**
 * Judges hops by the robots.txt of their origin (`PAGEMARK_ROBOTS=on`), which `load` fetches, for the product token of `userAgent`.
 * Rules are kept per origin for an hour. The gate throws `blocked_target` when the site asks crawlers not to fetch the page.
 */
export function createRobotsGate(userAgent: string) {
  const product = productOf(userAgent);
  const known = new LRUCache<string, RobotsRules>({ maxSize: MAX_KEPT_CHARACTERS, ttl: RULES_TTL_MS });
  return async ({ url }: TargetUrl, load: (url: string) => Promise<RobotsFile>): Promise<void> => {
    if (url.pathname === '/robots.txt') return;
    let rules = known.get(url.origin);
    if (rules === undefined) {
      let size = ORIGIN_CHARACTERS;
      const sized = async () => {
        const file = await load(`${url.origin}/robots.txt`);
        size += file.text.length;
        return file;
      };
      const { allows, isDown } = await readRobots(sized, product);
      rules = allows;
      known.set(url.origin, rules, { ttl: isDown ? FAULT_TTL_MS : RULES_TTL_MS, size });
    }
    if (rules(url.pathname + url.search)) return;
    throw fail('blocked_target', 'Choose another page: the robots.txt of the target disallows this one.', {
      cause: new Error('robots.txt'),
    });
  };
}

/**
 * The robots.txt that `load` fetches, for a product token. As RFC 9309, 2.3.1 has it: none (4xx) allows all; a server that fails (5xx)
 * allows nothing, and `isDown`; one that cannot be reached rejects as `load` does.
 */
export async function readRobots(
  load: () => Promise<RobotsFile>,
  product: string,
): Promise<Robots & { readonly isDown: boolean }> {
  const { status, text } = await load().catch((error: unknown) => {
    if (error instanceof ServiceError && FAULTS.has(error.failure.reason)) return { status: 404, text: '' };
    throw error;
  });
  const isDown = status >= 500;
  if (status >= 400) return { allows: () => !isDown, delayS: 0, sitemaps: [], isDown };
  return { ...parseRobots(text, product), isDown };
}

/** A robots.txt that is no usable answer is as none; a target that cannot be reached fails as itself. */
const FAULTS: ReadonlySet<string> = new Set([
  'malformed_response',
  'response_too_large',
  'too_many_redirects',
]);

/** Whether a crawler may fetch a path with its query, by one robots.txt (RFC 9309). */
export type RobotsRules = (pathAndQuery: string) => boolean;

/** What one robots.txt says to a crawler. */
export interface Robots {
  readonly allows: RobotsRules;
  /** Seconds that it asks to leave between two requests (`Crawl-delay`, no part of RFC 9309); 0: it does not ask. */
  readonly delayS: number;
  /** Addresses of its `Sitemap` lines, which belong to no group. */
  readonly sitemaps: readonly string[];
}

/** The product token of a User-Agent. */
export const productOf = (userAgent: string): string => /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? '*';

/** The most rules that are read of one file; what follows is ignored. */
const MAX_RULES = 4_096;

/** Characters of patterns, times those of the path: what takes about 30 ms at the worst. */
const MAX_COMPARED = 2 ** 25;

interface Rule {
  readonly allow: boolean;
  readonly length: number;
  /** The literal parts between the stars. */
  readonly parts: readonly string[];
  readonly anchored: boolean;
}

/** The groups of one product token. */
interface Group {
  readonly rules: Rule[];
  delayS: number;
}

/**
 * Reads the rules for `product` (the product token of the User-Agent, compared without case): those of all groups
 * that name it, else of the groups for `*`. Linear in the length of the text.
 */
export function parseRobots(text: string, product: string): Robots {
  const own: Group = { rules: [], delayS: 0 };
  const any: Group = { rules: [], delayS: 0 };
  const sitemaps: string[] = [];
  const ownAgent = product.toLowerCase();
  let named = false;
  // Whom the group is for, however many agents it names.
  let [isOwn, isAny, inRules] = [false, false, false];
  const group = () => (isOwn ? own : isAny ? any : undefined);
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const field = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line);
    if (field === null) continue;
    const [name, value] = [field[1]!.toLowerCase(), field[2]!.trim()];
    if (name === 'sitemap') {
      // A `#` belongs to no address that is fetched.
      sitemaps.push(value);
    } else if (name === 'user-agent') {
      // A group ends where agents follow rules.
      if (inRules) [isOwn, isAny, inRules] = [false, false, false];
      const agent = (/^[a-z_-]+|^\*/i.exec(value)?.[0] ?? '').toLowerCase();
      isOwn ||= agent === ownAgent;
      isAny ||= agent === '*';
      named ||= isOwn;
    } else if (name === 'crawl-delay') {
      inRules = true;
      const told = group();
      if (told !== undefined && /^\d{1,6}(?:\.\d{1,6})?$/.test(value)) told.delayS = Number(value);
    } else if (name === 'allow' || name === 'disallow') {
      inRules = true;
      const isFull = own.rules.length + any.rules.length >= MAX_RULES;
      if (value !== '' && !isFull) group()?.rules.push(toRule(value, name === 'allow'));
    }
  }
  const { rules, delayS } = named ? own : any;
  // The longest rule that matches decides, `allow` where two are equal (RFC 9309, 2.2.2).
  rules.sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  return { allows: (path) => decide(rules, normalize(path)), delayS, sitemaps };
}

/** Whether a path with its query begins as a pattern of robots.txt says (`*`: anything; `$` at the end: nothing follows). */
export function patternMatcher(pattern: string): RobotsRules {
  const rule = toRule(pattern, true);
  return (pathAndQuery) => matches(rule, normalize(pathAndQuery));
}

/** The first rule that matches decides. A path that takes more comparing than {@link MAX_COMPARED} is none that is allowed. */
function decide(rules: readonly Rule[], path: string): boolean {
  if (path === '/robots.txt') return true;
  let left = MAX_COMPARED;
  for (const rule of rules) {
    if (matches(rule, path)) return rule.allow;
    // What stands ahead of a star is compared once, what follows at each place; longer than the path it is not compared.
    if (rule.parts.length > 1 && path.startsWith(rule.parts[0]!))
      left -= Math.min(rule.length, 2 * path.length) * path.length;
    if (left < 0) return false;
  }
  return true;
}

function toRule(value: string, allow: boolean): Rule {
  const pattern = normalize(value);
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  return { allow, length: pattern.length, parts, anchored };
}

/** Leftmost matching of the parts in turn is exact for patterns of stars, and never goes back. */
function matches({ parts, anchored }: Rule, path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop();
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last === undefined) return !anchored || at === path.length;
  if (anchored) return path.length - last.length >= at && path.endsWith(last);
  return path.indexOf(last, at) >= 0;
}

/** One spelling for what RFC 3986 holds equal: non-ASCII as UTF-8 octets, unreserved characters bare. */
function normalize(path: string): string {
  const encoded = path.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  return encoded.replace(/%([0-9a-f]{2})/gi, (triplet, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : triplet.toUpperCase();
  });
}
