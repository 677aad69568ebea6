import { z } from 'zod';

/** An optional field: null counts as not given, and so do '' and 0 where its schema takes them. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema
    .nullable()
    .transform((value) => (value || undefined) as NonNullable<z.output<S>> | undefined)
    .optional();
}

/** An optional whole number of two bounds; 0 counts as not given. */
export function optionalWhole(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`;
  return optional(z.union([z.int().min(min).max(max), z.literal(0)], { error }));
}

/** A field with a default, which null stands for. */
export function withDefault<Value extends string | boolean>(
  schema: z.ZodType<Value, Value>,
  value: Value,
  description: string,
) {
  return schema
    .nullable()
    .transform((given) => given ?? value)
    .prefault(null)
    .meta({ description, default: value });
}

/** An `override` of `z.toJSONSchema`, which leaves defaults and examples out where null or a blank is read as nothing. */
export function sayDefaults({
  zodSchema,
  jsonSchema,
}: Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]) {
  const { default: value, examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (value !== undefined) jsonSchema.default = value as typeof jsonSchema.default;
  if (examples !== undefined) jsonSchema.examples = examples as NonNullable<typeof jsonSchema.examples>;
}
