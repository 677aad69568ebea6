/** What a conversion shows of itself: the other fields, trees among them, are for whoever asks for them by name. */
const SHOWN = ['markdown', 'text', 'metadata', 'extended', 'outcome', 'diagnostics'];

/**
 * Accessors of a class as own fields, which can be listed and spread. All conversions share them: V8 has accessors in the
 * hidden class of an object, so those of an object literal would be a new one for each conversion, which holds the page until
 * the whole heap is collected.
 */
export function fieldsOf(prototype: object, names: readonly string[] = SHOWN): PropertyDescriptorMap {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { get: Object.getOwnPropertyDescriptor(prototype, name)!.get!, enumerable: true },
    ]),
  );
}
