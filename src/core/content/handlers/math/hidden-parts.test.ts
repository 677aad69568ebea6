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
