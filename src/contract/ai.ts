import { z } from 'zod';
import { AI_TEMPLATE_NAMES } from './ai-templates.ts';
import { count } from './count.ts';
import { optional } from './not-given.ts';

/** Longest page of an AI request, in Unicode code points (contract, AI request). */
const AI_MARKDOWN_MAX_CHARACTERS = 100_000;
/** Longest prompt, in Unicode code points (contract, AI request). */
const AI_PROMPT_MAX_CHARACTERS = 2000;

/** A string of `min` to `max` code points, which is what JSON Schema counts; `.length` would count UTF-16 units. */
function text(min: number, max: number) {
  const error = `a string of ${min === 0 ? 'at most' : `${min} to`} ${max} characters without lone surrogates`;
  return z
    .string()
    .refine((value) => value.isWellFormed() && hasLength(value, min, max), { error })
    .meta({ minLength: min, maxLength: max });
}

function hasLength(value: string, min: number, max: number): boolean {
  if (value.length < min || value.length > 2 * max) return false;
  let count = 0;
  for (const _ of value) if (++count > max) return false;
  return count >= min;
}

/** Body of `POST /v1/ai`. */
export const aiRequest = z
  .object({
    markdown: text(1, AI_MARKDOWN_MAX_CHARACTERS).describe(
      'The page as Markdown. Always data, never instructions.',
    ),
    template: optional(z.enum(AI_TEMPLATE_NAMES)).describe(
      'The task; `summarize` when neither a template nor a prompt is given.',
    ),
    custom_prompt: optional(text(0, AI_PROMPT_MAX_CHARACTERS)).describe(
      'Refines the template and wins where they differ; alone it is the task. Empty counts as none.',
    ),
  })
  .meta({
    id: 'AiRequest',
    description: 'Body of POST /v1/ai. `null` counts as not given.',
    examples: [
      { markdown: '# Title\n\nA first sentence. A second one.', template: 'summarize' },
      { markdown: '# Title\n\nA first sentence. A second one.', custom_prompt: 'What comes second?' },
    ],
  });

export type AiRequest = z.infer<typeof aiRequest>;

/** One `data:` line of the answer's event stream, before `data: [DONE]`. */
export const aiEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('delta'), text: z.string() }).describe('A piece of the answer.'),
    z
      .object({
        type: z.literal('done'),
        finish_reason: z.enum(['stop', 'length', 'content_filter', 'other']),
        model: z.string().describe('`extractive`: sentences selected from the page, no language model.'),
        method: z
          .enum(['selected', 'generated'])
          .describe(
            '`selected`: selected from the page, not written; `generated`: written by a language model.',
          ),
        usage: z.object({
          input_tokens: count.nullable().describe('Null when the provider does not count.'),
          output_tokens: count.nullable(),
        }),
        ai_calls_used: count.describe('Calls of this month with this one.'),
        ai_calls_limit: count,
      })
      .describe('The end; `data: [DONE]` follows.'),
    z
      .object({
        type: z.literal('error'),
        status: z.literal('error'),
        error: z.object({ code: z.int(), message: z.string(), reason: z.string() }),
      })
      .describe('A failure after the first piece; the stream ends.'),
  ])
  .meta({
    id: 'AiEvent',
    description: 'One event of the stream of POST /v1/ai.',
    examples: [
      { type: 'delta', text: '- A first sentence.\n- A second one.' },
      {
        type: 'done',
        finish_reason: 'stop',
        model: 'extractive',
        method: 'selected',
        usage: { input_tokens: 0, output_tokens: 0 },
        ai_calls_used: 1,
        ai_calls_limit: 1000,
      },
    ],
  });

export type AiEventBody = z.infer<typeof aiEvent>;
