import type { AiTemplateName } from '../../contract/ai-templates.ts';
import type { AiEvent, AiProvider, AiTask } from '../provider.ts';
import { detectLanguage } from './detect-language.ts';
import { readPageText } from './page-text.ts';
import { PHRASES } from './phrases.table.ts';
import { scoreSentences } from './score-sentences.ts';
import type { ExtractiveTemplate } from './selection-context.ts';
import { answerCoreQuestion } from './templates/answer-core-question.ts';
import { answerPrompt, promptWords } from './templates/answer-prompt.ts';
import { atomicNote } from './templates/atomic-note.ts';
import { extractActionItems } from './templates/extract-action-items.ts';
import { generateQuestions } from './templates/generate-questions.ts';
import { simplify } from './templates/simplify.ts';
import { summarize } from './templates/summarize.ts';

const EXTRACTIVE_TEMPLATES: Readonly<Record<AiTemplateName, ExtractiveTemplate>> = {
  'answer-core-question': answerCoreQuestion,
  'generate-questions': generateQuestions,
  summarize,
  'extract-action-items': extractActionItems,
  simplify,
  'atomic-note': atomicNote,
};

/**
 * The provider of an installation without a language model: selects sentences of the page, deterministically, and
 * says so by its name. It reads no instructions anywhere, so a prompt is a search for its words: alone it is the
 * task, beside a template it raises the sentences that share them. Every sentence it gives is the page's own, but
 * for questions around a heading or term and the notice that nothing was found. Token usage is 0: no model is asked.
 */
export const extractiveProvider: AiProvider = { model: 'extractive', stream: select };

async function* select(task: AiTask, signal: AbortSignal): AsyncGenerator<AiEvent> {
  const page = await readPageText(task.markdown, signal);
  const scores = scoreSentences(
    page,
    promptWords(task.template === undefined ? '' : (task.customPrompt ?? '')),
  );
  const language = detectLanguage(page);
  const blocks = templateOf(task)({ page, scores, language, phrases: PHRASES[language] });
  for (const [index, block] of blocks.entries()) {
    signal.throwIfAborted();
    yield { type: 'text', text: index === 0 ? block : `\n\n${block}` };
  }
  yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
}

function templateOf({ template, customPrompt }: AiTask): ExtractiveTemplate {
  if (template === undefined && customPrompt !== undefined) return answerPrompt(customPrompt);
  return EXTRACTIVE_TEMPLATES[template ?? 'summarize'];
}
