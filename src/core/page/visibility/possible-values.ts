import { lazyFor } from '../../lazy.ts';
import type { Declaration } from './css-text.ts';

/** Most values that variables may give a declaration; more are not told apart. */
const MAX_VALUES = 16;
const VARIABLE = /var\(\s*(--[^\s,()]*)\s*(?:,([^()]*))?\)/;

/** What values may come to be, whatever declares their variables. */
export class PossibleValues {
  readonly #named = new Map<string, Set<string>>();

  constructor(
    variables: ReadonlyMap<string, readonly { readonly text: string }[]>,
    inline: ReadonlyMap<string, readonly Declaration[]>,
  ) {
    for (const [name, all] of variables) for (const { text } of all) this.#add(name, text);
    for (const declared of inline.values())
      for (const { name, value } of declared) if (name.startsWith('--')) this.#add(name, value);
  }

  #add(name: string, text: string): void {
    const values = this.#named.get(name) ?? new Set();
    if (values.size <= MAX_VALUES) values.add(text.trim());
    this.#named.set(name, values);
  }

  /** The value, or those that it comes to with what its variables have somewhere on the page; null for too many. */
  of(value: string): readonly string[] | null {
    return value.includes('var(') ? this.#filled(value) : [value];
  }

  readonly #filled = lazyFor((value: string): readonly string[] | null => {
    const done: string[] = [];
    const open = [value];
    for (let count = 0; open.length > 0; count++) {
      if (count > MAX_VALUES * 4 || done.length > MAX_VALUES) return null;
      const next = open.pop()!;
      const [all, name = '', fallback] = VARIABLE.exec(next) ?? [];
      if (all === undefined) {
        if (next.includes('var(')) return null;
        done.push(next);
        continue;
      }
      for (const one of this.#named.get(name) ?? []) open.push(next.replace(all, () => one));
      if (fallback !== undefined) open.push(next.replace(all, () => fallback));
    }
    return done;
  });
}
