import { randomBytes } from 'node:crypto';
import { type FinishReason, type LanguageModel, streamText } from 'ai';
import { boundedFetch } from './bounded-fetch.ts';
import { composeMessages } from './compose-messages.ts';
import type { AiSettings } from './create-ai.ts';
import type { AiEvent, AiFinishReason, AiProvider, AiTask } from './provider.ts';
import { ProviderAnswerError } from './provider-failure.ts';

const FINISH_REASONS: Readonly<Record<FinishReason, AiFinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'other',
  error: 'other',
  other: 'other',
};

// The SDK prints warnings about models it does not know straight to the terminal, past the service's own log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Settings of a provider that has a model. */
export type ModelSettings = AiSettings & { readonly provider: Exclude<AiSettings['provider'], 'extractive'> };

/**
 * The language model of the settings as a provider. Only the model's visible text is passed on: reasoning, tool calls
 * and sources are dropped. Retries are off, because the caller's own deadline and the circuit breaker decide.
 */
export async function sdkProvider(settings: ModelSettings): Promise<AiProvider> {
  const model = await languageModel(settings);
  return {
    model: settings.model ?? '',
    stream: (task, signal) => streamAnswer(model, task, signal),
  };
}

/** Named here, because the SDK would otherwise take other addresses from environment variables of its own. */
const BASE_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

async function languageModel({ provider, ...settings }: ModelSettings): Promise<LanguageModel> {
  const model = settings.model ?? '';
  const ownUrl = settings.baseUrl?.replace(/(?<!\/)\/+$/, '');
  if (provider === 'openai-compatible') {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: ownUrl ?? '',
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
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(shared).chat(model);
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
  const cancel = new AbortController();
  const result = streamText({
    model,
    system,
    messages: [{ role: 'user', content: user }],
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, cancel.signal]),
    // Errors are rethrown from the stream below; the SDK's default handler would print them with their bodies.
    onError: () => undefined,
  });
  try {
    for await (const part of result.fullStream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort')
        throw signal.reason ?? new DOMException('The answer was cancelled', 'AbortError');
      if (part.type === 'text-delta' && part.text !== '') yield { type: 'text', text: part.text };
      if (part.type === 'finish') {
        // Where the provider's stream just stopped, the SDK makes an end of its own, without the provider's word for it.
        if (part.rawFinishReason === undefined) throw new ProviderAnswerError('the answer broke off');
        yield {
          type: 'finish',
          finishReason: FINISH_REASONS[part.finishReason],
          usage: {
            inputTokens: part.totalUsage.inputTokens ?? null,
            outputTokens: part.totalUsage.outputTokens ?? null,
          },
        };
      }
    }
  } finally {
    cancel.abort();
  }
}
