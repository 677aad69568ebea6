import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { answerCoreQuestion } from './answer-core-question.ts';
import { atomicNote } from './atomic-note.ts';
import { extractActionItems } from './extract-action-items.ts';
import { generateQuestions } from './generate-questions.ts';
import { simplify } from './simplify.ts';
import { summarize } from './summarize.ts';
import type { Template } from './template.ts';

/** Every template by name; does not compile when a name of the contract has no prompt. */
export const TEMPLATES: Readonly<Record<AiTemplateName, Template>> = {
  'answer-core-question': answerCoreQuestion,
  'generate-questions': generateQuestions,
  summarize,
  'extract-action-items': extractActionItems,
  simplify,
  'atomic-note': atomicNote,
};
