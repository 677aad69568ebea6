import type { z } from 'zod';
import { invalidRequest } from '../contract/invalid-request.ts';

/** Zod checks what comes in and nothing what goes out, so that Fastify's own compilers, a seventh of a start, stay unloaded. */
export const COMPILERS = {
  buildValidator: (() => validatorOf) as never,
  buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
};

function validatorOf({ schema }: { readonly schema: z.ZodType }) {
  return (data: unknown) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: invalidRequest(result.error, data) };
  };
}
