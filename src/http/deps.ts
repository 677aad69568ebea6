import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify';
import type { z } from 'zod';
import type { Access } from '../access/access.ts';
import type { AdminGate } from '../access/admin-gate.ts';
import type { AiQuota } from '../access/ai-quota.ts';
import type { Authenticator } from '../access/authenticator.ts';
import type { LicenseService } from '../access/license-service.ts';
import type { NamedPlan } from '../access/plans.ts';
import type { RequestMeter } from '../access/request-meter.ts';
import type { UsageRecorder } from '../access/usage-recorder.ts';
import type { Ai } from '../ai/create-ai.ts';
import type { Config } from '../config/config.ts';
import type { AdminChecks } from '../contract/admin.ts';
import type { DoorName } from '../contract/doors.ts';
import type { Failure } from '../contract/failure.ts';
import type { ReadyResponse } from '../contract/health.ts';
import type { RunningResponse } from '../contract/running.ts';
import type { Converter } from '../conversion/converter.ts';
import type { RunningCall, RunningCalls } from '../conversion/running-calls.ts';
import type { PageFetcher } from '../fetching/fetch-page.ts';
import type { UnreachableCause } from '../fetching/unreachable-cause.ts';
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts';
import type { JobStore } from '../storage/job-store.ts';
import type { DescribedOperation } from './openapi.ts';

/** Whose call it was, as the log tells it: ids and names, never a secret. */
export interface AnsweredCaller {
  readonly keyId?: string;
  readonly plan?: string;
  readonly licenseId?: string;
  readonly tier?: string;
}

/** What one finished answer looked like, for log and metrics. No address, key or page text is in it. */
export interface AnswerRecord extends AnsweredCaller {
  readonly requestId: string;
  readonly method: string;
  /** Route pattern, or `unknown`. */
  readonly route: string;
  /** The other product's interface that was called. */
  readonly door?: DoorName;
  readonly status: number;
  readonly reason: string | undefined;
  /** Of the page that was asked for, last where there were several; `urlDigest` is of its address. */
  readonly host?: string;
  readonly urlDigest?: string;
  /** Why a page was not reached; never part of an answer. */
  readonly cause?: UnreachableCause | undefined;
  readonly durationMs: number;
  /** From the finished answer to its last byte handed to the system; not known of streams. */
  readonly writeMs: number | undefined;
  /** Bytes handed to the connection, fields among them. */
  readonly bytesOut: number;
  readonly traceId: string | undefined;
}

interface RequestSpan {
  readonly end: (route: string, status: number) => void;
  readonly traceId: string | undefined;
}

/** What an operator did, for the log: ids, never a secret. */
interface AdminAction {
  readonly action: string;
  /** Of the peer, as `PAGEMARK_TRUST_PROXY` tells it. */
  readonly address: string;
  readonly sessionId?: string;
  readonly id?: string;
}

/** The parts behind `/admin`. */
export interface AdminDoor extends Pick<Access, 'keys' | 'licenses' | 'reports'> {
  readonly gate: AdminGate;
  /** What `pagemark doctor` says. */
  readonly runChecks: () => Promise<AdminChecks['checks']>;
  readonly onAction: (action: AdminAction) => void;
}

/** Everything the HTTP room needs from below. */
export interface HttpDeps
  extends Pick<Config['server'], 'baseUrl' | 'corsOrigins' | 'trustProxy' | 'doors' | 'maxBodyBytes'> {
  readonly authenticator: Pick<Authenticator, 'authenticate' | 'recall' | 'byId'>;
  readonly meter: Pick<RequestMeter, 'admit' | 'windows' | 'seen' | 'usage'>;
  readonly converter: Converter;
  readonly usage: Pick<UsageRecorder, 'add'>;
  readonly jobs: JobStore;
  /** For what is read of a site beside its pages. */
  readonly fetcher: Pick<PageFetcher, 'fetch'>;
  readonly userAgent: string;
  readonly licenses: Pick<LicenseService, 'authenticate' | 'admitValidation' | 'validate'>;
  readonly aiQuota: Pick<AiQuota, 'reserve'>;
  readonly ai: Ai;
  readonly mcp: Pick<McpEndpoint, 'answer'>;
  /** Largest file that a caller may send: as large as a page that is fetched. */
  readonly maxFileBytes: number;
  readonly plans: Readonly<Record<string, NamedPlan>>;
  /** True once the process is on its way to its end: connections close after their answers. */
  readonly isLeaving: () => boolean;
  /** True once new work is refused. */
  readonly isDraining: () => boolean;
  /** Something begins that a drain waits for, as for a request; what is returned ends it. */
  readonly beginWork: () => () => void;
  readonly readiness: () => Promise<ReadyResponse>;
  /** Metrics in the Prometheus text format and their content type. */
  readonly metrics: () => Promise<{ readonly body: string; readonly contentType: string }>;
  readonly metricsToken: string | null;
  readonly runningCalls: Pick<RunningCalls, 'begin' | 'of'>;
  readonly running: () => Promise<RunningResponse>;
  /** What the operator's page does; null: there is none. */
  readonly admin: AdminDoor | null;
  /** Opens the span of a request and runs what follows inside of it. */
  readonly openSpan: (headers: IncomingMessage['headers'], method: string, next: () => void) => RequestSpan;
  readonly onAnswer: (record: AnswerRecord) => void;
  /** What was thrown behind an answer of 5xx, with the request's id. */
  readonly onFault: (error: unknown, requestId: string) => void;
}

/** The body of a request has the type of the schema that checked it. */
export interface ZodTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

/** The Fastify instance that routes are added to. */
export type HttpApp = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

/** A file of `routes/` that adds routes. */
export type AddRoutes = (app: HttpApp, deps: HttpDeps) => void;

declare module 'fastify' {
  interface FastifySchema extends Partial<DescribedOperation> {}
  interface FastifyRequest {
    failure: Failure | null;
    cause: UnreachableCause | null;
    /** What the caller should know of a request that is answered all the same; null before its body is read. */
    warnings: readonly string[] | null;
    startedAt: number;
    /** When the answer was made; 0 before, and for streams. */
    madeAt: number;
    /** Bytes that the connection was given before this request's answer. */
    sentBefore: number;
    span: RequestSpan | null;
    /** Set for calls with a key. */
    running: RunningCall | null;
  }
}
