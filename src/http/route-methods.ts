/** The methods of each route, by the pattern of its address. */
export type RouteMethods = ReadonlyMap<string, ReadonlySet<string>>;

/** The methods of a path; undefined: there is nothing at it. */
export function methodsAt(path: string, routes: RouteMethods): ReadonlySet<string> | undefined {
  const own = routes.get(path);
  if (own !== undefined) return own;
  const segments = path.split('/');
  const fits = (pattern: string): boolean => {
    const wanted = pattern.split('/');
    const isWanted = (one: string, at: number) =>
      one === segments[at] || (one.startsWith(':') && segments[at] !== '');
    return pattern.includes('/:') && wanted.length === segments.length && wanted.every(isWanted);
  };
  return [...routes].find(([pattern]) => fits(pattern))?.[1];
}
