/** Fields without those that are undefined: an absent one and an undefined one are not the same to tags, keys and schemas. */
export function defined<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
