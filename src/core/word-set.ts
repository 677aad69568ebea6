/** The words of a text that blanks part, as a set: names of elements, of attributes. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
