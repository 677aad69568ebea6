import { createCircuitBreaker } from './circuit-breaker.ts';
import { type OpenAnswer, openAnswer } from './open-answer.ts';
import type { AiProvider, AiSettings, AiTask } from './provider.ts';

/** The service's one source of answers. */
export interface Ai {
  readonly model: string;
  /** See {@link openAnswer}. */
  open(task: AiTask, signal: AbortSignal): Promise<OpenAnswer>;
}

/** The configured provider behind its time limits and a circuit breaker of its own. */
export function createAi(settings: AiSettings): Ai {
  const provider = createProvider(settings);
  const breaker = createCircuitBreaker(() => performance.now());
  return {
    model: provider.model,
    open: (task, signal) => openAnswer(provider, task, signal, settings.timeoutMs, breaker),
  };
}

/** The built-in provider, loaded by its first call: it brings a reader of Markdown. */
const extractive: AiProvider = {
  model: 'extractive',
  method: 'selected',
  async *stream(task, signal) {
    const { extractiveProvider } = await import('./extractive/extractive-provider.ts');
    yield* extractiveProvider.stream(task, signal);
  },
};

function createProvider({ provider, ...settings }: AiSettings): AiProvider {
  if (provider === 'extractive') return extractive;
  // A service without a model does not load the SDKs; one with a model has them before its first call.
  const loading = import('./sdk-provider.ts').then(({ openModel }) => openModel({ provider, ...settings }));
  loading.catch(() => undefined);
  return {
    model: settings.model ?? '',
    method: 'generated',
    async *stream(task, signal) {
      yield* (await loading)(task, signal);
    },
  };
}
