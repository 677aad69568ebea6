import type { RoleRow } from './role-row.ts';

/** Formulas, and text in which scripts are told to typeset TeX or to leave it. */
export const MATH_NAMES = [
  ['math', 'katex katex-display katex-mathml', 'KaTeX', 'math'],
  ['math', 'math mathjax_display mathjax_chtml mjx-chtml', 'MathJax 2', 'math'],
  ['math', 'mathjax', 'MathJax', 'hidden'],
  ['math', 'mwe-math-element tex', 'MediaWiki', 'math'],
  ['math', 'arithmatex', 'Arithmatex', 'math'],
  ['math', 'latex', 'WordPress', 'math'],
  ['math', 'ltx_math', 'LaTeXML', 'math'],
  ['math', 'math-tex', 'CKEditor', 'math'],
  ['math', 'ql-formula', 'Quill'],
  ['math', 'ml__latex', 'MathLive'],
  ['math', 'mathjax_process tex2jax_process', 'MathJax', 'math'],
  ['math', 'math-container', 'Stack Exchange', 'math'],
  [
    'math',
    `math-inline math-display mathjax_svg mathjax_svg_display mathjax_mml mathjax_mathml temml
     mathjax_block math-block mathml mathquill nolink`,
  ],
  ['mathPreview', 'mathjax_preview', 'MathJax 2', 'math'],
  ['typesetting', 'mathjax_ignore tex2jax_ignore mathjax_process tex2jax_process', 'MathJax', 'math'],
  ['typesetting', 'mathjax', 'MathJax', 'hidden'],
  ['latexml', 'ltx_eqn_table', 'LaTeXML', 'math'],
  ['latexml', 'ltx_tag_item', 'LaTeXML', 'lists'],
  ['latexml', 'ltx_tag_note ltx_note_type ltx_role_footnotemark', 'LaTeXML', 'footnotes'],
  ['notTypeset', 'mathjax_ignore tex2jax_ignore', 'MathJax'],
  ['gitlabFormula', 'js-render-math math-display', 'GitLab'],
  ['blockFormula', 'math-block', 'Arithmatex'],
  ['equationNumber', 'eqno', 'Sphinx'],
  ['numerator', 'num numerator', 'MediaWiki'],
  ['denominator', 'den denominator', 'MediaWiki'],
  ['stackedScripts', 'template-chem2-su', 'MediaWiki'],
  ['latexmlMark', 'ltx_role_footnotemark', 'LaTeXML'],
  ['latexmlItem', 'ltx_tag_item', 'LaTeXML'],
  ['latexmlNumber', 'ltx_tag_equation', 'LaTeXML'],
] as const satisfies readonly RoleRow[];
