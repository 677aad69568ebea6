import type { Root } from '../content/tree.ts';
import { walkContent } from '../walk-content.ts';

/** First and last of the ranges of BMP characters without width or shape: format characters, fillers, selectors. */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0x00, 0x20],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
];

/** Whether a content tree shows nothing: no visible character, code, formula or image. */
export function isBlankContent(root: Root): boolean {
  return !walkContent(
    root,
    (node) =>
      node.type === 'image' || ('value' in node && typeof node.value === 'string' && isVisible(node.value)),
  );
}

function isVisible(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (!INVISIBLE.some(([first, last]) => unit >= first && unit <= last)) return true;
  }
  return false;
}
