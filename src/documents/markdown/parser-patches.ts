import type { Options } from 'micromark';
import { EditMap } from 'micromark-util-edit-map';

export type Extension = NonNullable<Options['extensions']>[number];

/** The parts of the parser's tokenizer that our constructs use; a code is null at the end, negative at a line's end or tab. */
export type Code = number | null;
export type State = (code: Code) => State | undefined;
export interface Effects {
  enter(type: string): { type: string; _gfmAutolinkLiteralWalkedInto?: boolean };
  exit(type: string): void;
  consume(code: Code): void;
  attempt(construct: object, ok: State, nok: State): State;
}

/** Changes of a list of events by their place: how many are taken out there, and what is put in. */
interface Edits {
  readonly map: [at: number, removed: number, added: unknown[]][];
  readonly index: Map<number, unknown>;
}

/** As `EditMap.consume`, without a copy of the events before the first change. */
function consumeFromFirst(this: Edits, events: unknown[]): void {
  const changes = this.map.sort(([a], [b]) => a - b);
  const first = changes[0]?.[0] ?? events.length;
  const rest = events.slice(first);
  events.length = first;
  let from = 0;
  const keepTo = (to: number): void => {
    for (; from < to; from++) events.push(rest[from]);
  };
  for (const [at, removed, added] of changes) {
    keepTo(at - first);
    for (const event of added) events.push(event);
    from += removed;
  }
  keepTo(rest.length);
  this.map.length = 0;
  this.index.clear();
}

/**
 * Parses while lists of events are changed from the first change on. The parser moves events whenever a list, a quote or a note
 * ends, always near their end, and copies all that it has read of the document to do so: 4,000 items of two levels took 20 s.
 */
export function withEditsInPlace<T>(parse: () => T): T {
  const { prototype } = EditMap as unknown as { prototype: { consume: unknown } };
  const { consume } = prototype;
  prototype.consume = consumeFromFirst;
  try {
    return parse();
  } finally {
    prototype.consume = consume;
  }
}

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
