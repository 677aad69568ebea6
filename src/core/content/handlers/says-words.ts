/** Whether `text` says all of `part`, word by word in its order, whatever the case and the punctuation. */
export function saysWords(text: string, part: string): boolean {
  return wordsOf(text).includes(wordsOf(part));
}

/** A text without case and punctuation, between blanks: what is one word in another is not said by it. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()} `;
}
