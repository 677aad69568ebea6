import { randomBytes } from 'node:crypto';
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { composeMessages } from './compose-messages.ts';
import type { AiEvent, AiFinishReason, AiProvider, AiSettings, AiTask } from './provider.ts';

/** A language model as every vendor package of the AI SDK gives it (its provider specification, version 3). */
type LanguageModel = ReturnType<OpenAICompatibleProvider['chatModel']>;
type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
type FinishPart = Extract<StreamPart, { type: 'finish' }>;

const FINISH_REASONS: Readonly<Record<FinishPart['finishReason']['unified'], AiFinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'other',
  error: 'other',
  other: 'other',
};

/** Settings of a provider that has a model. */
type ModelSettings = AiSettings & { readonly provider: Exclude<AiSettings['provider'], 'extractive'> };

/**
 * The language model of the settings, for one answer after the other. Only the model's visible text is passed on: reasoning,
 * tool calls and sources are dropped. Nothing is tried again: the caller's own deadline and the circuit breaker decide.
 */
export async function openModel(settings: ModelSettings): Promise<AiProvider['stream']> {
  const model = await languageModel(settings);
  return (task, signal) => streamAnswer(model, task, signal);
}

/** Named here, because the SDK would otherwise take other addresses from environment variables of its own. */
const BASE_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

/** OpenAI's own API is spoken as every compatible one is; packages of the other vendors are optional. */
async function languageModel({ provider, ...settings }: ModelSettings): Promise<LanguageModel> {
  const model = settings.model ?? '';
  const ownUrl = settings.baseUrl?.replace(/(?<!\/)\/+$/, '');
  if (provider === 'openai-compatible' || provider === 'openai') {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: provider,
      baseURL: ownUrl ?? (provider === 'openai' ? BASE_URLS.openai : ''),
      ...(settings.apiKey ? { apiKey: settings.apiKey } : {}),
      fetch: boundedFetch,
      includeUsage: true,
    }).chatModel(model);
  }
  // An empty key is passed on, because without one the SDK would read a key from the environment on its own.
  const shared = {
    baseURL: ownUrl ?? BASE_URLS[provider],
    apiKey: settings.apiKey ?? '',
    fetch: boundedFetch,
  };
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(shared)(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(shared)(model);
  }
}

async function* streamAnswer(
  model: LanguageModel,
  task: AiTask,
  signal: AbortSignal,
): AsyncGenerator<AiEvent> {
  const { system, user } = composeMessages(task, randomBytes(16).toString('hex'));
  const { stream } = await model.doStream({
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: user }] },
    ],
    abortSignal: signal,
  });
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta' && part.delta !== '') yield { type: 'text', text: part.delta };
    if (part.type === 'finish') yield finishOf(part);
  }
}

function finishOf({ finishReason, usage }: FinishPart): AiEvent {
  // Where the provider's stream just stopped, the SDK makes an end of its own, without the provider's word for it.
  if (finishReason.raw === undefined) throw new Error('the answer broke off');
  return {
    type: 'finish',
    finishReason: FINISH_REASONS[finishReason.unified],
    usage: { inputTokens: usage.inputTokens.total ?? null, outputTokens: usage.outputTokens.total ?? null },
  };
}

/** Longest line, and longest answer that is no event stream, which a provider may send, in bytes. */
const MAX_PROVIDER_LINE_BYTES = 1024 * 1024;
/** Everything one provider call may send, framing and hidden reasoning included, in bytes. */
const MAX_PROVIDER_WIRE_BYTES = 32 * 1024 * 1024;

/**
 * The global `fetch` for provider calls, with two differences: redirects are errors (a key in `x-api-key` would
 * follow them to another host), and the answer is counted as it arrives, so that no provider can fill the memory
 * with an endless line, error page or stream.
 */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  const isEvents = response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  // `fetch` holds its signal weakly: after a garbage collection it would hang up on nobody.
  const body = response.body.pipeThrough(byteCounter(isEvents), init?.signal ? { signal: init.signal } : {});
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
};

function byteCounter(isEvents: boolean): TransformStream<Uint8Array, Uint8Array> {
  let totalBytes = 0;
  let lineBytes = 0;
  const maxBytes = isEvents ? MAX_PROVIDER_WIRE_BYTES : MAX_PROVIDER_LINE_BYTES;
  return new TransformStream({
    transform(chunk, controller) {
      totalBytes += chunk.byteLength;
      const newline = chunk.lastIndexOf(0x0a);
      lineBytes = newline === -1 ? lineBytes + chunk.byteLength : chunk.byteLength - newline - 1;
      if (totalBytes > maxBytes || lineBytes > MAX_PROVIDER_LINE_BYTES) {
        controller.error(new Error(`provider sent more than ${maxBytes} bytes, or an endless line`));
        return;
      }
      controller.enqueue(chunk);
    },
  });
}
