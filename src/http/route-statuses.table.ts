import { TARGET_ROUTE } from './page-target.ts';

/** The route that takes a file as its body. */
export const FILE_ROUTE = '/v1/convert/file';

/**
 * The error statuses of each route: those of the contract, and for further routes what they may answer. Answers and OpenAPI
 * read this one list. 500 and 503 are possible everywhere, 405 at each route for its other methods.
 */
export const ROUTE_STATUSES: Readonly<Record<string, readonly number[]>> = {
  '/v1/convert': [400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  [FILE_ROUTE]: [400, 401, 408, 413, 415, 422, 429, 500, 503],
  [TARGET_ROUTE]: [400, 401, 403, 404, 408, 413, 422, 429, 500, 503],
  '/v1/ai': [400, 401, 403, 429, 500, 503],
  '/v1/license/validate': [400, 429, 500, 503],
  '/v1/usage': [400, 401, 500, 503],
  '/mcp': [400, 401, 403, 405, 408, 413, 415, 429, 500, 503],
  '/health': [400, 405],
  '/ready': [400, 405],
};
