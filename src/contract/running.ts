import { z } from 'zod';

/** Where a call is: known by its key and counted, its page on its way, at a worker, its answer on its way. */
export const CALL_STAGES = ['admit', 'fetch', 'render', 'queue', 'convert', 'write'] as const;

export type CallStage = (typeof CALL_STAGES)[number];

/** A call in flight. Times in milliseconds; `key_id` and `host` are null as long as they are not known. */
const runningCall = z.object({
  age_ms: z.number(),
  stage: z.enum(CALL_STAGES),
  stage_ms: z.number(),
  key_id: z.string().nullable(),
  /** Host name of the page that was asked for: no path, no query. */
  host: z.string().nullable(),
  route: z.string(),
});

/** Looks for something kept since the start, and how many of them found it fresh. */
const cacheLooks = z.object({ hit: z.number(), looks: z.number() });

export type CacheLooks = z.infer<typeof cacheLooks>;

/** What one process is at (`GET /admin/api/running`). */
export const runningResponse = z.object({
  version: z.string(),
  node: z.string(),
  uptime_s: z.number(),
  state: z.enum(['warming', 'ready', 'leaving', 'draining']),
  /** The oldest first; at most 1,000 of `calls_total`. */
  calls: z.array(runningCall),
  calls_total: z.number(),
  queue: z.object({
    /** Calls that hold a place, and how many may. */
    in_flight: z.number(),
    max: z.number(),
    /** Pages that wait for a worker, and what one more would wait. */
    waiting: z.number(),
    expected_wait_ms: z.number(),
    held_bytes: z.number(),
  }),
  workers: z.object({ threads: z.number(), ready: z.number(), busy: z.number() }),
  browsers: z.number(),
  cache: z.object({ pages: cacheLooks, results: cacheLooks }),
  /** `ms`: what their answer took; null: there was none within a second. */
  stores: z.object({
    kind: z.enum(['memory', 'sqlite', 'postgres']),
    redis: z.boolean(),
    ms: z.number().nullable(),
  }),
});

export type RunningResponse = z.infer<typeof runningResponse>;
