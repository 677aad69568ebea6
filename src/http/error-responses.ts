import { errorEnvelope } from '../contract/error-envelope.ts';
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
