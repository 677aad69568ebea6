import type { Shown } from './drawing.ts';

/** What is cut of an item of PDF.js. */
interface Item {
  readonly str: string;
  readonly dir: string;
  readonly transform: number[];
  readonly width: number;
}

/**
 * Items of a page without the text that nobody sees, which is added to `hidden`. PDF.js makes its items of the characters that
 * operators show, in their order and with blanks of its own, so that counting them tells which are whose.
 */
export function seenText<T extends Item>(
  items: readonly T[],
  shown: readonly Shown[],
  hidden: string[],
): T[] {
  if (!shown.some(({ isHidden }) => isHidden)) return [...items];
  const isHiddenAt = shown.flatMap(({ chars, isHidden }) => new Array<boolean>(chars.length).fill(isHidden));
  const seen: T[] = [];
  let at = 0;
  for (const item of items) {
    const { length } = item.str.replace(/\s+/g, '');
    const own = isHiddenAt.slice(at, at + length);
    at += length;
    if (!own.includes(true)) seen.push(item);
    else
      for (const part of partsOf(item, item.dir === 'rtl' ? own.reverse() : own))
        if (part.isHidden) hidden.push(part.item.str);
        else seen.push(part.item);
  }
  return seen;
}

interface Part<T> {
  readonly item: T;
  readonly isHidden: boolean;
}

/** An item cut where seen and hidden characters meet; blanks go with what stands before them. */
function partsOf<T extends Item>(item: T, isHiddenAt: readonly boolean[]): Part<T>[] {
  const parts: Part<T>[] = [];
  let [from, at] = [0, -1];
  const end = (to: number) => {
    if (at >= 0) parts.push({ item: partOf(item, from, to), isHidden: isHiddenAt[at]! });
    from = to;
  };
  for (let i = 0; i < item.str.length; i++) {
    if (/\s/.test(item.str[i]!)) continue;
    if (at >= 0 && isHiddenAt[at] !== isHiddenAt[at + 1]) end(i);
    at++;
  }
  end(item.str.length);
  return parts;
}

/** A part of an item, at its share of the width. */
function partOf<T extends Item>(item: T, from: number, to: number): T {
  const { str, transform, width } = item;
  const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number];
  const offset = (width * from) / str.length / Math.hypot(a, b);
  return {
    ...item,
    str: str.slice(from, to),
    transform: [a, b, c, d, x + a * offset, y + b * offset],
    width: (width * (to - from)) / str.length,
  };
}
