import { actionSentences } from '../action-evidence.ts';
import type { ExtractiveTemplate } from '../select-sentences.ts';

const MOST_ITEMS = 100;

/**
 * What the page tells somebody to do: its task items, steps, instructions, requests and duties, whole sentences as they stand.
 * When there is none, one sentence says so.
 */
export const extractActionItems: ExtractiveTemplate = ({ page, language, notices }) => {
  const items = actionSentences(page, language);
  const unique = [...new Map(items.map((item) => [item.text, item])).values()].slice(0, MOST_ITEMS);
  if (unique.length === 0) return [notices.noActionItems];
  return [unique.map(({ task, text }) => `- [${task === 'done' ? 'x' : ' '}] ${text}`).join('\n')];
};
