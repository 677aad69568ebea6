import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { fail } from '../../contract/failure.ts';
import type { AiEvent, AiProvider, AiTask } from '../provider.ts';
import { wordsOf } from './inline-text.ts';
import { functionWords, languageOf } from './lexicon.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { type PageText, readPageText } from './page-text.ts';
import { type PromptRequest, readRequest } from './request.ts';
import { createSearch } from './search.ts';
import { type ExtractiveTemplate, render, scoreSentences } from './select-sentences.ts';
import { answerQuestion } from './templates/answer-question.ts';
import { atomicNote } from './templates/atomic-note.ts';
import { answerCoreQuestion } from './templates/core-question.ts';
import { extractActionItems } from './templates/extract-action-items.ts';
import { generateQuestions } from './templates/generate-questions.ts';
import { simplify } from './templates/simplify.ts';
import { summarize } from './templates/summarize.ts';

const EXTRACTIVE_TEMPLATES: Readonly<Record<AiTemplateName | 'outline', ExtractiveTemplate>> = {
  'answer-core-question': answerCoreQuestion,
  'generate-questions': generateQuestions,
  summarize,
  'extract-action-items': extractActionItems,
  simplify,
  'atomic-note': atomicNote,
  outline: ({ page, notices }) => {
    const headings = page.sections.flatMap(({ heading }) => (heading === undefined ? [] : [heading]));
    const list = headings.map(({ depth, plain }) => `${'  '.repeat(depth - 1)}- ${plain}`);
    return [list.length > 0 ? list.join('\n') : notices.noText];
  },
};

const REFUSAL =
  'Set PAGEMARK_AI_PROVIDER to a language model for this request, no retry helps: the built-in provider selects sentences of the page, and can neither translate, rewrite nor give another form.';

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
    const language = pageLanguage(markdown);
    understand(customPrompt, language);
    // A question in another language has its answer sought: only then is it known whether selecting finds one.
    if (isForeign(customPrompt, language)) answerTo(task, await readPageText(markdown, signal));
  },
  stream: select,
};

/** Characters of a page that tell its language. */
const SAMPLE_CHARACTERS = 6000;
const pageLanguage = (markdown: string) => languageOf(markdown.slice(0, SAMPLE_CHARACTERS))?.language ?? 'en';

/** Function words that a prompt has more of another language than of the next one. */
const SURE_LEAD = 2;

function isForeign(prompt: string, language: NoticeLanguage): boolean {
  const asked = languageOf(prompt);
  return asked !== null && asked.language !== language && asked.lead >= SURE_LEAD;
}

function understand(prompt: string, language: NoticeLanguage): PromptRequest {
  const request = readRequest(prompt, language);
  if (request === null) throw fail('ai_unavailable', REFUSAL);
  return request;
}

async function* select(task: AiTask, signal: AbortSignal): AsyncGenerator<AiEvent> {
  const page = await readPageText(task.markdown, signal);
  for (const [index, block] of answerTo(task, page).entries()) {
    signal.throwIfAborted();
    yield { type: 'text', text: index === 0 ? block : `\n\n${block}` };
  }
  yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
}

function answerTo({ markdown, template, customPrompt }: AiTask, page: PageText): readonly string[] {
  const language = pageLanguage(markdown);
  const notices = NOTICES[language];
  const request = customPrompt === undefined ? undefined : understand(customPrompt, language);
  const wanted = template === undefined ? '' : (customPrompt ?? '');
  const scoreOf = scoreSentences(page, language, wordsOfInterest(wanted));
  const context = { page, scoreOf, language, notices, lines: request?.lines };
  const chosen = template ?? (customPrompt === undefined ? 'summarize' : request?.template);
  if (chosen !== undefined) return EXTRACTIVE_TEMPLATES[chosen](context);
  const asked = languageOf(customPrompt!)?.language ?? language;
  const search = createSearch(page, [...new Set([language, asked])]);
  const units = answerQuestion(page, search, customPrompt!, language, request!);
  if (units.length > 0) return render(units);
  if (isForeign(customPrompt!, language)) throw fail('ai_unavailable', REFUSAL);
  return [notices.noMatch];
}

function wordsOfInterest(prompt: string): ReadonlySet<string> {
  const languages = Object.keys(NOTICES) as NoticeLanguage[];
  const words = wordsOf(prompt).filter((word) => word.length > 1);
  return new Set(words.filter((word) => !languages.some((language) => functionWords(language).has(word))));
}
