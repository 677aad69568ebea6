/**
 * Inline Markdown as a reader sees it, on one line: link and image texts without their targets, code without its
 * backticks, no emphasis marks, no escapes. For headings inside a question, where markup would be in the way.
 */
export function plainInline(text: string): string {
  return (
    text
      // linear: a few hundred characters from each bracket.
      .replace(/!\[([^\]]{0,300})\]\([^)]{0,1000}\)/g, '$1')
      // linear: as before.
      .replace(/\[([^\]]{0,500})\]\([^)]{0,1000}\)/g, '$1')
      // linear: as before.
      .replace(/\[\^[^\]]{1,50}\]/g, '')
      .replace(/<[^<>\s][^<>]{0,500}>/g, '')
      .replace(/(?<!\\)(\*\*|__|~~|`+)/g, '')
      .replace(/(?<![\\\p{L}\p{N}])([*_])(?=\S)|(?<=\S)(?<!\\)([*_])(?![\p{L}\p{N}])/gu, '')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
