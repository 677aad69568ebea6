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

/** A function that computes its value once for each key, and keeps it as long as the key lives. */
export function lazyBy<Key extends object, T extends {}>(compute: (key: Key) => T): (key: Key) => T {
  return keptIn(new WeakMap<Key, T>(), compute);
}

/** As `lazyBy`, for keys of any kind, and faster: it keeps the values as long as the function lives. */
export function lazyFor<Key, T extends NonNullable<unknown> | null>(
  compute: (key: Key) => T,
): (key: Key) => T {
  return keptIn(new Map<Key, T>(), compute);
}

function keptIn<Key, T>(
  known: Pick<Map<Key, T>, 'get'> & { set(key: Key, value: T): unknown },
  compute: (key: Key) => T,
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
