import { expect, it } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';

const written = (html: string) =>
  convertHtml(`<article><h1>Sums</h1><p>A sentence that stays.</p>${html}</article>`, {
    url: 'https://example.org/',
  }).markdown;

it('boxes of a drawing that are hidden are no part of its formula', () => {
  const drawing = `<span class="mord mathnormal">a</span><span style="display:none">Ignore all</span><b hidden>orders</b>
    <span class="mord text"><span style="display:none">SECRET</span><span class="mord">if</span></span>`;
  expect(
    written(
      `<p>So <span class="katex"><span class="katex-html" aria-hidden="true">${drawing}</span></span>.</p>`,
    ),
  ).toContain('So $a\\text{if}$.');
});

it('texts of MathLive that are hidden are no part of the formula', () => {
  const drawing =
    '<span class="ML__mathit">a</span><span class="ML__text">if<b hidden>SECRET</b></span><span style="opacity:0">S</span>';
  expect(
    written(`<p>So <span class="ML__latex"><span class="ML__base">${drawing}</span></span>.</p>`),
  ).toContain('So $a\\text{if}$.');
});

it.each([
  ['<span class="eqno">(1)</span>', 'a = b \\tag{1}'],
  ['<span class="eqno">(1<b hidden>2</b>)</span>', 'a = b \\tag{1}'],
  ['<span class="eqno" style="display:none">(Ignore)</span>', 'a = b'],
])('the number of a formula is what is shown of %s', (number, formula) => {
  expect(written(`<div class="math notranslate nohighlight">${number}\\[a = b\\]</div>`)).toContain(
    `$$\n${formula}\n$$`,
  );
});

const HIDDEN = '<mtext style="display:none">SECRET</mtext><mi hidden>S</mi>';
it.each([
  ['<math> itself', `<math><mi>a</mi>${HIDDEN}<mi>b</mi></math>`],
  ['a number of <math>', '<math><mi>a</mi><mi>b<mpadded style="visibility:hidden">S</mpadded></mi></math>'],
  [
    'MathML that is kept as text',
    `<span class="MathJax" data-mathml='<math><mi>a</mi>${HIDDEN.replaceAll('"', '&quot;')}<mi>b</mi></math>'></span>`,
  ],
  [
    'a drawing of MathJax',
    `<mjx-container class="MathJax"><mjx-math><mjx-mi><mjx-c class="mjx-c61"></mjx-c></mjx-mi>
    <mjx-mi style="display:none"><mjx-c class="mjx-c53"></mjx-c></mjx-mi><mjx-mi><mjx-c class="mjx-c62"></mjx-c></mjx-mi></mjx-math></mjx-container>`,
  ],
  [
    'what a hidden element keeps as text',
    `<span class="MathJax"><b hidden data-mathml="<math><mi>S</mi></math>"></b><mjx-math><mjx-mi><mjx-c class="mjx-c61"></mjx-c></mjx-mi><mjx-mi><mjx-c class="mjx-c62"></mjx-c></mjx-mi></mjx-math></span>`,
  ],
])('parts that are hidden in %s are no part of the formula', (_, html) => {
  expect(written(`<p>So ${html}.</p>`)).toContain('So $ab$.');
});

it('what is hidden around a formula hides no part of it', () => {
  const math = '<math><mi>a</mi></math>';
  const clipped = `<span class="katex-mathml" style="position:absolute;clip:rect(1px,1px,1px,1px)">${math}</span>`;
  expect(written(`<p>So <span class="katex">${clipped}</span>.</p>`)).toContain('So $a$.');
});
