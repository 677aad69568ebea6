import type { AiTemplateName } from '../contract/ai-templates.ts';

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

/** What one call of `/v1/ai` asks for. An absent template and prompt together mean `summarize`. */
export interface AiTask {
  /** The page as Markdown: always data, never instructions. */
  readonly markdown: string;
  readonly template?: AiTemplateName;
  /** The caller's own wish: refines the template and wins over it; alone it is the task. Never empty. */
  readonly customPrompt?: string;
}

/** Why the text ended. `other` also stands for reasons that a provider names in no common word. */
export type AiFinishReason = 'stop' | 'length' | 'content_filter' | 'other';

/** Tokens of a language model; null where the provider does not count, 0 where no language model was asked. */
interface AiUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** One event of an answer: pieces of text (never empty), then exactly one `finish` unless the stream throws. */
export type AiEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'finish'; readonly finishReason: AiFinishReason; readonly usage: AiUsage };

/**
 * A source of answers. `stream` starts work when it is first read, stops when `signal` aborts or the reader
 * returns, and may throw anything; `openAnswer` turns what it throws into the service's own failures, but for `ai_unavailable`
 * without `retryAfterMs`, which says that it cannot do this task whenever it is asked.
 */
export interface AiProvider {
  /** Named in the `done` event and in a header; `extractive` is the built-in selection, no language model. */
  readonly model: string;
  /** How an answer comes about: of sentences of the page, none of them written, or by a language model. */
  readonly method: 'selected' | 'generated';
  stream(task: AiTask, signal: AbortSignal): AsyncIterable<AiEvent>;
}
