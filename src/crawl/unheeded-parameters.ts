import { isToken, parametersInOrder, shapeOfPath } from './crawl-address.ts';

/** Pairs of addresses that differ in one token alone and are one page, after which its parameter is taken to mean nothing. */
const ENOUGH_PAIRS = 3;
/** Parameters of an address that are compared: what has more is a form. */
const MOST_COMPARED = 8;

/**
 * Learns which parameters change nothing on pages of one shape, from pages that came: ids of visits under any name. Two tokens are
 * compared, and one with none. A word or a number is never one: `?page=1` is often the page without, and means something all the same.
 */
export function createUnheededParameters() {
  /** Digest of the first page, by address without one parameter, and of a page by its whole address. */
  const digests = new Map<string, string>();
  /** Pairs by shape and name; infinite: the parameter means something there. */
  const pairs = new Map<string, number>();
  const unheeded = new Map<string, Set<string>>();
  const compare = (shape: string, name: string, isSame: boolean) => {
    const key = `${name} ${shape}`;
    const count = isSame ? (pairs.get(key) ?? 0) + 1 : Number.POSITIVE_INFINITY;
    pairs.set(key, count);
    if (count === ENOUGH_PAIRS) unheeded.set(shape, (unheeded.get(shape) ?? new Set<string>()).add(name));
  };
  return {
    /** Names of parameters that change nothing on pages of a shape. */
    of: (shape: string): ReadonlySet<string> | undefined => unheeded.get(shape),
    /** A page that came, by the digest of its content. */
    learn({ pathname, searchParams }: URL, digest: string): void {
      const given = [...searchParams];
      if (given.length > MOST_COMPARED) return;
      const identity = (params: readonly (readonly [string, string])[]) =>
        `${pathname}?${parametersInOrder(params).join('&')}`;
      digests.set(identity(given), digest);
      for (const [name, value] of given) {
        if (!isToken(value)) continue;
        const without = identity(given.filter(([other]) => other !== name));
        const key = `${name} ${without}`;
        const first = digests.get(key) ?? digests.get(without);
        if (!digests.has(key)) digests.set(key, digest);
        if (first !== undefined) compare(shapeOfPath(pathname), name, first === digest);
      }
    },
  };
}
