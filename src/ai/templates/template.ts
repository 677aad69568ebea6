import type { AiTemplateName } from '../../contract/ai-templates.ts';

/** A reviewed prompt: the task of one template, as the system message states it. */
export interface Template {
  readonly name: AiTemplateName;
  /** English, imperative; asks for Markdown in the language of the page. Contains no page text. */
  readonly instructions: string;
}
