import fc, { type Arbitrary } from 'fast-check';
import type { Description, Schema } from './description.ts';
import { resolved } from './description.ts';
import { oddAddresses, oddTexts, oddValues, VALUES_OF_FIELDS } from './sample-values.ts';

/** Longest text that is made where a schema has no bound. */
const UNBOUNDED_LENGTH = 200;

/** Values that fit a schema; `name` is the field that they are for. */
export function fitting(description: Description, given: Schema, name = ''): Arbitrary<unknown> {
  const own = VALUES_OF_FIELDS[name];
  if (own !== undefined) return own;
  const schema = resolved(description, given);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  const either = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (either !== undefined) return fc.oneof(...either.map((one) => fitting(description, one, name)));
  switch ([schema.type].flat()[0]) {
    case 'string':
      return fittingText(schema);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(
        fc.constantFrom(...boundsOf(schema)),
        fc.integer({ min: boundsOf(schema)[0]!, max: Math.min(boundsOf(schema)[1]!, 2 ** 31 - 1) }),
      );
    case 'array': {
      const items = fitting(description, (schema.items ?? {}) as Schema);
      return fc.array(items, { maxLength: Math.min(Number(schema.maxItems ?? 5), 5) });
    }
    case 'object':
      return fittingObject(description, schema);
    default:
      return oddValues;
  }
}

function boundsOf({ minimum = -1000, maximum = 1000 }: Schema): [number, number] {
  return [Number(minimum), Number(maximum)];
}

function fittingText({ pattern, minLength = 0, maxLength = UNBOUNDED_LENGTH }: Schema): Arbitrary<string> {
  const [min, max] = [Number(minLength), Number(maxLength)];
  const fits = (text: string) => {
    const length = [...text].length;
    return (
      length >= min &&
      length <= max &&
      text.isWellFormed() &&
      new RegExp(String(pattern ?? ''), 'u').test(text)
    );
  };
  if (typeof pattern === 'string' && pattern.startsWith('^'))
    return fc.stringMatching(new RegExp(pattern)).filter(fits);
  const short = fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, 80) });
  const atBounds = fc.constantFrom('a'.repeat(max), '😀'.repeat(max), 'é'.repeat(Math.max(min, 1)));
  return fc.oneof({ weight: 12, arbitrary: short }, { weight: 1, arbitrary: atBounds }).filter(fits);
}

/** Most properties beside the required ones: with all of them some always exclude each other. */
const FURTHER_MAX = 5;
/** Properties that make a request one that needs nothing else to be answered. */
const OFTEN = ['html'];

/** Objects with all required properties and a few of the others. */
function fittingObject(description: Description, schema: Schema): Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, fitting(description, one, name)]),
  );
  const required = (schema.required ?? []) as readonly string[];
  const others = Object.keys(model).filter((one) => !required.includes(one));
  const few = fc.subarray(others, { maxLength: Math.min(FURTHER_MAX, others.length) });
  return fc.tuple(few, fc.subarray(others.filter((one) => OFTEN.includes(one)))).chain((chosen) => {
    const names = new Set([...required, ...chosen.flat()]);
    return fc.record(Object.fromEntries([...names].map((one) => [one, model[one]!])));
  });
}

/** Values at and beyond the bounds of a schema, of other types, and odd ones. */
export function unfitting(description: Description, given: Schema, name = ''): Arbitrary<unknown> {
  const schema = resolved(description, given);
  const kinds: Arbitrary<unknown>[] = [oddValues];
  if (name === 'url') kinds.push(oddAddresses);
  if (Array.isArray(schema.enum))
    kinds.push(
      fc.constantFrom(...schema.enum.flatMap((one) => [`${one}`.toUpperCase(), `${one} `, `${one},`, [one]])),
    );
  if (schema.type === 'boolean') kinds.push(fc.constantFrom<unknown>('true', 'false', 0, 1, '', 'yes'));
  if (schema.type === 'string') kinds.push(textsAtBounds(schema), oddTexts);
  if (schema.type === 'integer') {
    const near = boundsOf(schema).flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5, `${bound}`]);
    kinds.push(fc.constantFrom<unknown>(...near, 1e300, -0));
  }
  if (schema.type === 'array') {
    const items = (schema.items ?? {}) as Schema;
    const count = Number(schema.maxItems ?? 5);
    kinds.push(
      fc.array(unfitting(description, items), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(Array(count).fill('p'), Array(count + 1).fill('p'), Array(5000).fill('p')),
    );
  }
  return fc.oneof(...kinds);
}

function textsAtBounds({ minLength = 0, maxLength = UNBOUNDED_LENGTH }: Schema): Arbitrary<string> {
  const lengths = [Number(minLength), Number(maxLength)].flatMap((length) => [
    length - 1,
    length,
    length + 1,
  ]);
  return fc
    .tuple(
      fc.constantFrom(...lengths.filter((length) => length >= 0)),
      fc.constantFrom('a', '😀', ' ', '\u0000'),
    )
    .map(([length, character]) => character.repeat(length));
}

/** Values for a schema of an object: fitting ones, and ones with something wrong, missing or added. */
export function bodies(description: Description, given: Schema): Arbitrary<unknown> {
  const schema = resolved(description, given);
  const whole = fitting(description, schema) as Arbitrary<Readonly<Record<string, unknown>>>;
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>);
  const wrong = fc
    .constantFrom(...properties)
    .chain(([name, one]) =>
      fc.tuple(whole, unfitting(description, one, name)).map(([body, value]) => ({ ...body, [name]: value })),
    );
  const missing = fc.tuple(whole, fc.constantFrom(...properties)).map(([body, [name]]) => {
    const { [name]: _left, ...others } = body;
    return others;
  });
  const added = fc
    .tuple(whole, oddTexts, oddValues)
    .map(([body, name, value]) => Object.fromEntries([...Object.entries(body), [name, value]]));
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 6, arbitrary: wrong },
    { weight: 1, arbitrary: missing },
    { weight: 2, arbitrary: added },
    { weight: 1, arbitrary: oddValues },
  );
}
