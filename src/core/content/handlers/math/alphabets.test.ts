import { expect, it } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';

const written = (html: string) =>
  convertHtml(`<article><h1>Sums</h1><p>A sentence that stays.</p><p>So ${html}.</p></article>`, {
    url: 'https://example.org/',
  }).markdown;

// As KaTeX 0.19 writes them with `output: 'html'`.
it.each([
  ['mathbf', 'v', '\\mathbf{v}'],
  ['mathbf', '3', '\\mathbf{3}'],
  ['mathbb', 'R', '\\mathbb{R}'],
  ['mathcal', 'L', '\\mathcal{L}'],
  ['mathscr', 'F', '\\mathcal{F}'],
  ['mathfrak', 'g', '\\mathfrak{g}'],
  ['mathsf', 'S', '\\mathsf{S}'],
  ['mathtt', 't', '\\mathtt{t}'],
  ['boldsymbol', 'α', '\\boldsymbol{\\alpha}'],
])('KaTeX: %s of %s', (name, letter, latex) => {
  const drawn = `<span class="mord"><span class="mord ${name}">${letter}</span></span>`;
  expect(written(`<span class="katex"><span class="katex-html">${drawn}</span></span>`)).toContain(
    `So $${latex}$.`,
  );
});

// As MathJax 3.2 writes them.
it.each([
  ['mjx-b', 'mi', '1D42F TEX-B', '\\mathbf{v}'],
  ['mjx-b', 'mn', '1D7D1 TEX-B', '\\mathbf{3}'],
  ['mjx-b mjx-i', 'mi', '1D736 TEX-BI', '\\boldsymbol{\\alpha}'],
  ['mjx-ds mjx-b', 'mi', '211D TEX-A', '\\mathbb{R}'],
  ['mjx-cal mjx-i', 'mi', '4C TEX-C', '\\mathcal{L}'],
  ['mjx-sc mjx-i', 'mi', '2131 TEX-SC', '\\mathcal{F}'],
  ['mjx-fr', 'mi', '210C TEX-FR', '\\mathfrak{H}'],
])('MathJax, CHTML: %s as %s with %s', (name, tag, glyph, latex) => {
  const drawn = `<mjx-${tag} class="${name}"><mjx-c class="mjx-c${glyph}"></mjx-c></mjx-${tag}>`;
  expect(written(`<mjx-container class="MathJax"><mjx-math>${drawn}</mjx-math></mjx-container>`)).toContain(
    `So $${latex}$.`,
  );
});

it.each([
  ['1D42F', 'B', '\\mathbf{v}'],
  ['4C', 'C', '\\mathcal{L}'],
])('MathJax, SVG: %s of font %s', (code, font, latex) => {
  const glyph = `<g data-mml-node="mi"><use data-c="${code}" xlink:href="#MJX-1-TEX-${font}-${code}"></use></g>`;
  const drawn = `<svg role="img"><g data-mml-node="math">${glyph}</g></svg>`;
  expect(written(`<mjx-container class="MathJax" jax="SVG">${drawn}</mjx-container>`)).toContain(
    `So $${latex}$.`,
  );
});
