/** The words of a text that blanks part, as a set: names of elements, of attributes. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** An entry of a map for each word of a text, all with one value. */
export function each<Value>(words: string, value: Value): (readonly [string, Value])[] {
  return words.split(' ').map((word) => [word, value]);
}
