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
