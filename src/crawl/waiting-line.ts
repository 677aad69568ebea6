/** What waits in a line. */
interface Waits {
  /** The lowest goes first. */
  readonly order: number;
  readonly isWaiting: boolean;
}

/** What waits, the lowest order first, of one order as it came. Who gets another order is put in again, and leaves the old place. */
export class WaitingLine<Entry extends Waits> {
  readonly #lines = new Map<number, { readonly entries: Entry[]; at: number }>();

  put(entry: Entry): void {
    const line = this.#lines.get(entry.order);
    if (line === undefined) this.#lines.set(entry.order, { entries: [entry], at: 0 });
    else line.entries.push(entry);
  }

  /** The first of those up to an order, or undefined. */
  take(mostOrder: number): Entry | undefined {
    for (;;) {
      let order = Number.POSITIVE_INFINITY;
      for (const each of this.#lines.keys()) order = Math.min(order, each);
      const line = this.#lines.get(order);
      if (line === undefined || order > mostOrder) return undefined;
      const entry = line.entries[line.at++]!;
      if (line.at === line.entries.length) this.#lines.delete(order);
      if (entry.isWaiting && entry.order === order) return entry;
    }
  }
}
