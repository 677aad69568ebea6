import { errorEnvelope } from '../contract/error-envelope.ts';
import type { FailureReason } from '../contract/failure.ts';
import { ANSWER_HEADERS } from './answer-headers.table.ts';
import { envelopeOf, failureStatus } from './failure-status.ts';
import { REASON_EXAMPLES } from './reason-examples.table.ts';
import { ROUTE_STATUSES } from './route-statuses.table.ts';

const CONDITIONS: Readonly<Record<number, string>> = {
  400: 'Invalid request.',
  401: 'Missing or rejected credential.',
  403: 'Refused by policy.',
  404: 'No such address.',
  405: 'The method is not allowed here.',
  408: 'Timeout during upstream fetch or conversion.',
  413: 'Request body or upstream response too large.',
  415: 'Unsupported request content type.',
  422: 'Content extraction failed; `error.reason` says why.',
  429: 'Plan limit exceeded, too many calls of the key in work, or the server is busy; honour `Retry-After`.',
  500: 'Internal server error.',
  503: 'Service temporarily unavailable; honour `Retry-After`.',
};

/** OpenAPI responses of the errors of a route, all with the error envelope; `own` replaces a description. */
export function errorResponses(route: string, own: Readonly<Record<number, string>> = {}) {
  return Object.fromEntries(
    ROUTE_STATUSES[route]!.map((status) => [
      status,
      {
        description: own[status] ?? CONDITIONS[status] ?? 'Error.',
        content: { 'application/json': { schema: errorEnvelope } },
      },
    ]),
  );
}

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

function examplesOf(route: string, status: number): object {
  const reasons = (Object.keys(REASON_EXAMPLES) as FailureReason[]).filter(
    (reason) => REASON_EXAMPLES[reason].on.includes(route) && failureStatus(reason, route) === status,
  );
  return Object.fromEntries(
    reasons.map((reason) => [reason, { value: envelopeOf({ ...REASON_EXAMPLES[reason], reason }, status) }]),
  );
}
