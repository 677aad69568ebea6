const PROSE =
  '<p>Words of prose, with commas, that an article would have in its every paragraph, over and over.</p>';
/** A page with a part of its own among prose. */
export const page = (body) =>
  `<!DOCTYPE html><title>Growth</title><body><main><article>${PROSE}${body}</article></main>`;
const repeat = (n, part) => Array.from({ length: n }, (_, i) => part(i)).join('');
const nest = (n, open, inner, close) => open.repeat(n) + inner + close.repeat(n);

/** Parts of size `n` in each dimension; each holds the word `innermost` where it is hardest to reach. */
export const DIMENSIONS = {
  size: (n) =>
    repeat(n, (i) => `<p>Paragraph ${i} has <b>bold</b> and <a href="/x${i}">linked</a> words.</p>`) +
    '<p>innermost</p>',
  text: (n) => `<p>${'plain words of one paragraph '.repeat(n)}innermost</p>`,
  depth: (n) => nest(n, '<div>', '<p>innermost words</p>', '</div>'),
  quotes: (n) => nest(n, '<blockquote>', '<p>innermost words</p>', '</blockquote>'),
  lists: (n) => nest(n, '<ul><li>x', 'innermost words', '</ul>'),
  spans: (n) => `<p>${nest(n, '<span>', 'innermost words', '</span>')}</p>`,
  inline: (n) =>
    `${repeat(n >> 3, (i) => `<p>${nest(8, '<b><i>', `deep ${i}`, '</i></b>')}</p>`)}<p>innermost</p>`,
  marks: (n) => `<p>${repeat(n, (i) => `<b>a</b><i>b${i}</i><s>c</s> `)}innermost</p>`,
  misnested: (n) => `${repeat(n, () => '<p><b><i>one</b> two</i> three</p>')}<p>innermost</p>`,
  attributes: (n) => `<p ${repeat(n, (i) => `data-a${i}="${i}" `)}>innermost words</p>`,
  attribute: (n) =>
    `<p class="${repeat(n, (i) => `class-${i} `)}" style="${'a:b;'.repeat(n)}">innermost words</p>`,
  rows: (n) =>
    `<table><tr><th>a<th>b${repeat(n, (i) => `<tr><td>${i}<td>cell`)}<tr><td>innermost<td>x</table>`,
  columns: (n) =>
    `${repeat(
      n >> 5,
      () => `<table><tr>${repeat(32, (i) => `<td>c${i}`)}<tr>${repeat(32, (i) => `<td>d${i}`)}</table>`,
    )}<p>innermost</p>`,
  cell: (n) => `<table><tr><th>a<th>b<tr><td>x<td>${repeat(n, (i) => `line ${i}<br>`)}innermost</table>`,
  links: (n) => `<p>${repeat(n, (i) => `<a href="/${i}">l</a> `)}innermost</p>`,
  escapes: (n) => `<p>${'*a_ [b] `c` $d$ &lt;e ~f~ '.repeat(n)}innermost</p>`,
  brackets: (n) => `<p>${'[(!'.repeat(n)}innermost</p>`,
  stars: (n) => `<p>${'*a **b '.repeat(n)}innermost</p>`,
  breaks: (n) => `<p>${'a<br>'.repeat(n)}innermost</p>`,
  code: (n) => `<pre><code>${'const x = `y`;\n'.repeat(n)}innermost</code></pre>`,
  highlighted: (n) =>
    `<pre><code>${repeat(n, (i) => `<span class="k">let</span> <span class="n">x${i}</span>;\n`)}innermost</code></pre>`,
  notes: (n) =>
    `<p>${repeat(n, (i) => `w<sup><a href="#fn${i}" id="r${i}">${i}</a></sup> `)}innermost</p><section class="footnotes"><hr><ol>${repeat(n, (i) => `<li id="fn${i}"><p>note ${i} <a href="#r${i}">↩</a></p></li>`)}</ol></section>`,
  images: (n) =>
    repeat(n, (i) => `<figure><img src="/i${i}.png" alt="a"><figcaption>c</figcaption></figure>`) +
    '<p>innermost</p>',
  math: (n) => `<p>${'<math><mi>x</mi><mo>=</mo><mn>1</mn></math> '.repeat(n)}innermost</p>`,
  'equal links': (n) => `<p>${'<a href="/a">word</a>'.repeat(n)} innermost</p>`,
  blanks: (n) => `<p>a${' &nbsp; \n'.repeat(n)}innermost</p>`,
};
