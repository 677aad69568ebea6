import { ANSWER_HEADERS } from './answer-headers.table.ts';

interface Operation {
  readonly responses?: Record<string, { headers?: object }>;
}

/** A document with the header fields of every answer (`ANSWER_HEADERS`). */
export function withAnswerHeaders<D extends { paths?: unknown; components?: object }>(document: D): D {
  const reference = (name: string) => ({ $ref: `#/components/headers/${name}` });
  const paths = (document.paths ?? {}) as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  for (const [route, operations] of Object.entries(paths))
    for (const { responses = {} } of Object.values(operations))
      for (const [status, response] of Object.entries(responses))
        response.headers = Object.fromEntries(
          ANSWER_HEADERS.filter(({ on }) => on(route, Number(status))).map(({ name }) => [
            name,
            reference(name),
          ]),
        );
  const headers = Object.fromEntries(
    ANSWER_HEADERS.map(({ name, description, type = 'string', required }) => [
      name,
      { description, ...(required && { required }), schema: { type } },
    ]),
  );
  return { ...document, components: { ...document.components, headers } };
}
