const { charCodeAt } = String.prototype;

/**
 * The UTF-16 unit at a place within a text, for loops over texts of a page. Those are strings of more kinds (of one or two bytes,
 * slices, sums) than V8 keeps methods for, so that `text.charCodeAt` and `text.length` are looked up for each unit, which takes four
 * times as long; the length is taken once ahead of a loop. One call with a place behind the end makes all calls slow.
 */
export function unitAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
