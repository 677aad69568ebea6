import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AiCall } from '../../access/ai-quota.ts';
import type { LicenseInfo } from '../../access/license-service.ts';
import type { OpenAnswer } from '../../ai/open-answer.ts';
import type { AiTask } from '../../ai/provider.ts';
import { isRefusedTask } from '../../ai/provider-failure.ts';
import { type AiEventBody, type AiRequest, aiEvent, aiRequest } from '../../contract/ai.ts';
import { type Failure, toFailure } from '../../contract/failure.ts';
import { unknownFields } from '../../contract/unknown-fields.ts';
import type { CallOutcome } from '../../storage/usage-store.ts';
import { callerGone, hasLeft } from '../connections.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { type EventStream, openEventStream } from '../event-stream.ts';
import { envelopeOf, failureStatus } from '../failure-status.ts';
import { refuseWhileDraining } from '../metering.ts';
import { readJsonBody, requireJson } from '../request-body.ts';
import { warnOf } from '../response-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    license: LicenseInfo | null;
  }
}

/** Enough for 100,000 characters of any script, escaped, and the prompt. */
const MAX_BODY_BYTES = 1.5 * 1024 * 1024;

const DESCRIPTION = `Streams an answer about the page as server-sent events. Every event is unnamed; its data is one JSON object:
\`{"type":"delta","text":"…"}\` for each piece, then one \`{"type":"done",…}\` and \`data: [DONE]\`. A failure after the
first piece is one \`{"type":"error",…}\` and the end. Failures before it are plain JSON errors.`;

/** `POST /v1/ai`: licence → content type → size → JSON → schema → reserve → first piece → keep → stream → settle. */
export function aiRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/ai',
    schema: {
      body: aiRequest,
      operationId: 'transform',
      tags: ['AI'],
      summary: 'Transform Markdown with a template or prompt',
      description: DESCRIPTION,
      credential: 'licenseKey',
      answers: {
        200: {
          description: 'The event stream; the schema is that of the data of one event.',
          content: { 'text/event-stream': z.union([aiEvent, z.enum(['[DONE]'])]) },
        },
      },
      errors: {
        403: 'The licence is expired or inactive.',
        429: 'AI quota exceeded: `error.code` is `ai_quota_exceeded`, `error.reset_at` says until when. Or too many calls of the licence in work: `error.reason` is `concurrency_limited`.',
        500: 'Internal server error, or the AI provider answered with an error.',
        503: 'The AI provider cannot be reached now: `Retry-After` says when to come back. Without it: the built-in provider cannot follow this prompt, and the call is not counted.',
      },
    },
    onRequest: async (request) => {
      const key = request.headers['x-license-key'];
      request.license = await deps.licenses.authenticate(Array.isArray(key) ? key[0] : key);
      refuseWhileDraining(deps);
      requireJson(request.headers);
    },
    preValidation: async (request, reply) => {
      const body = await readJsonBody(request.raw, reply.raw, MAX_BODY_BYTES);
      warnOf(unknownFields(body, aiRequest), request, reply);
      (request as { body: unknown }).body = body;
    },
    handler: async (request, reply) => {
      const license = request.license!;
      const task = taskOf(request.body as AiRequest);
      const ended = (outcome: CallOutcome) => deps.usage.add(license.id, { outcome });
      try {
        const call = await deps.aiQuota.reserve(license);
        const end = () => call.end().catch((error) => deps.onFault(error, request.id));
        ended(await answer(request, reply, deps, { call, task }).finally(end));
      } catch (error) {
        if (!isRefusedTask(error)) ended(hasLeft(reply.raw) ? 'cancelled' : toFailure(error).reason);
        throw error;
      }
      return reply;
    },
  });
}

/** Answers a call that is reserved. Resolves to what became of it after the first piece. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDeps,
  { call, task }: { readonly call: AiCall; readonly task: AiTask },
): Promise<CallOutcome> {
  const signal = callerGone(reply.raw);
  const opened = await deps.ai.open(task, signal);
  try {
    signal.throwIfAborted();
    await call.keep();
  } catch (error) {
    opened.cancel();
    throw error;
  }
  reply.hijack();
  const headers = reply.getHeaders() as Record<string, string>;
  const stream = openEventStream(reply.raw, {
    ...headers,
    'x-pagemark-ai-model': encodeURIComponent(opened.model),
  });
  try {
    await pump(opened, stream, call, (tokens) => deps.usage.add(request.license!.id, tokens));
    return 'ok';
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    const failure = toFailure(error);
    request.failure = failure;
    deps.onFault(error, request.id);
    await sendFailure(failure, stream);
    return failure.reason;
  } finally {
    stream.end();
  }
}

function taskOf({ markdown, template, custom_prompt }: AiRequest): AiTask {
  return {
    markdown,
    ...(template === undefined ? {} : { template }),
    ...(custom_prompt === undefined || custom_prompt.trim() === '' ? {} : { customPrompt: custom_prompt }),
  };
}

async function pump(
  { events, model, method }: OpenAnswer,
  stream: EventStream,
  { used, limit }: AiCall,
  onTokens: (tokens: { readonly inputTokens: number; readonly outputTokens: number }) => void,
): Promise<void> {
  for await (const event of events) {
    if (event.type === 'text') {
      await stream.send(data({ type: 'delta', text: event.text }));
      continue;
    }
    const { inputTokens, outputTokens } = event.usage;
    onTokens({ inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 });
    const done = data({
      type: 'done',
      finish_reason: event.finishReason,
      model,
      method,
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
      ai_calls_used: used,
      ai_calls_limit: limit,
    });
    await stream.send(done);
    await stream.send('[DONE]');
  }
}

/** A failure after the first piece: the status is sent, so the envelope becomes the last event. */
async function sendFailure(failure: Failure, stream: EventStream): Promise<void> {
  const code = failureStatus(failure.reason, '/v1/ai');
  const { status, error: body } = envelopeOf(withoutHeaders(failure), code);
  await stream.send(data({ type: 'error', status, error: { ...body, code } }));
}

/** A failure whose message names the wait itself: an event has no header fields. */
function withoutHeaders(failure: Failure): Failure {
  const waitS = Math.ceil((failure.retryAfterMs ?? 0) / 1000);
  return { ...failure, message: failure.message.replace('the time given in Retry-After', `${waitS} s`) };
}

const data = (event: AiEventBody): string => JSON.stringify(event);
