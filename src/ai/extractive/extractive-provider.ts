import { fail } from '../../contract/failure.ts';
import type { AiEvent, AiProvider, AiTask } from '../provider.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { type Page, readPage } from './page.ts';
import { readRequest } from './request.ts';
import { answerQuestion } from './search.ts';
import { render, scoreUnits } from './selection.ts';
import { TEMPLATES } from './templates.ts';
import { LANGUAGES, languageOf, termsOf } from './words.ts';

/**
 * The provider of an installation without a language model: selects units of the page, deterministically, and says so by its name.
 * A prompt alone is a question that the best units answer, or one of the templates in other words; beside a template it raises the
 * sentences that share its words. All it gives is the page's own, but for questions around a heading, term or year and the notice
 * that nothing was found. Token usage is 0: no model is asked. Fails with `ai_unavailable` where selecting cannot follow a prompt.
 */
export const extractiveProvider: AiProvider = {
  model: 'extractive',
  method: 'selected',
  async check({ customPrompt, markdown }) {
    if (customPrompt !== undefined) understand(customPrompt, languageOfPage(markdown));
  },
  async *stream(task, signal): AsyncGenerator<AiEvent> {
    const page = await readPage(task.markdown, signal);
    yield { type: 'text', text: answerTo(task, page) };
    yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
  },
};

/** Characters of a page that tell its language. */
const SAMPLE_CHARACTERS = 6000;

const languageOfPage = (markdown: string) => languageOf(markdown.slice(0, SAMPLE_CHARACTERS)) ?? 'en';

function understand(prompt: string, language: NoticeLanguage) {
  const request = readRequest(prompt, language);
  if (request !== null) return request;
  throw fail(
    'ai_unavailable',
    'Set PAGEMARK_AI_PROVIDER to a language model for this request, no retry helps: the built-in provider selects from the page, and can neither translate, rewrite nor give another form.',
  );
}

function answerTo({ markdown, template, customPrompt: prompt }: AiTask, page: Page): string {
  const language = languageOfPage(markdown);
  const request = prompt === undefined ? undefined : understand(prompt, language);
  const chosen = template ?? request?.template;
  if (prompt === undefined || request === undefined || chosen !== undefined) {
    const scoreOf = scoreUnits(page, language, termsOf(prompt ?? '', LANGUAGES));
    const context = { page, scoreOf, language, lines: request?.lines };
    return TEMPLATES[chosen ?? 'summarize'](context).join('\n\n') || NOTICES[language].noText;
  }
  const languages = new Set([language, languageOf(prompt) ?? language]);
  return (
    render(answerQuestion(page, prompt, [...languages], request)).join('\n\n') || NOTICES[language].noMatch
  );
}
