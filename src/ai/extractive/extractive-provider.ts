import type { AiTemplateName } from '../../contract/ai-templates.ts';
import type { AiEvent, AiProvider, AiTask } from '../provider.ts';
import { type PageText, readPageText } from './page-text.ts';
import { PHRASES, type PhraseLanguage } from './phrases.table.ts';
import { type ExtractiveTemplate, scoreSentences } from './select-sentences.ts';
import { answerCoreQuestion, answerPrompt, promptWords } from './templates/answers.ts';
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
export const extractiveProvider: AiProvider = {
  model: 'extractive',
  method: 'selected',
  stream: select,
};

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

/** Scripts which one language of the table has to itself; kana before Han, because Japanese uses both. */
const SCRIPTS: readonly (readonly [PhraseLanguage, RegExp])[] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
];
const SAMPLE_CHARACTERS = 4000;
/** Share of letters that a script needs before it decides; Japanese text has far more kana than this. */
const SCRIPT_SHARE = 0.15;

/** Share of words that are function words of a language, from which on a text is in it; texts have some 20 %. */
const FUNCTION_WORD_SHARE = 0.05;

/** The language, among those of the phrase table, that most of the page's text is in; English when none shows. */
function detectLanguage(page: PageText): PhraseLanguage {
  const sample = sampleOf(page);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) {
    if ((sample.match(script)?.length ?? 0) > letters * SCRIPT_SHARE) return language;
  }
  let best: PhraseLanguage = 'en';
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  let bestCount = words.length * FUNCTION_WORD_SHARE;
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [language, { functionWords }] of Object.entries(PHRASES)) {
    const count = functionWords.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
    if (count > bestCount) [best, bestCount] = [language as PhraseLanguage, count];
  }
  return best;
}

function sampleOf(page: PageText): string {
  let sample = '';
  for (const { text } of page.sentences) {
    sample += `${text} `;
    if (sample.length > SAMPLE_CHARACTERS) break;
  }
  return sample === '' ? page.sections.map(({ heading }) => heading?.plain ?? '').join(' ') : sample;
}
