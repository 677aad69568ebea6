import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  type TextMapPropagator,
  trace,
} from '@opentelemetry/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '../contract/failure.ts';
import { IN_MEMORY } from '../storage/sqlite/connection.ts';
import { openSqliteStores } from '../storage/sqlite/open-sqlite-stores.ts';
import { observeSource, observeStores } from './observe.ts';
import { createPrometheus } from './prometheus.ts';
import { openTracing } from './tracing.ts';

const live = {
  admission: { inFlight: 0, heldBytes: 0, waiting: 0, expectedWaitMs: 0 },
  drain: { isLeaving: false },
  workers: 1,
  unsentBytes: () => 0,
};

/** Spans as a plain SDK would record them: name, parent, end. */
const spans: { name: string; parent: string | undefined; ended: boolean }[] = [];
const storage = new AsyncLocalStorage<Context>();

beforeAll(() => {
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, self, ...args) => storage.run(active, () => run.apply(self as never, args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
  const parentKey = 'parent';
  const propagator: TextMapPropagator = {
    extract: (ctx, carrier: Record<string, string>) =>
      trace.setSpanContext(ctx, { traceId: carrier.traceparent!, spanId: parentKey, traceFlags: 1 }),
    inject: () => undefined,
    fields: () => [],
  };
  propagation.setGlobalPropagator(propagator);
  const startSpan = (name: string, _options?: SpanOptions, parent: Context = context.active()) => {
    const record = { name, parent: trace.getSpanContext(parent)?.spanId, ended: false };
    spans.push(record);
    const traceId = trace.getSpanContext(parent)?.traceId ?? '';
    return {
      spanContext: () => ({ traceId, spanId: record.name, traceFlags: 1 }),
      updateName: (to: string) => {
        record.name = to;
      },
      setAttributes: () => undefined,
      setStatus: () => undefined,
      end: () => {
        record.ended = true;
      },
    } as unknown as Span;
  };
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan,
      startActiveSpan: ((name: string, run: (span: Span) => unknown) => {
        const span = startSpan(name);
        return context.with(trace.setSpan(context.active(), span), () => run(span));
      }) as never,
    }),
  });
});

afterAll(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

test('spans of steps lie inside the request, which is a child of its traceparent', async () => {
  const tracing = await openTracing();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  let step: Promise<unknown> = Promise.resolve();
  const request = tracing.request({ traceparent: traceId }, 'POST', () => {
    step = tracing.step('pagemark.fetch', async () => 1);
  });
  await step;
  expect(request.traceId).toBe(traceId);
  request.end('/v1/convert', 200);
  expect(spans).toEqual([
    { name: 'POST /v1/convert', parent: 'parent', ended: true },
    { name: 'pagemark.fetch', parent: 'POST', ended: true },
  ]);
});

test('observeStores and observeSource measure every call by outcome', async () => {
  const prometheus = createPrometheus(live);
  const observer = { measures: prometheus.measures, tracing: await openTracing() };
  const stores = observeStores(await openSqliteStores({ file: IN_MEMORY }), observer);
  const limits = { perMinute: 1, perHour: 5 };
  await stores.rateLimits.admit('k', limits);
  await stores.rateLimits.admit('k', limits);
  await expect(stores.credits.balance('k')).resolves.toBe(0);
  const source = observeSource({ load: async () => Promise.reject(fail('upstream_tls', 'no')) }, observer);
  await expect(source.load({ view: 'source' } as never)).rejects.toThrow('no');
  const { body } = await prometheus.read({ status: 'unready', store: true });
  expect(body).toContain('pagemark_limit_decisions_total{decision="admitted"} 1');
  expect(body).toMatch(/^pagemark_ready 0$[\s\S]*^pagemark_store_up 1$/m);
  expect(body).toContain('pagemark_limit_decisions_total{decision="minute"} 1');
  expect(body).toContain('pagemark_store_seconds_count{store="credits",operation="balance",outcome="ok"} 1');
  expect(body).toContain('pagemark_stage_seconds_count{stage="fetch",outcome="upstream_tls"} 1');
});
