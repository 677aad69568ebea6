import { z } from 'zod';
import { invalid } from '../contract/failure.ts';
import { parseRequest } from '../contract/invalid-request.ts';

/**
 * Reads the fields of `options` from the parameters of a query, whose names come without their `prefix`: lists are parameters
 * given several times, a flag without a value is true. `schema` checks them together with those that are `given` otherwise.
 * Throws `invalid_request` for an unknown name or a value that does not fit.
 */
export function queryReader<S extends z.ZodType>(options: z.ZodObject, schema: S, prefix = '') {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
  const types = new Map(Object.entries(properties).map(([name, field]) => [name, typeOf(field as Typed)]));
  return (pairs: Iterable<readonly [string, string]>, given: object = {}): z.infer<S> => {
    const values = new Map<string, string[]>();
    for (const [name, value] of pairs) {
      if (!types.has(name)) {
        const known = [...types.keys()].map((field) => prefix + field).join(', ');
        throw invalid(
          `Use one of the options ${known}; ${JSON.stringify((prefix + name).slice(0, 100))} is none.`,
        );
      }
      values.set(name, [...(values.get(name) ?? []), value]);
    }
    const fields = [...values].map(([name, all]) => [name, typed(types.get(name), all)]);
    return parseRequest(schema, { ...given, ...Object.fromEntries(fields) });
  };
}

interface Typed {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Typed[];
}

/** The type of a field that may be null, too. */
const typeOf = ({ type, anyOf: [either] = [] }: Typed): string | undefined =>
  either === undefined ? [type].flat()[0] : typeOf(either);

/** Query values in the type of their field. What does not read as that type stays, for the schema to refuse. */
function typed(type: string | undefined, values: readonly string[]): unknown {
  if (type === 'array' || values.length > 1) return values;
  const value = values[0]!;
  if (type === 'boolean') return /^(true|1|)$/.test(value) ? true : /^(false|0)$/.test(value) ? false : value;
  return type === 'integer' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
