import type { PageReading } from './page-reading.ts';
import { TOPIC } from './phrase-scanner.ts';

/** Whether a page shows code, numbered steps or a table: it tells how something is done, or holds data. */
export function instructs({ marks, sentences }: PageReading): boolean {
  return marks.tables > 0 || marks.orderedLists > 0 || sentences.some(({ role }) => role === 'code');
}

/** Whether the title or a heading of a page promises an explanation, or its text speaks twice as one. */
export function explains({ sentences }: PageReading): boolean {
  let inText = 0;
  for (const { role, hits, region } of sentences) {
    if (region === 'overlay' || role === 'code') continue;
    const found = hits.filter(({ topic }) => topic === TOPIC.explanation).length;
    if (found > 0 && (role === 'title' || role === 'heading')) return true;
    if (role === 'text') inText += found;
  }
  return inText > 1;
}
