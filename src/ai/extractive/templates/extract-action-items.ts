import { ACTION_MARKERS } from '../action-markers.table.ts';
import { surfaceWordsOf } from '../inline-text.ts';
import type { PageText, Sentence } from '../page-text.ts';
import type { ExtractiveTemplate } from '../select-sentences.ts';
import { isQuestion } from './answers.ts';

const MOST_ITEMS = 50;

/**
 * What the page marks as something to do: its task items, the items under a heading that announces tasks or steps,
 * and sentences with a mark of duty in the page's language. When there is none, one sentence says so.
 */
export const extractActionItems: ExtractiveTemplate = ({ page, language, phrases }) => {
  const { duty, heading } = ACTION_MARKERS[language];
  const items = page.sentences.filter((sentence) =>
    sentence.task !== 'none' ? sentence.isFirst : isAction(sentence, page, heading) || isDuty(sentence, duty),
  );
  const unique = [...new Map(items.map((item) => [item.text, item])).values()].slice(0, MOST_ITEMS);
  if (unique.length === 0) return [phrases.noActionItems];
  return [unique.map(({ task, text }) => `- [${task === 'done' ? 'x' : ' '}] ${text}`).join('\n')];
};

function isAction(sentence: Sentence, page: PageText, announcing: RegExp): boolean {
  if (!sentence.isFirst || (sentence.origin !== 'item' && sentence.origin !== 'ordered_item')) return false;
  const title = page.sections[sentence.section]?.heading?.plain ?? '';
  return announcing.test(title) && surfaceWordsOf(sentence.text).length > 1;
}

function isDuty({ text, wordCount, origin }: Sentence, duty: RegExp): boolean {
  return (
    origin !== 'quote' && wordCount > 2 && duty.test(text) && !isQuestion(text) && !/[:：]\**$/.test(text)
  );
}
