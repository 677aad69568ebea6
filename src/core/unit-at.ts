const { charCodeAt } = String.prototype;

/**
 * The UTF-16 unit at a place within a text, for loops over texts of a page: those are strings of more kinds (of one or two bytes, slices, sums)
 * than V8 keeps methods for, so that `text.charCodeAt` is looked up for each unit, which takes four times as long. So does a place behind
 * the end, once for all calls.
 */
export function unitAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
