import { readdirSync, readFileSync } from 'node:fs';
import { DOCUMENT_INPUTS, entry, feed } from './documents.mjs';
import { importTests } from './import-tests.mjs';

const PROSE =
  '<p>Words of prose, with commas, that an article would have in its every paragraph, over and over.</p>';
/** A page with a part of its own among prose. */
const page = (body) =>
  `<!DOCTYPE html><title>Growth</title><body><main><article>${PROSE}${body}</article></main>`;
const repeat = (n, part) => Array.from({ length: n }, (_, i) => part(i)).join('');
const nest = (n, open, inner, close) => open.repeat(n) + inner + close.repeat(n);

/** Parts of size `n` in each dimension; each holds the word `innermost` where it is hardest to reach. */
const DIMENSIONS = {
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
  'covered headings': (n) =>
    `<div><a class="stretched-link" href="/x"></a>${'<h3>A name</h3><p>Few words.</p>'.repeat(n)}<p>innermost</p></div>`,
  'cards in posts': (n) =>
    repeat(
      n,
      (i) =>
        `<div class="post"><h4>Name ${i}</h4><blockquote>Said</blockquote><a class="btn" href="/${i}">Buy</a></div>`,
    ) + '<p>innermost</p>',
  math: (n) => `<p>${'<math><mi>x</mi><mo>=</mo><mn>1</mn></math> '.repeat(n)}innermost</p>`,
  'equal links': (n) => `<p>${'<a href="/a">word</a>'.repeat(n)} innermost</p>`,
  blanks: (n) => `<p>a${' &nbsp; \n'.repeat(n)}innermost</p>`,
  'rules and boxes': (n) =>
    `<style>${'.a .b { display: none } '.repeat(n)}</style>${'<i class=a></i>'.repeat(n)}<p class=b>innermost</p>`,
  declarations: (n) => `<style>p { ${'x;'.repeat(n)} }</style><p>innermost</p>`,
};

const CASES = new URL('../../tests/constructs/', import.meta.url);
const [{ readCases }] = await importTests('tests/constructs/read-cases.ts');

/** Ways to make a fragment of markup n times as large: as long, as deep, as repeated, as malformed. */
const MARKUP_SHAPES = {
  long: (html, n) => html.replace(/>([^<]+)(?=<|$)/g, (_, text) => `>${text.repeat(n)}`),
  'long attributes': (html, n) => html.replace(/="([^"]+)"/g, (_, value) => `="${value.repeat(n)}"`),
  deep: (html, n) => {
    const end = html.indexOf('</');
    return end < 0 ? html.repeat(n) : html.slice(0, end).repeat(n) + html.slice(end).repeat(n);
  },
  repeated: (html, n) => html.repeat(n),
  'repeated inside': (html, n) => {
    const [, open, inner, close] = /^\s*(<[^>]+>)([\s\S]*)(<\/[^>]+>)\s*$/.exec(html) ?? ['', '', html, ''];
    return open + inner.repeat(n) + close;
  },
  malformed: (html, n) => html.replace(/<\/[^>]*>/g, '').repeat(n),
};

/** The same of Markdown: deep in quotes, malformed without what closes. */
const MARKDOWN_SHAPES = {
  long: (text, n) => text.replace(/\p{L}+/gu, (word) => word.repeat(n)),
  'one paragraph': (text, n) => `${text.replace(/\n\s*\n/g, '\n')}\n`.repeat(n),
  deep: (text, n) => `${'> '.repeat(Math.min(n, 60))}${text}\n\n`.repeat(Math.ceil(n / 60)),
  repeated: (text, n) => `${text}\n\n`.repeat(n),
  malformed: (text, n) => `${text.replace(/[\])>]|`{3,}$|[*_~$]+(?=\s|$)/gm, '')}\n\n`.repeat(n),
};

/** An input of the gate: `make(n)` is n times as large as `make(1)`, a string or bytes. */
function inputsOf(kind, name, source, shapes, wrap, options = {}) {
  const inputs = Object.entries(shapes).map(([shape, make]) => ({
    name: `${name}, ${shape}`,
    kind,
    options,
    make: (n) => wrap(make(source, n)),
  }));
  // A shape that leaves a source as it is has nothing to say of it.
  return inputs.filter(({ make }) => make(2).length > make(1).length);
}

const allCases = readdirSync(CASES)
  .filter((name) => name.endsWith('.cases'))
  .flatMap((name) =>
    readCases(readFileSync(new URL(name, CASES), 'utf8')).map((one) => ({
      ...one,
      name: `${name.replace('.cases', '')} / ${one.name}`,
    })),
  );

const inFeed = (html) => feed(entry(html));
const markdownOf = ({ markdown }) => markdown;

/** Of so many cases one is an entry of a feed and its Markdown a document too. */
const DOCUMENT_EVERY = 16;

/** Every case of the construct suite in every shape; its Markdown and a feed around it for some. */
const caseInputs = allCases.map((one, i) => [
  ...inputsOf('html', one.name, one.html, MARKUP_SHAPES, page, one.options),
  ...(i % DOCUMENT_EVERY === 0
    ? [
        ...inputsOf('markdown', one.name, markdownOf(one), MARKDOWN_SHAPES, (text) => text),
        ...inputsOf('feed', one.name, one.html, MARKUP_SHAPES, inFeed),
      ]
    : []),
]);

/** Pages of one dimension, which find what a construct alone does not. */
const pageInputs = Object.entries(DIMENSIONS).map(([name, make]) => ({
  name,
  kind: 'html',
  options: {},
  make: (n) => page(make(8 * n)),
}));

/** Pages and documents of one dimension each: those that are timed. `make(n)` is one n times as large as `make(1)`. */
export const DIMENSION_INPUTS = [...pageInputs, ...DOCUMENT_INPUTS];

/** The short form has one of so many cases, in one shape, which is another one from case to case. */
const SHORT_EVERY = 12;

/**
 * All inputs, or those of the short form. Pages first: each look at the counts goes through all code that was loaded by then,
 * that of the readers of documents too.
 */
export function inputs(isShort) {
  const ofCases = isShort
    ? caseInputs
        .filter((_, i) => i % SHORT_EVERY === 0)
        .map((shapes, i) => shapes[i % shapes.length])
        .filter(Boolean)
    : caseInputs.flat();
  const isPage = ({ kind }) => kind === 'html';
  const all = [...DIMENSION_INPUTS, ...ofCases];
  return [...all.filter(isPage), ...all.filter((input) => !isPage(input))];
}
