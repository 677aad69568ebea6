import { unitAt } from '../unit-at.ts';

/** Visible length of a text: its UTF-16 code units that are neither ASCII controls and spaces nor no-break spaces. */
export function visibleLength(text: string): number {
  let length = 0;
  for (let i = 0, end = text.length; i < end; i++) {
    const unit = unitAt(text, i);
    if (unit > 32 && unit !== 0xa0) length++;
  }
  return length;
}
