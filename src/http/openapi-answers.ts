import type { FailureReason } from '../contract/failure.ts';
import { ANSWER_HEADERS } from './answer-headers.table.ts';
import { envelopeOf, failureStatus } from './failure-status.ts';
import { REASON_EXAMPLES } from './reason-examples.table.ts';

interface Answer {
  headers?: object;
  readonly content?: Readonly<Record<string, { examples?: object }>>;
}

interface Operation {
  readonly responses?: Readonly<Record<string, Answer>>;
}

/** A document with the header fields of every answer (`ANSWER_HEADERS`), and an example of every reason of its errors. */
export function withAnswers<D extends { paths?: unknown; components?: object }>(document: D): D {
  const paths = (document.paths ?? {}) as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  for (const [route, operations] of Object.entries(paths))
    for (const { responses = {} } of Object.values(operations))
      for (const [status, answer] of Object.entries(responses)) {
        answer.headers = headersOf(route, Number(status));
        const examples = examplesOf(route, Number(status));
        const json = answer.content?.['application/json'];
        if (json !== undefined && Object.keys(examples).length > 0) json.examples = examples;
      }
  const headers = Object.fromEntries(
    ANSWER_HEADERS.map(({ name, description, type = 'string', required }) => [
      name,
      { description, ...(required && { required }), schema: { type } },
    ]),
  );
  return { ...document, components: { ...document.components, headers } };
}

function headersOf(route: string, status: number): object {
  const told = ANSWER_HEADERS.filter(({ on }) => on(route, status));
  return Object.fromEntries(told.map(({ name }) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Error envelopes of an answer by reason. */
function examplesOf(route: string, status: number): object {
  const reasons = (Object.keys(REASON_EXAMPLES) as FailureReason[]).filter(
    (reason) => REASON_EXAMPLES[reason].on.includes(route) && failureStatus(reason, route) === status,
  );
  return Object.fromEntries(
    reasons.map((reason) => [reason, { value: envelopeOf({ ...REASON_EXAMPLES[reason], reason }, status) }]),
  );
}
