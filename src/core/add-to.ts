/** Adds an item to those of its key. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = groups.get(key);
  if (items) items.push(item);
  else groups.set(key, [item]);
}
