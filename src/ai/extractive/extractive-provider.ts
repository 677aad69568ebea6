import { fail } from '../../contract/failure.ts';
import type { AiEvent, AiProvider, AiTask } from '../provider.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { type Page, readPage } from './page.ts';
import { partsAsked } from './parts.ts';
import { readRequest } from './request.ts';
import { answerQuestion } from './search.ts';
import { render, scoreUnits } from './selection.ts';
import { TEMPLATES } from './templates.ts';
import { LANGUAGES, languageOf, termsOf } from './words.ts';

/**
 * The provider of an installation without a language model: selects units of the page, deterministically, and says so by its name.
 * A prompt alone is a question that the best units answer, or one of the templates in other words; beside a template it raises the
 * sentences that share its words. All it gives is the page's own, but for questions around a heading and the notice that nothing was
 * found. Token usage is 0: no model is asked. Fails with `ai_unavailable` where selecting cannot follow a prompt.
 */
export const extractiveProvider: AiProvider = {
  model: 'extractive',
  method: 'selected',
  async check(task, signal) {
    if (task.customPrompt === undefined) return;
    const request = understand(task.customPrompt, languageOfPage(task));
    // Whether an instruction can be followed, the page tells.
    const isDoubtful = !request.isQuestion && task.template === undefined;
    if (isDoubtful) answerTo(task, await readPage(task.markdown, signal));
  },
  async *stream(task, signal): AsyncGenerator<AiEvent> {
    const page = await readPage(task.markdown, signal);
    yield { type: 'text', text: answerTo(task, page) };
    yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
  },
};

/** Characters of a page that tell its language. */
const SAMPLE_CHARACTERS = 6000;

const languageOfPage = ({ markdown, customPrompt = '' }: AiTask) =>
  languageOf(markdown.slice(0, SAMPLE_CHARACTERS)) ?? languageOf(customPrompt) ?? 'en';

function understand(prompt: string, language: NoticeLanguage) {
  return readRequest(prompt, language) ?? refuse();
}

function refuse(): never {
  throw fail(
    'ai_unavailable',
    'Set PAGEMARK_AI_PROVIDER to a language model for this request, no retry helps: the built-in provider selects from the page what a question or a named part asks for, and can neither translate, rewrite nor give another form.',
  );
}

function answerTo(task: AiTask, page: Page): string {
  const { template, customPrompt: prompt } = task;
  const language = languageOfPage(task);
  const request = prompt === undefined ? undefined : understand(prompt, language);
  const languages = [...new Set([language, languageOf(prompt ?? '') ?? language])];
  const chosen = template ?? request?.template;
  const parts = chosen || !request ? undefined : partsAsked(page, prompt!, languages, request);
  const isCounted = parts === undefined && request?.lines !== undefined && !request.isQuestion;
  if (prompt === undefined || request === undefined || chosen !== undefined || isCounted) {
    const scoreOf = scoreUnits(page, language, termsOf(prompt ?? '', LANGUAGES));
    const scope = template || !request ? undefined : termsOf(request.rest, languages);
    const answer = TEMPLATES[chosen ?? 'summarize']({
      page,
      scoreOf,
      language,
      lines: request?.lines,
      scope,
    });
    // Steps for what no heading names.
    if (answer[0] === NOTICES[language].noActionItems && scope && scope.length > 0) return refuse();
    return answer.join('\n\n') || NOTICES[language].noText;
  }
  const units = parts === undefined ? answerQuestion(page, prompt, languages, request) : parts;
  if (units === null || (parts === undefined && units.length === 0 && !request.isQuestion)) return refuse();
  return render(units).join('\n\n') || NOTICES[language].noMatch;
}
