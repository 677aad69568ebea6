import type { IncomingHttpHeaders } from 'node:http';
import type { Failure, FailureReason } from '../../../contract/failure.ts';
import { withScheme } from '../../../contract/typed-address.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { admitted } from '../../metering.ts';
import { readTarget, requestOfTarget, TARGET_ROUTE } from '../../page-target.ts';
import { heldBody, jsonBodyOf, requireJson, requirePlain } from '../../request-body.ts';
import type { Door } from '../door.ts';
import { answerPage, wantsStream } from './answer.ts';
import { FIELDS } from './fields.table.ts';
import { readFields, readJinaBody } from './wanted.ts';

/** Their names of errors; any other is `AssertionFailureError`. */
const NAMES: Readonly<Partial<Record<FailureReason, string>>> = {
  invalid_request: 'ParamValidationError',
  invalid_url: 'ParamValidationError',
  unauthorized: 'AuthenticationFailedError',
  rate_limited: 'RateLimitTriggeredError',
  quota_exceeded: 'RateLimitTriggeredError',
  blocked_target: 'SecurityCompromiseError',
  fetch_timeout: 'TimeoutError',
  conversion_timeout: 'TimeoutError',
};

/** Jina's reader: its header fields on `GET /https://…`, and `POST /`. A request without any of them is one of ours. */
export const jina: Door = {
  name: 'jina',
  owns({ method, url, headers }) {
    if (method === 'POST') return url.split('?', 1)[0] === '/';
    return url === TARGET_ROUTE && (FIELDS.some((name) => name in headers) || wantsStream(headers.accept));
  },
  errorBody({ reason, message }: Failure, status) {
    const name = NAMES[reason] ?? 'AssertionFailureError';
    const readableMessage = `${name}: ${message}`;
    return { data: null, code: status, name, status: status * 100, message, readableMessage, reason };
  },
  answerTarget(request, reply, deps, path) {
    const wanted = readFields(request.headers);
    const asked = requestOfTarget(readTarget(path));
    return answerPage(request, reply, deps, { asked, wanted });
  },
  addRoutes: postRoute,
};

/** `POST /`: credential → windows → room → content type → size → fields → conversion. */
function postRoute(app: HttpApp, deps: HttpDeps): void {
  app.post('/', {
    onRequest: admitted(deps, ({ headers }) => {
      if (isForm(headers)) requirePlain(headers);
      else requireJson(headers);
    }),
    handler: async (request, reply) => {
      const body = isForm(request.headers)
        ? await heldBody(request, reply, deps, deps.maxBodyBytes, formOf)
        : await jsonBodyOf(request, reply, deps);
      const { url, html, fields, notDone } = readJinaBody(body, request.headers);
      const wanted = readFields(fields);
      return answerPage(request, reply, deps, {
        asked: { url: withScheme(url), html: html as string },
        wanted: { ...wanted, notDone: [...wanted.notDone, ...notDone] },
      });
    },
  });
}

const isForm = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i.test(type);

const formOf = (bytes: Uint8Array): object =>
  Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString()));
