/**
 * The accessors of a class as own fields, which can be listed and spread. All conversions share them: V8 has accessors in
 * the hidden class of an object, so those of an object literal would be a new one for each conversion, which holds the page
 * until the whole heap is collected.
 */
export function fieldsOf(prototype: object): PropertyDescriptorMap {
  const accessors = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([, { get }]) => get);
  return Object.fromEntries(accessors.map(([name, { get }]) => [name, { get: get!, enumerable: true }]));
}

/** Fields of a conversion that are trees or functions. */
const NOT_PLAIN = ['content', 'document', 'parts', 'toJSON'] as const;

/** The fields of a conversion that are data for whoever reads it: all but trees, of which that of a page is circular. */
export type PlainFields<T> = Omit<T, (typeof NOT_PLAIN)[number]>;

export function plainFields<T extends object>(conversion: T): PlainFields<T> {
  const names = Object.keys(conversion).filter((name) => !NOT_PLAIN.some((other) => other === name));
  return Object.fromEntries(names.map((name) => [name, conversion[name as keyof T]])) as PlainFields<T>;
}
