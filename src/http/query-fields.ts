import { z } from 'zod';
import { fail } from '../contract/failure.ts';

/** The fields of a request that a query can say: each with the JSON type that its values are read as. */
interface QueryFields {
  readonly typeOf: ReadonlyMap<string, string | undefined>;
  /** What stands ahead of their names in the query. */
  readonly prefix: string;
}

/** The fields of a schema, with their types from the schema that validates them. */
export function queryFields(schema: z.ZodObject, prefix = ''): QueryFields {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const types = Object.entries(properties).map(
    ([name, field]) => [name, (field as { type?: string }).type] as const,
  );
  return { typeOf: new Map(types), prefix };
}

/**
 * The values of a query by field, for their schema to check; names come without the prefix. Lists are parameters given
 * several times; a flag without a value is true. Throws `invalid_request` for a name that is none.
 */
export function readQuery(
  pairs: Iterable<readonly [string, string]>,
  { typeOf, prefix }: QueryFields,
): Record<string, unknown> {
  const given = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    if (!typeOf.has(name)) {
      const known = [...typeOf.keys()].map((field) => prefix + field).join(', ');
      throw fail(
        'invalid_request',
        `Use one of the options ${known}; ${JSON.stringify((prefix + name).slice(0, 100))} is none.`,
      );
    }
    given.set(name, [...(given.get(name) ?? []), value]);
  }
  return Object.fromEntries([...given].map(([name, values]) => [name, typed(typeOf.get(name), values)]));
}

/** Query values in the type of their field. What does not read as that type stays, for the schema to refuse. */
function typed(type: string | undefined, values: readonly string[]): unknown {
  if (type === 'array') return values;
  if (values.length > 1) return values;
  const value = values[0]!;
  if (type === 'boolean') return /^(true|1|)$/.test(value) ? true : /^(false|0)$/.test(value) ? false : value;
  return type === 'integer' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
