/** The six named tasks of `POST /v1/ai`. Each has a prompt and an extractive form in `ai/`. */
export const AI_TEMPLATE_NAMES = [
  'answer-core-question',
  'generate-questions',
  'summarize',
  'extract-action-items',
  'simplify',
  'atomic-note',
] as const;

export type AiTemplateName = (typeof AI_TEMPLATE_NAMES)[number];
