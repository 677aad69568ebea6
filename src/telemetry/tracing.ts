import type { Context, Span, SpanStatusCode, Tracer } from '@opentelemetry/api';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { HttpDeps } from '../http/deps.ts';

type Api = typeof import('@opentelemetry/api');
/** `SpanStatusCode.ERROR` of an enum that is only there when the package is. */
const STATUS_ERROR = 2 as SpanStatusCode;
/** `SpanKind.SERVER`. */
const KIND_SERVER = 1;

/** Spans of OpenTelemetry. Attributes are names and numbers of ours: never a URL, key or page text. */
export interface Tracing {
  /**
   * Opens the span of a request, a child of its `traceparent`, and runs what follows inside of it. `end` closes it
   * under the route's name.
   */
  readonly request: HttpDeps['openSpan'];
  /** Runs a step inside a span of its own. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Where every release 1 of the API, whichever package brought it, keeps what an SDK has registered. */
const API_GLOBAL = Symbol.for('opentelemetry.js.api.1');

/** Without OpenTelemetry: everything runs, nothing is recorded. */
const noTracing: Tracing = {
  request(_headers, _method, next) {
    next();
    return { end: () => undefined, traceId: undefined };
  },
  step: (_name, work) => work(),
};

/**
 * Tracing through `@opentelemetry/api` when it is installed; what becomes of the spans is decided by the SDK that the
 * operator loads (`NODE_OPTIONS=--import …`). Without an SDK there are none: empty ones still cost a part of every answer.
 */
export async function openTracing(): Promise<Tracing> {
  if (!(API_GLOBAL in globalThis)) return noTracing;
  const api = await import('@opentelemetry/api').catch(() => null);
  return api === null || !isRegistered(api) ? noTracing : tracingOf(api);
}

/** Whether an SDK keeps contexts: without one a span has neither parent nor reader. */
function isRegistered({ context, createContextKey, ROOT_CONTEXT }: Api): boolean {
  const marked = ROOT_CONTEXT.setValue(createContextKey('pagemark'), true);
  return context.with(marked, () => context.active() === marked);
}

function tracingOf(api: Api): Tracing {
  const tracer: Tracer = api.trace.getTracer('pagemark', ENGINE_VERSION);
  return {
    request(headers, method, next) {
      const parent: Context = api.propagation.extract(api.ROOT_CONTEXT, headers);
      const span = tracer.startSpan(method, { kind: KIND_SERVER }, parent);
      api.context.with(api.trace.setSpan(parent, span), next);
      const { traceId } = span.spanContext();
      return {
        traceId: api.isValidTraceId(traceId) ? traceId : undefined,
        end(route, status) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          });
          if (status >= 500) span.setStatus({ code: STATUS_ERROR });
          span.end();
        },
      };
    },
    step: (name, work) => tracer.startActiveSpan(name, (span) => inSpan(span, work)),
  };
}

async function inSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: STATUS_ERROR });
    throw error;
  } finally {
    span.end();
  }
}
