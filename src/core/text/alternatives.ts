import { plainText } from '../content/plain-text.ts';
import type { Block, Image, Inline, Root } from '../content/tree.ts';
import { walkContent } from '../walk-content.ts';

/** An alternative text that so many pictures have is that of an ornament, and written once. */
const MANY = 4;

/** Which alternative texts of a page its text says: those that its words do not say beside the picture. */
export class Alternatives {
  private readonly pictures = new Map<string, number>();
  private readonly written = new Set<string>();

  constructor(root: Root) {
    walkContent(root, (node) => {
      if (node.type === 'image') this.pictures.set(node.alt, (this.pictures.get(node.alt) ?? 0) + 1);
      return false;
    });
  }

  /** What a picture says beside these words; nothing where they say it, or an ornament said it before. */
  textOf({ alt }: Image, beside: readonly string[]): string {
    if (alt.trim() === '' || beside.includes(inkOf(alt))) return '';
    if (this.pictures.get(alt)! >= MANY) {
      if (this.written.has(alt)) return '';
      this.written.add(alt);
    }
    return alt;
  }
}

/** A text as it is compared: its letters and digits. */
export function inkOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The words of inline content without its pictures, as they are compared. */
export function wordsOf(nodes: readonly Inline[]): string {
  return inkOf(plainText(nodes));
}

/** The words of a paragraph or heading beside a picture, as they are compared. */
export function wordsOfBlock(block: Block | undefined): string[] {
  return block?.type === 'paragraph' || block?.type === 'heading' ? [wordsOf(block.children)] : [];
}
