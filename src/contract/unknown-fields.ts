import type { z } from 'zod';
import { convertRequest } from './convert.ts';
import { nearestName } from './nearest-name.ts';

/** Unknown fields of a body that are told one by one. */
const MAX_TOLD = 10;
/** Characters of a name that are shown and compared; the known ones have half as many. */
const MAX_NAME = 40;

/**
 * One sentence for each field of a JSON body that its schema, that of a conversion unless given, does not know, at most ten and one on the others: which
 * field is meant, where one is near. They are no error: a newer client may send them.
 */
export function unknownFields(
  body: unknown,
  { shape }: Pick<z.ZodObject, 'shape'> = convertRequest,
): readonly string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const fields = Object.keys(shape);
  const unknown = Object.keys(body).filter((name) => !fields.includes(name));
  const told = unknown.slice(0, MAX_TOLD).map((name) => describe(name, fields));
  const more = unknown.length - told.length;
  return more > 0 ? [...told, `Remove ${more} more fields: they are not known.`] : told;
}

function describe(name: string, fields: readonly string[]): string {
  const shown = JSON.stringify(name.slice(0, MAX_NAME).toWellFormed());
  const near = nearestName(asWritten(name.slice(0, MAX_NAME)), fields);
  return near === null
    ? `Remove ${shown}: it is not a field.`
    : `Rename ${shown} to "${near}" if that is meant.`;
}

/** `includeMetadata` and `include-metadata`, as other interfaces write names, in our letters. */
const asWritten = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
