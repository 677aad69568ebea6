import { addTo } from '../../add-to.ts';
import { lazy, lazyFor } from '../../lazy.ts';
import type { Declaration } from './css-text.ts';

/** Most values that variables may give a declaration; more are not told apart. */
const MAX_VALUES = 16;
const VARIABLE = /var\(\s*(--[^\s,()]*)\s*(?:,([^()]*))?\)/;

/** What values may come to be, whatever declares their variables. */
export class PossibleValues {
  readonly #variables: ReadonlyMap<string, readonly { readonly text: string }[]>;
  readonly #inline: ReadonlyMap<string, readonly Declaration[]>;

  constructor(
    variables: ReadonlyMap<string, readonly { readonly text: string }[]>,
    inline: ReadonlyMap<string, readonly Declaration[]>,
  ) {
    this.#variables = variables;
    this.#inline = inline;
  }

  /** What a variable is given, up to one value more than are told apart. */
  readonly #given = lazyFor((name: string): ReadonlySet<string> => {
    const values = new Set<string>();
    const add = (text: string): void => {
      if (values.size <= MAX_VALUES) values.add(text.trim());
    };
    for (const { text } of this.#variables.get(name) ?? []) add(text);
    for (const { value } of this.#inlined().get(name) ?? []) add(value);
    return values;
  });

  readonly #inlined = lazy(() => {
    const byName = new Map<string, Declaration[]>();
    for (const declared of this.#inline.values())
      for (const one of declared) if (one.name.startsWith('--')) addTo(byName, one.name, one);
    return byName;
  });

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
      for (const one of this.#given(name)) open.push(next.replace(all, () => one));
      if (fallback !== undefined) open.push(next.replace(all, () => fallback));
    }
    return done;
  });
}
