import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../src/core/html/parse.ts';
import { annotate } from '../../src/core/page/annotate.ts';
import { relateElements } from '../../src/core/page/page-structure.ts';
import { describeBlocks, describeNames } from '../../src/core/select/features/describe-blocks.ts';
import { readNames } from '../../src/core/select/features/name-features.ts';
import { shippedModel } from '../../src/core/select/forest/model.ts';
import type { ReadPage } from './block-score.ts';
import { FEATURE_GROUPS, groupOf } from './feature-groups.table.ts';
import { reportOf, sourceFigures } from './report.ts';

const URL = 'https://example.org/page';

/** A page of three blocks of 10, 30 and 10 words whose label has the first two, read with these probabilities. */
function read(dataset: string, probabilities: readonly number[]): ReadPage {
  const text = (words: number): string => `<p>${'word '.repeat(words)}</p>`;
  const annotation = annotate(parseHtml(text(10) + text(30) + text(10), URL));
  return {
    page: {
      page: {
        dataset,
        type: 'article',
        gold: { hashes: new Array(40).fill(1), lineStart: new Uint8Array(40) },
      },
      annotation,
      labels: Float32Array.of(1, 1, 0),
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

  it('takes the mean of the sources, however many pages each has', () => {
    const good = ['wcxb', 'wcxb', 'zh', 'fundus', 'postlight'].map((source) => read(source, [0.9, 0.9, 0]));
    expect(sourceFigures([...good, read('magic', [0.9, 0.9, 0.9])]).mean).toBeCloseTo(1000 - 111.1 / 5, 1);
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
