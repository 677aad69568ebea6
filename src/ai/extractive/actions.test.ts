import { expect, it } from 'vitest';
import { type ActionScore, readLabelledPages, scoreActions } from '../../../tests/ai/labelled-pages.ts';
import { extractiveProvider } from './extractive-provider.ts';

async function scoreOf(half: 'develop' | 'kept'): Promise<ActionScore> {
  const pages = readLabelledPages(half);
  expect(pages).toHaveLength(30);
  return scoreActions(
    await Promise.all(
      pages.map(async (page) => {
        let text = '';
        const task = { markdown: page.markdown, template: 'extract-action-items' } as const;
        for await (const event of extractiveProvider.stream(task, new AbortController().signal))
          if (event.type === 'text') text += event.text;
        return { page, items: [...text.matchAll(/^- \[[ x]\] (.*)$/gm)].map(([, item]) => item!) };
      }),
    ),
  );
}

it('finds the actions of the pages that it was made with', async () => {
  const { precision, recall, wrong, missed } = await scoreOf('develop');
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.9);
  expect(recall, missed.join('\n')).toBeGreaterThanOrEqual(0.8);
});

it('finds the actions of pages that were kept aside', async () => {
  const { precision, recall } = await scoreOf('kept');
  expect(precision).toBeGreaterThanOrEqual(0.85);
  expect(recall).toBeGreaterThanOrEqual(0.7);
});
