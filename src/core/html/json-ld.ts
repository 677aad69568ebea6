import { attr, type HtmlNode } from './tree.ts';

/** The media type of JSON-LD, with or without parameters (`; charset=utf-8`). */
const MEDIA_TYPE = /^\s*application\/ld\+json\s*(?:;|$)/i;

/** Whether a script holds JSON-LD (JSON-LD 1.1, section 7.1: a data block of this type). */
export function isJsonLd(script: HtmlNode): boolean {
  return MEDIA_TYPE.test(attr(script, 'type') ?? '');
}

/** Longest script that is read, in UTF-16 units, and how many objects of a page are looked at. */
const MAX_SCRIPT = 1_000_000;
const MAX_OBJECTS = 2_000;

/** An object of structured data. */
export type Entity = Readonly<Record<string, unknown>>;

/**
 * The entities of JSON-LD scripts, in document order: those of arrays and `@graph` as well. A script that is no JSON, even
 * with control characters and trailing commas mended, is passed over. Bounded in size and objects.
 */
export function jsonLdEntities(scripts: readonly string[]): Entity[] {
  const entities: Entity[] = [];
  for (const script of scripts) if (script.length <= MAX_SCRIPT) gather(parseJson(script), entities);
  return entities;
}

function parseJson(script: string): unknown {
  const bare = () =>
    script.replace(/^\s*(?:\/\/\s*)?<!(?:--|\[CDATA\[)|(?:\/\/\s*)?(?:-->|\]\]>)\s*(?:;\s*)?$/g, '').trim();
  const mended = () =>
    bare()
      .replace(/[\u0000-\u001f]/g, ' ')
      .replace(/,(?=\s{0,40}[}\]])/g, '')
      .replace(/;\s*$/, '');
  for (const source of [() => script, bare, mended])
    try {
      return JSON.parse(source());
    } catch {}
  return null;
}

/** Appends the objects of a JSON value in document order, those of `@graph` and arrays included. Not recursive. */
function gather(value: unknown, entities: Entity[]): void {
  const stack: unknown[] = [value];
  while (stack.length > 0 && entities.length < MAX_OBJECTS) {
    const item = stack.pop();
    if (Array.isArray(item)) {
      for (let i = Math.min(item.length, MAX_OBJECTS) - 1; i >= 0; i--) stack.push(item[i]);
    } else if (isEntity(item)) {
      entities.push(item);
      for (const key of ['mainEntityOfPage', 'mainEntity', '@graph'])
        if (typeof own(item, key) === 'object') stack.push(own(item, key));
    }
  }
}

/** Whether a JSON value is an object. */
export function isEntity(value: unknown): value is Entity {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property of an object's own: `__proto__` is a name like any other. */
export function own(entity: Entity | undefined, key: string): unknown {
  return entity && Object.hasOwn(entity, key) ? entity[key] : undefined;
}

/** Whether one of an entity's types, without the address of its vocabulary, is one that `pattern` means. */
export function hasType(entity: Entity, pattern: RegExp): boolean {
  const type = own(entity, '@type');
  const types = Array.isArray(type) ? type.slice(0, 10) : [type];
  return types.some(
    (t) => typeof t === 'string' && t.length < 100 && pattern.test(t.replace(/^.*[/#:]/, '')),
  );
}
