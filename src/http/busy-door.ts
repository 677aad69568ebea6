import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpDeps } from './deps.ts';
import { doorOf, doorsOf } from './doors/doors.ts';
import { errorAnswer, failureStatus } from './failure-status.ts';
import { answeredCaller } from './metering.ts';
import { routeOfTarget, TARGET_ROUTE } from './page-target.ts';
import { bearerKey, framingFault, requestId } from './request-headers.ts';
import { originHeaders, rateLimitHeaders } from './response-headers.ts';
import { FILE_ROUTE } from './route-statuses.table.ts';

/**
 * Refuses conversions as busy in front of the framework; false: the request is none that it may refuse. In a flood ten
 * refusals are sent for one page, and a way through router and hooks would cost the workers a tenth of their time. So
 * it answers what the framework would (one test compares them), to callers whose key was looked up a moment ago.
 */
export function createBusyDoor(
  deps: HttpDeps,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { authenticator, meter, converter, usage, corsOrigins, isLeaving, openSpan, onAnswer } = deps;
  const doors = doorsOf(deps.doors);
  return (request, response) => {
    const startedAt = performance.now();
    const { method = '', headers } = request;
    const route = conversionRoute(method, request.url ?? '');
    const door = route && doorOf(doors, { method, url: route, headers });
    if (route === null || door !== null || framingFault(request) !== null || headers.expect !== undefined)
      return false;
    const key = isLeaving() ? null : bearerKey(headers.authorization);
    const caller = key && authenticator.recall(key);
    const windows = caller && meter.seen(caller.keyId);
    const failure = caller && converter.refusal(caller.keyId);
    if (!windows || !failure) return false;
    usage.add(caller.keyId, { outcome: failure.reason });
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const id = requestId(request);
    const span = openSpan(headers, method, () => undefined);
    const status = failureStatus(failure.reason);
    const answer = errorAnswer(failure, status, id);
    response.once('close', () => {
      span.end(route, status);
      const now = performance.now();
      onAnswer({
        requestId: id,
        method,
        route,
        status,
        reason: failure.reason,
        durationMs: now - startedAt,
        writeMs: now - madeAt,
        bytesOut: socket.bytesWritten - sentBefore,
        traceId: span.traceId,
        ...answeredCaller({ caller, license: null }),
      });
    });
    response.writeHead(status, {
      ...answer.headers,
      ...originHeaders(headers.origin, corsOrigins),
      ...rateLimitHeaders(windows),
    });
    const madeAt = performance.now();
    response.end(answer.body);
    return true;
  };
}

/** The route of a request that would convert a page, else null. */
function conversionRoute(method: string, path: string): string | null {
  if (method === 'POST' && path === '/v1/convert') return path;
  if (method === 'POST' && path.split('?', 1)[0] === FILE_ROUTE) return FILE_ROUTE;
  return method === 'GET' && routeOfTarget(path) === TARGET_ROUTE ? TARGET_ROUTE : null;
}
