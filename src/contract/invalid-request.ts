import type { z } from 'zod';
import { invalid, type ServiceError } from './failure.ts';

const QUOTE_MAX_CHARACTERS = 80;

/** A value as a message shows it: strings in quotes, long ones cut, containers by kind. */
function quoteValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return String(value);
  const characters = Array.from(value.slice(0, QUOTE_MAX_CHARACTERS * 2 + 2));
  if (characters.length <= QUOTE_MAX_CHARACTERS) return JSON.stringify(value);
  return `${JSON.stringify(characters.slice(0, QUOTE_MAX_CHARACTERS).join(''))}… (cut)`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** `include_selectors[0]` */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? String(key) : `.${String(key)}`))
    .join('');
}

function list(values: readonly unknown[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'an array',
  object: 'an object',
};

function bound(issue: { origin: string }, limit: number | bigint, atLeast: boolean): string {
  const edge = atLeast ? 'at least' : 'at most';
  if (issue.origin === 'string') return `a string of ${edge} ${limit} character${limit === 1 ? '' : 's'}`;
  if (issue.origin === 'array') return `an array of ${edge} ${limit} item${limit === 1 ? '' : 's'}`;
  return `a number of ${edge} ${limit}`;
}

function wanted(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return list(issue.values);
    case 'too_small':
      return bound(issue, issue.minimum, true);
    case 'too_big':
      return bound(issue, issue.maximum, false);
    default:
      return issue.message;
  }
}

/** One sentence for the first problem: `Set "url" to a string; it is 42.` */
function describe(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return `Remove ${JSON.stringify(issue.keys[0])}: it is not a field.`;
  const value = quoteValue(valueAt(input, issue.path));
  if (issue.path.length === 0) return `Send ${wanted(issue)} as the JSON body; it is ${value}.`;
  return `Set "${fieldName(issue.path)}" to ${wanted(issue)}; it is ${value}.`;
}

/**
 * The failure of a request that does not fit its schema: `invalid_request`, with a message that names the first
 * wrong field, what it should be and what it is. Schemas give custom checks as noun phrases ("a string that …").
 */
export function invalidRequest(error: z.ZodError, input: unknown): ServiceError {
  const [first] = error.issues;
  const message = first === undefined ? 'Send a body that fits the schema.' : describe(first, input);
  return invalid(message, error);
}

/** What a schema makes of an input. Throws what {@link invalidRequest} makes of what does not fit. */
export function parseRequest<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw invalidRequest(result.error, input);
  return result.data;
}
