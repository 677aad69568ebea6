/** What the first item that is mapped to anything is mapped to; null for none. Later items are not asked. */
export function firstOf<Item, Found>(
  items: Iterable<Item>,
  map: (item: Item) => Found | null | undefined,
): Found | null {
  for (const item of items) {
    const found = map(item) ?? null;
    if (found !== null) return found;
  }
  return null;
}
