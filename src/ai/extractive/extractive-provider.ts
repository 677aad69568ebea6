import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { fail } from '../../contract/failure.ts';
import type { AiEvent, AiProvider, AiTask } from '../provider.ts';
import { extractActionItems } from './actions.ts';
import { answerQuestion } from './answer.ts';
import { LANGUAGES, languageOf } from './lexicon.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { type Page, readPage } from './page.ts';
import { generateQuestions } from './questions.ts';
import { readRequest } from './request.ts';
import { type ExtractiveTemplate, render, scoreSentences } from './selection.ts';
import { answerCoreQuestion, atomicNote, outline, simplify, summarize } from './templates.ts';
import { termsOf } from './terms.ts';

const TEMPLATES: Readonly<Record<AiTemplateName | 'outline', ExtractiveTemplate>> = {
  'answer-core-question': answerCoreQuestion,
  'generate-questions': generateQuestions,
  summarize,
  'extract-action-items': extractActionItems,
  simplify,
  'atomic-note': atomicNote,
  outline,
};

/**
 * The provider of an installation without a language model: selects units of the page, deterministically, and says so by its name.
 * A prompt alone is a question that the best units answer, or one of the templates in other words; beside a template it raises the
 * sentences that share its words. All it gives is the page's own, but for questions around a heading, term or year and the notice
 * that nothing was found. Token usage is 0: no model is asked. Fails with `ai_unavailable` where selecting cannot follow a prompt.
 */
export const extractiveProvider: AiProvider = {
  model: 'extractive',
  method: 'selected',
  async check(task, signal) {
    const { customPrompt, markdown } = task;
    if (customPrompt === undefined) return;
    const language = languageOfPage(markdown);
    understand(customPrompt, language);
    // Of a question in another language only its answer tells whether selecting finds one.
    if (isForeign(customPrompt, language)) answerTo(task, await readPage(markdown, signal));
  },
  async *stream(task, signal): AsyncGenerator<AiEvent> {
    const page = await readPage(task.markdown, signal);
    for (const [index, block] of answerTo(task, page).entries()) {
      signal.throwIfAborted();
      yield { type: 'text', text: index === 0 ? block : `\n\n${block}` };
    }
    yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
  },
};

/** Characters of a page that tell its language; and function words that a prompt has more of another language. */
const SAMPLE_CHARACTERS = 6000;
const SURE_LEAD = 2;

const languageOfPage = (markdown: string) =>
  languageOf(markdown.slice(0, SAMPLE_CHARACTERS))?.language ?? 'en';

function isForeign(prompt: string, language: NoticeLanguage): boolean {
  const asked = languageOf(prompt);
  return asked !== null && asked.language !== language && asked.lead >= SURE_LEAD;
}

const refusal = () =>
  fail(
    'ai_unavailable',
    'Set PAGEMARK_AI_PROVIDER to a language model for this request, no retry helps: the built-in provider selects from the page, and can neither translate, rewrite nor give another form.',
  );

function understand(prompt: string, language: NoticeLanguage) {
  const request = readRequest(prompt, language);
  if (request === null) throw refusal();
  return request;
}

function answerTo({ markdown, template, customPrompt: prompt }: AiTask, page: Page): readonly string[] {
  const language = languageOfPage(markdown);
  const notices = NOTICES[language];
  const request = prompt === undefined ? undefined : understand(prompt, language);
  const chosen = template ?? (request === undefined ? 'summarize' : request.template);
  if (request === undefined || chosen !== undefined) {
    const scoreOf = scoreSentences(page, language, new Set(template && termsOf(prompt ?? '', LANGUAGES)));
    return TEMPLATES[chosen!]({ page, scoreOf, language, notices, lines: request?.lines });
  }
  const asked = languageOf(prompt!)?.language ?? language;
  const units = answerQuestion(page, prompt!, [...new Set([language, asked])], request);
  if (units.length === 0 && isForeign(prompt!, language)) throw refusal();
  return units.length > 0 ? render(units) : [notices.noMatch];
}
