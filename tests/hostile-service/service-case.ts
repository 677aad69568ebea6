import type { FailureReason } from '../../src/contract/failure.ts';
import { FAILURE_STATUS } from '../../src/http/failure-status.ts';

/** Where the sites of the suite are while it runs. */
export interface SuiteContext {
  /** `http://127.0.0.1:port` of the hostile upstream, and of its TLS twin. */
  readonly plain: string;
  readonly tls: string;
  /** `http://127.0.0.1:port` of the site that serves `ServiceCase.page`. */
  readonly site: string;
  /** A port on which canaries listen, on many loopback addresses. */
  readonly canaryPort: number;
}

/** What the service answered. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds from the first byte sent to the last one read. */
  readonly ms: number;
}

/** One thing that a hostile caller or page does, and what is wrong with an answer. */
export interface ServiceCase {
  readonly id: string;
  /** Body of `POST /v1/convert`; `attempt`: how often the call was refused as busy before. */
  readonly convert?: (context: SuiteContext, attempt: number) => unknown;
  /** Bytes written to a bare socket instead. */
  readonly raw?: (context: SuiteContext & { readonly key: string }) => readonly (string | Buffer)[];
  /** Answer of the site at `/<id>`: headers and bytes. */
  readonly page?: { readonly contentType: string | null; readonly bytes: Buffer };
  /** Null when the answer is right, else what is wrong. */
  readonly judge: (answer: ServiceAnswer) => string | null;
}

/** Judges an error answer: status, envelope and reason. */
export function refused(...reasons: readonly FailureReason[]): ServiceCase['judge'] {
  return (answer) => {
    const problem = envelopeProblem(answer);
    if (problem !== null) return problem;
    const { reason } = (JSON.parse(answer.body) as { error: { reason: FailureReason } }).error;
    if (!reasons.includes(reason)) return `reason ${reason}, wanted ${reasons.join(' or ')}`;
    return answer.status === FAILURE_STATUS[reason] ? null : `status ${answer.status} for ${reason}`;
  };
}

/** Judges a success by its content. */
export function converted(
  judgeContent: (content: string) => string | null = () => null,
): ServiceCase['judge'] {
  return ({ status, body }) => {
    if (status !== 200) return `status ${status}: ${body.slice(0, 200)}`;
    return judgeContent((JSON.parse(body) as { data: { content: string } }).data.content);
  };
}

/** Judges what may succeed or be refused as too much, in a bounded way. */
export const bounded: ServiceCase['judge'] = (answer) =>
  answer.status === 200
    ? null
    : refused('document_too_complex', 'conversion_timeout', 'body_too_large', 'empty_content')(answer);

/** What is wrong with an error answer whatever its reason: its shape, its headers, or that it says too much. */
function envelopeProblem({ status, headers, body }: ServiceAnswer): string | null {
  if (status < 400) return `status ${status}, wanted an error`;
  if (status >= 500) return `status ${status}`;
  if (!headers['content-type']?.startsWith('application/json'))
    return `content type ${headers['content-type']}`;
  if (headers['x-request-id'] === undefined) return 'no X-Request-Id';
  let envelope: { status?: unknown; error?: { code?: unknown; message?: unknown } };
  try {
    envelope = JSON.parse(body);
  } catch {
    return `no JSON: ${body.slice(0, 100)}`;
  }
  if (envelope.status !== 'error' || envelope.error?.code !== status) return `envelope ${body.slice(0, 200)}`;
  return /\bat .*:\d+:\d+|node_modules|\/dist\/|ECONN|ENOTFOUND|EAI_/.test(body)
    ? `leaks: ${body.slice(0, 200)}`
    : null;
}
