import { fail } from '../../contract/failure.ts';
import type { AiEvent, AiProvider, AiTask } from '../provider.ts';
import { NOTICES } from './notices.table.ts';
import { type Page, readPage } from './page.ts';
import { partsAsked } from './parts.ts';
import { type Request, readRequest } from './request.ts';
import { answerQuestion } from './search.ts';
import { render, withoutAsides } from './selection.ts';
import { PLAIN_TEMPLATES, TEMPLATES } from './templates.ts';
import { languageOf } from './words.ts';

/**
 * The provider of an installation without a language model: selects units of the page, deterministically, and says so by its name.
 * A prompt alone is a question that the best units answer, a part of the page, or a template in other words; beside a template it raises
 * the sentences that share its words, and of tasks gives those below what it names; `generate-questions` and `simplify` have no use for
 * its words. All it gives is the page's own, but for questions around a heading and the notice that nothing was found. Token usage is 0:
 * no model is asked. Fails with `ai_unavailable` where selecting cannot follow a prompt.
 */
export const extractiveProvider: AiProvider = {
  model: 'extractive',
  method: 'selected',
  async *stream(task, signal): AsyncGenerator<AiEvent> {
    yield { type: 'text', text: answerTo(task, await readPage(task.markdown, signal)) };
    yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } };
  },
};

/** Characters of a page that tell its language. */
const SAMPLE_CHARACTERS = 6000;

function refuse(): never {
  throw fail(
    'ai_unavailable',
    'Set PAGEMARK_AI_PROVIDER to a language model for this request, no retry helps: the built-in provider selects from the page what a question or a named part asks for, and can neither translate, rewrite nor give another form.',
  );
}

function answerTo({ template, customPrompt: prompt }: AiTask, page: Page): string {
  const all = page.units.map(({ plain }) => plain).join(' ');
  const language = languageOf(all.slice(0, SAMPLE_CHARACTERS)) ?? languageOf(prompt ?? '') ?? 'en';
  const give = (name: keyof typeof TEMPLATES, { lines, rest: wanted = [] }: Partial<Request> = {}) => {
    const told = { page: withoutAsides(page, language), onlySteps: template === undefined };
    const answer = TEMPLATES[name]({ ...told, language, lines, wanted });
    // Tasks for what no heading names.
    return wanted.length > 0 && answer[0] === NOTICES[language].noActionItems ? refuse() : answer;
  };
  const text = (blocks: readonly string[], none: string = NOTICES[language].noText) =>
    blocks.join('\n\n') || none;
  if (prompt === undefined) return text(give(template ?? 'summarize'));
  const own = languageOf(prompt) ?? language;
  const request = readRequest(prompt, language, own);
  const { template: named, rest, lines, isQuestion, excludes } = request;
  if (excludes && !isQuestion) refuse();
  if (template !== undefined) {
    const usable = PLAIN_TEMPLATES.includes(template) ? [] : page.units;
    const isSaid = (term: string) =>
      usable.some(({ terms, context }) => terms.includes(term) || context.has(term));
    return rest.every(isSaid) ? text(give(template, request)) : refuse();
  }
  const languages = [...new Set([language, own])];
  const parts = partsAsked(page, prompt, languages, request);
  if (parts) return text(render(parts));
  if (named !== undefined && (rest.length === 0 || (named === 'extract-action-items' && !isQuestion)))
    return text(give(named, request));
  if (isQuestion && parts === undefined)
    return text(render(answerQuestion(page, prompt, languages, lines)), NOTICES[language].noMatch);
  return rest.length === 0 && lines !== undefined ? text(give('summarize', request)) : refuse();
}
