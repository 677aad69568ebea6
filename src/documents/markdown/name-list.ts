/**
 * Names in the order in which they came, each found without going through all before it: what the parser keeps of definitions and
 * notes as arrays, and asks for every link, note and call.
 */
export class NameList extends Array<string> {
  readonly #places = new Map<string, number>();

  override push(...names: string[]): number {
    for (const name of names) {
      if (!this.#places.has(name)) this.#places.set(name, this.length);
      super.push(name);
    }
    return this.length;
  }

  override includes(name: string): boolean {
    return this.#places.has(name);
  }

  override indexOf(name: string): number {
    return this.#places.get(name) ?? -1;
  }
}
