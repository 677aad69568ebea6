import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../src/core/html/parse.ts';
import { annotate } from '../../src/core/page/annotate.ts';
import { relateElements } from '../../src/core/page/page-structure.ts';
import { describeBlocks } from '../../src/core/select/features/describe-blocks.ts';
import { describeNames, readNames } from '../../src/core/select/features/name-features.ts';
import { shippedModel } from '../../src/core/select/forest/model.ts';
import type { ReadPage } from './block-score.ts';
import { FEATURE_GROUPS, groupOf } from './feature-groups.table.ts';
import { kindFigures, reportOf } from './report.ts';

const URL = 'https://example.org/page';

/** A page of three blocks of 10, 30 and 10 words whose label has the first two, read with these probabilities. */
function read(
  dataset: string,
  probabilities: readonly number[],
  markedAs: string | null = null,
  labels = [1, 1, 0],
): ReadPage {
  const text = (words: number): string => `<p>${'word '.repeat(words)}</p>`;
  const annotation = annotate(parseHtml(text(10) + text(30) + text(10), URL));
  return {
    page: {
      page: {
        dataset,
        type: markedAs ?? 'article',
        marked: markedAs === null ? null : {},
        gold: { hashes: new Array(40).fill(1), lineStart: new Uint8Array(40) },
      },
      annotation,
      labels: Float32Array.from(labels),
      weights: Float32Array.of(1, 1, 1),
    } as unknown as ReadPage['page'],
    probabilities: probabilities.map((probability) => probability * 4096),
  };
}

describe('report of a training', () => {
  it('tells precision, recall and F1 of what the cut keeps', () => {
    const report = reportOf([read('zh', [0.9, 0.9, 0.9]), read('magic', [0.1, 0.9, 0.1])]);
    expect(report).toContain('| zh | 1 | 0.889 | 0.800 | 1.000 | 0.0 % |');
    expect(report).toContain('| magic | 1 | 0.857 | 1.000 | 0.750 | 0.0 % |');
  });

  it('tells how often what a model says is so', () => {
    expect(reportOf([read('zh', [0.75, 0.75, 0.75])])).toContain('| 0.7 to 0.8 | 100.0 % | 0.750 | 0.667 |');
  });

  it('takes the mean over the kinds of marked pages, however many of each there are, and no other page', () => {
    const kinds = ['article', 'article', 'documentation', 'forum', 'service', 'product', 'listing'];
    const good = kinds.map((kind) => read('wcxb', [0.9, 0.9, 0], kind));
    const others = [read('wcxb', [0.9, 0.9, 0.9], 'collection'), read('zh', [0, 0, 0.9])];
    expect(kindFigures([...good, ...others]).mean).toBeCloseTo(1000 - 111.1 / 7, 1);
  });

  it('counts a neutral block on neither side', () => {
    const neutral = read('wcxb', [0.9, 0.9, 0.9], 'article', [1, 1, -1]);
    expect(reportOf([neutral])).toContain('| article | 1 | 1.000 | 1.000 | 1.000 | 0.0 % |');
  });

  it('finds features in every group', () => {
    const a = annotate(parseHtml('<h1>One</h1><p>Two words</p>', URL));
    const s = relateElements(a);
    const { names } = describeBlocks(a, s, URL).append(
      describeNames(a, s, readNames(a), shippedModel().vocabulary),
    );
    expect([...new Set(names.map(groupOf))].sort()).toEqual([...FEATURE_GROUPS].sort());
  });
});
