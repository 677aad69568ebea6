import type { Root } from '../content/tree.ts';
import { walkContent } from '../walk-content.ts';

/** A character that is seen: no white space, control, format character or filler, nor the blank of Braille. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a content tree shows nothing: no visible character, code, formula or image. */
export function isBlankContent(root: Root): boolean {
  return !walkContent(root, (node) => node.type === 'image' || ('value' in node && VISIBLE.test(node.value)));
}
