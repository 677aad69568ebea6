import { randomBytes } from 'node:crypto';
import { type FinishReason, type LanguageModel, streamText } from 'ai';
import { composeMessages } from './compose-messages.ts';
import type { AiEvent, AiFinishReason, AiProvider, AiTask } from './provider.ts';

const FINISH_REASONS: Readonly<Record<FinishReason, AiFinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'other',
  error: 'other',
  other: 'other',
};

/**
 * Any language model of the AI SDK as a provider. Only the model's visible text is passed on: reasoning, tool calls
 * and sources are dropped. Retries are off, because the caller's own deadline and the circuit breaker decide.
 */
export function sdkProvider(languageModel: LanguageModel, model: string): AiProvider {
  return { model, stream: (task, signal) => streamAnswer(languageModel, task, signal) };
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
