import { LRUCache } from 'lru-cache';
import { fail, ServiceError } from '../contract/failure.ts';
import { parseRobots, type RobotsRules } from './robots-rules.ts';
import type { TargetUrl } from './target-url.ts';

/** RFC 9309, 2.5: a parser must read at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 512_000;

/** How long rules are kept; RFC 9309, 2.4 allows a day. */
const RULES_TTL_MS = 3_600_000;
/** How long the lack of an answer is kept. */
const FAULT_TTL_MS = 60_000;
const MAX_ORIGINS = 1_000;

/** The text of a robots.txt with its status. */
export interface RobotsFile {
  readonly status: number;
  readonly text: string;
}

/** Judges hops by the robots.txt of their origin (`PAGEMARK_ROBOTS=on`). */
interface RobotsGate {
  /** Throws `blocked_target` when the site asks crawlers not to fetch the page. `load` fetches its robots.txt. */
  judge(target: TargetUrl, load: (url: string) => Promise<RobotsFile>): Promise<void>;
}

const ALL: RobotsRules = { allows: () => true };
const NONE: RobotsRules = { allows: () => false };

/**
 * A gate for the product token of `userAgent`. Rules are kept per origin for an hour. As RFC 9309, 2.3.1 has it:
 * no robots.txt (4xx) allows all; a server that fails (5xx) allows nothing; one that cannot be reached fails as
 * the page would.
 */
export function createRobotsGate(userAgent: string): RobotsGate {
  const product = /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? '*';
  const known = new LRUCache<string, RobotsRules>({ max: MAX_ORIGINS, ttl: RULES_TTL_MS });
  return {
    async judge({ url }, load) {
      let rules = known.get(url.origin);
      if (rules === undefined) {
        rules = await read(`${url.origin}/robots.txt`, load, product);
        known.set(url.origin, rules, { ttl: rules === NONE ? FAULT_TTL_MS : RULES_TTL_MS });
      }
      if (!rules.allows(url.pathname + url.search)) {
        throw fail(
          'blocked_target',
          'Choose another page: the robots.txt of the target disallows this one.',
          {
            cause: new Error('robots.txt'),
          },
        );
      }
    },
  };
}

async function read(
  url: string,
  load: (url: string) => Promise<RobotsFile>,
  product: string,
): Promise<RobotsRules> {
  try {
    const { status, text } = await load(url);
    if (status >= 500) return NONE;
    return status >= 400 ? ALL : parseRobots(text, product);
  } catch (error) {
    if (error instanceof ServiceError && ROBOTS_FAULTS.has(error.failure.reason)) return ALL;
    throw error;
  }
}

/** A robots.txt that is no usable answer is as none; a target that cannot be reached fails as itself. */
const ROBOTS_FAULTS: ReadonlySet<string> = new Set([
  'malformed_response',
  'response_too_large',
  'too_many_redirects',
]);
