import { isToken } from './crawl-address.ts';

/** Pairs of addresses that differ in one parameter alone and are one page, after which the parameter is taken to mean nothing. */
const ENOUGH_PAIRS = 3;
/** Parameters of an address that are compared: what has more is a form. */
const MOST_COMPARED = 8;

/**
 * Learns which parameters of a site change nothing, from pages that came: ids of visits under any name. Two values of a parameter
 * are compared, and a value that a program made up with none: `?page=1` is often the page without, and means something all the same.
 */
export function createUnheededParameters() {
  /** Digest of the first page, by address without one parameter, and of a page by its whole address. */
  const digests = new Map<string, string>();
  const pairs = new Map<string, number>();
  const heeded = new Set<string>();
  const unheeded = new Set<string>();
  const compare = (name: string, one: string | undefined, other: string) => {
    if (one === undefined || heeded.has(name)) return;
    if (one !== other) heeded.add(name);
    else pairs.set(name, (pairs.get(name) ?? 0) + 1);
    if (pairs.get(name) === ENOUGH_PAIRS && !heeded.has(name)) unheeded.add(name);
  };
  return {
    /** Names of parameters that change nothing. */
    names: unheeded as ReadonlySet<string>,
    /** A page that came, by the digest of its content. */
    learn({ pathname, searchParams }: URL, digest: string): void {
      const given = [...searchParams];
      if (given.length > MOST_COMPARED) return;
      const identity = (params: readonly (readonly [string, string])[]) =>
        JSON.stringify([pathname, ...params.map(([name, value]) => `${name}=${value}`).sort()]);
      digests.set(identity(given), digest);
      for (const [name, value] of given) {
        if (heeded.has(name) || unheeded.has(name)) continue;
        const without = identity(given.filter(([other]) => other !== name));
        const key = `${name} ${without}`;
        const first = digests.get(key);
        if (first === undefined) digests.set(key, digest);
        compare(name, first ?? (isToken(value) ? digests.get(without) : undefined), digest);
      }
    },
  };
}
