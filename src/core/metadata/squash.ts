/** Letters and digits alone, in lower case: how names and titles are compared. */
export function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(
      /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u2122\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/g,
      '',
    );
}
