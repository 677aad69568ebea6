import { z } from 'zod';
import { type ConvertRequest, convertRequest } from '../contract/convert.ts';
import { fail } from '../contract/failure.ts';
import { invalidRequest } from '../contract/invalid-request.ts';
import { OPTION_PREFIX, type Target } from './target-path.ts';

/** The fields of `POST /v1/convert` that a query can carry: all but the page itself. */
const { url: _url, html: _html, ...OPTION_SHAPE } = convertRequest.shape;

/** The options as OpenAPI query parameters. */
export const optionParameters = z.object(
  Object.fromEntries(Object.entries(OPTION_SHAPE).map(([name, field]) => [OPTION_PREFIX + name, field])),
);

/** JSON type of each option, from the schema that validates it. */
const TYPES = new Map(
  Object.entries(
    z.toJSONSchema(z.object(OPTION_SHAPE), { io: 'input', unrepresentable: 'any' }).properties!,
  ).map(([name, schema]) => [name, (schema as { type?: string }).type]),
);

/**
 * The conversion request of a target and its options. Lists are parameters given several times; a flag without a value
 * is true. Throws `invalid_request` for an unknown option or a value that does not fit.
 */
export function requestOfTarget({ url, options }: Target): ConvertRequest {
  const given = new Map<string, string[]>();
  for (const [name, value] of options) {
    if (!TYPES.has(name)) {
      const known = [...TYPES.keys()].map((option) => OPTION_PREFIX + option).join(', ');
      throw fail(
        'invalid_request',
        `Use one of the options ${known}; ${JSON.stringify((OPTION_PREFIX + name).slice(0, 100))} is none.`,
      );
    }
    given.set(name, [...(given.get(name) ?? []), value]);
  }
  const input = {
    url,
    ...Object.fromEntries([...given].map(([name, values]) => [name, typed(TYPES.get(name), values)])),
  };
  const result = convertRequest.safeParse(input);
  if (!result.success) throw invalidRequest(result.error, input);
  return result.data;
}

/** Query values in the type of their field. What does not read as that type stays, for the schema to refuse. */
function typed(type: string | undefined, values: readonly string[]): unknown {
  if (type === 'array') return values;
  if (values.length > 1) return values;
  const value = values[0]!;
  if (type === 'boolean') return /^(true|1|)$/.test(value) ? true : /^(false|0)$/.test(value) ? false : value;
  return type === 'integer' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
