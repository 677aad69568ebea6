/** A function that computes its value at the first call and keeps it. */
export function lazy<T>(compute: () => T): () => T {
  let value: T;
  let done = false;
  return () => {
    if (!done) {
      value = compute();
      done = true;
    }
    return value;
  };
}

/**
 * A function that computes its value once for each key, and keeps it as long as the key lives. `known`: what keeps the values; a `Map`,
 * which is faster, where the function lives no longer than its keys.
 */
export function lazyBy<Key extends object, T extends {}>(
  compute: (key: Key) => T,
  known: Pick<Map<Key, T>, 'get'> & { set(key: Key, value: T): unknown } = new WeakMap<Key, T>(),
): (key: Key) => T {
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}
