import { describe, expect, test } from 'vitest';
import { buildContent } from '../content/build.ts';
import { convertHtml } from '../convert-html.ts';
import { parseHtml } from '../html/parse.ts';
import { annotate } from '../page/annotate.ts';
import { judgeVisibility } from '../page/visibility/judge-visibility.ts';
import { STEP, STEPS, type Step } from '../select/prune.ts';
import { RULES } from '../select/rules/rules.ts';
import { traceRemovals } from './trace-removals.ts';

/** Trace of a page whose `<aside>` went: by the model, but for the blocks whose text names the step of a rule. */
function trace(html: string): readonly (readonly [step: string, element: string, text: string])[] {
  const doc = parseHtml(html, 'https://example.org/');
  const a = annotate(doc);
  const by = Uint8Array.from(a.blocks, ({ first }) => STEPS.indexOf(doc.nodes[first]!.text as Step) + 1);
  const removedBy = new Uint8Array(doc.nodes.length);
  removedBy[doc.elements.tagged('aside')[0]!.index] = STEP.model;
  const selection = { removedBy, steps: STEPS, dropped: { blockOf: a.blockOf, by } };
  const { removed } = traceRemovals(
    doc,
    judgeVisibility(doc),
    { selection, strategy: 'model' },
    buildContent(annotate(doc), selection, {}),
  );
  return removed.map(({ step, element, text }) => [step, element, text]);
}

describe('a removed part', () => {
  test('that one step took is named once', () => {
    expect(trace('<p>Boats.</p><aside><p>More</p><div><p>Less</p></div></aside>')).toEqual([
      ['model', 'aside', 'More Less'],
    ]);
    expect(trace('<aside><p>furniture</p><ul><li>furniture</li></ul></aside>')).toEqual([
      ['furniture', 'aside', 'furniture furniture'],
    ]);
  });

  test('that several took is named by the largest parts of each', () => {
    const menu = '<div id="menu"><p>furniture</p><p>furniture</p></div>';
    expect(
      trace(`<aside>${menu}<p>More</p><img src="a.png"><div id="ad">advertisement</div></aside>`),
    ).toEqual([
      ['furniture', 'div#menu', 'furniture furniture'],
      ['model', 'p', 'More'],
      ['model', 'img', ''],
      ['advertisement', 'div#ad', 'advertisement'],
    ]);
  });

  test('may be a text', () => {
    expect(trace('<aside>furniture<p>More</p></aside>')).toEqual([
      ['furniture', '#text', 'furniture'],
      ['model', 'p', 'More'],
    ]);
  });
});

test('a removed part names the end of the text that stays ahead of it', () => {
  const doc = parseHtml(
    '<aside>Menu</aside><p>Boats lie <b>here</b>.</p><aside>More</aside>',
    'https://example.org/',
  );
  const removedBy = new Uint8Array(doc.nodes.length);
  for (const aside of doc.elements.tagged('aside')) removedBy[aside.index] = STEP.hidden;
  const selection = { removedBy, steps: STEPS };
  const content = buildContent(annotate(doc), selection, {});
  const { removed } = traceRemovals(doc, judgeVisibility(doc), { selection, strategy: 'model' }, content);
  expect(removed.map(({ text, after }) => [text, after])).toEqual([
    ['Menu', undefined],
    ['More', 'Boats lie here .'],
  ]);
});

test('every rule that drops has a name in the trace', () => {
  const PROSE =
    '<p>The boat lay in the harbour all winter, and nobody came to look after it until spring.</p>';
  const page = (rest: string): string => `<main><h1>Boats</h1>${PROSE.repeat(6)}${rest}${PROSE}</main>`;
  const stepOf = (html: string, text: string): string | undefined =>
    convertHtml(page(html), { url: 'https://example.org/boats' }).diagnostics.removed.find((part) =>
      part.text.includes(text),
    )?.step;
  expect(stepOf('<div class="advertisement">Paint for boats, half price</div>', 'half price')).toBe(
    'advertisement',
  );
  const others = ['unrendered', 'excluded', 'not included', 'model', 'media'];
  expect(new Set(RULES.flatMap(({ step }) => step ?? []))).toEqual(
    new Set(STEPS.filter((step) => !others.includes(step))),
  );
});
