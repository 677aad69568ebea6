import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { boundedFetch } from './bounded-fetch.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { extractiveProvider } from './extractive/extractive-provider.ts';
import { type OpenAnswer, openAnswer } from './open-answer.ts';
import type { AiProvider, AiTask } from './provider.ts';
import { sdkProvider } from './sdk-provider.ts';

/** Where answers come from (`PAGEMARK_AI_*`); config/ has checked that what a provider needs is there. */
export interface AiSettings {
  readonly provider: 'extractive' | 'openai-compatible' | 'openai' | 'anthropic' | 'google';
  /** Required for `openai-compatible`; elsewhere it replaces the provider's own address. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** The model's name as the provider knows it; unused by `extractive`. */
  readonly model: string | null;
  /** Longest wait for the first piece of text and between two, in milliseconds. */
  readonly timeoutMs: number;
}

/** The service's one source of answers. */
export interface Ai {
  readonly model: string;
  /** See {@link openAnswer}. */
  open(task: AiTask, signal: AbortSignal): Promise<OpenAnswer>;
}

// The SDK prints warnings about models it does not know straight to the terminal, past the service's own log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The configured provider behind its time limits and a circuit breaker of its own. */
export function createAi(settings: AiSettings): Ai {
  return guarded(createProvider(settings), settings.timeoutMs);
}

/** Any provider behind limits and a breaker; for {@link createAi} and for tests. */
export function guarded(provider: AiProvider, timeoutMs: number): Ai {
  const breaker = createCircuitBreaker(() => performance.now());
  return {
    model: provider.model,
    open: (task, signal) => openAnswer(provider, task, signal, { chunkTimeoutMs: timeoutMs }, breaker),
  };
}

function createProvider(settings: AiSettings): AiProvider {
  if (settings.provider === 'extractive') return extractiveProvider;
  const model = settings.model ?? '';
  return sdkProvider(languageModel(settings.provider, model, settings), model);
}

/** Named here, because the SDK would otherwise take other addresses from environment variables of its own. */
const BASE_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

function languageModel(
  provider: Exclude<AiSettings['provider'], 'extractive'>,
  model: string,
  settings: AiSettings,
) {
  const ownUrl = settings.baseUrl?.replace(/(?<!\/)\/+$/, '');
  if (provider === 'openai-compatible') {
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
  if (provider === 'openai') return createOpenAI(shared).chat(model);
  return provider === 'anthropic' ? createAnthropic(shared)(model) : createGoogleGenerativeAI(shared)(model);
}
