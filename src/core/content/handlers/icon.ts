import { attr, type HtmlNode } from '../../html/tree.ts';

/** Widest and highest icon, in CSS pixels. */
const MAX_SIZE = 32;

const FILE = /\.svg(?:[?#]|$)|[/_-]icons?\d*[/_.-]/i;

/** Whether a picture is a drawing, kept among icons or named one. */
export function isIconFile(node: HtmlNode): boolean {
  return FILE.test(attr(node, 'src') ?? '');
}

/** A picture that is no larger than the words beside it. */
export function isSmall(node: HtmlNode): boolean {
  return isUpTo(attr(node, 'width'), MAX_SIZE) || isUpTo(attr(node, 'height'), MAX_SIZE);
}

/** A picture of at most 1 × 1: there to be counted, not seen. */
export function isPixel(node: HtmlNode): boolean {
  return isUpTo(attr(node, 'width'), 1) || isUpTo(attr(node, 'height'), 1);
}

function isUpTo(value: string | null, most: number): boolean {
  const length = value === null ? null : /^\s*(\d{1,4})(?:px)?\s*$/.exec(value);
  return length !== null && Number(length[1]) <= most;
}
