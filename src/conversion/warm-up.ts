import { convertTask } from './convert-task.ts';
import type { PageTask } from './ports.ts';
import { warmPages } from './warm-pages.ts';

/** Converts the sample page, before a thread says that it is ready. Throws when a construct is not written as it should be. */
export async function warmUp(): Promise<void> {
  const { content } = await convertTask(taskOf(SAMPLE_PAGE, 'markdown'));
  for (const [construct, [, written]] of Object.entries(SAMPLES))
    if (!content.includes(written)) throw new Error(`The sample page lost its ${construct}`);
}

/** Pages that a thread converts for nobody once it is ready, so that the first ones of users cost less. */
export function warmTasks(): readonly PageTask[] {
  return warmPages().map((html, i) => taskOf(html, i % 3 === 2 ? 'text' : 'markdown'));
}

function taskOf(html: string, format: PageTask['format']): PageTask {
  return {
    bytes: new TextEncoder().encode(html),
    contentType: 'text/html; charset=utf-8',
    url: 'https://example.com/sample',
    status: 200,
    format,
    options: {},
    wantMetadata: true,
    wantDiagnostics: false,
  };
}

const PARAGRAPH =
  '<p>A worker that has converted a few pages has compiled code for <a href="/next">links</a>, <em>emphasis</em>, ' +
  '<strong>weight</strong>, <code>code</code> and plain sentences of a usual length, so that the first page of a ' +
  'user is as fast as the next one.</p>';

/** What the sample page shows of each construct, by its file in the construct suite, and what is written of it. */
export const SAMPLES: Readonly<Record<string, readonly [html: string, written: string]>> = {
  callouts: [
    '<div class="admonition note"><p class="admonition-title">Note</p><p>Boats leave at noon.</p></div>',
    '> Boats leave at noon.',
  ],
  code: [
    '<pre><code class="language-js">const a = 1;\nconst b = 2;</code></pre>',
    '```js\nconst a = 1;\nconst b = 2;\n```',
  ],
  flow: [
    '<blockquote><p>The tide turns.</p></blockquote><dl><dt>Ebb</dt><dd>Falling water</dd></dl>',
    '> The tide turns.',
  ],
  footnotes: [
    '<p>It rains<sup><a href="#fn1" id="r1">1</a></sup> here.</p><ol class="footnotes"><li id="fn1">Often. <a href="#r1">↩</a></li></ol>',
    '[^1]: Often.',
  ],
  hidden: [
    '<style>.gone { display: none }</style><p>Gulls call.</p><p class="gone">Not seen.</p>',
    'Gulls call.',
  ],
  images: [
    '<figure><img src="/a.png" alt="A quay" width="600" height="400"><figcaption>Boats at the quay</figcaption></figure>',
    '![A quay](https://example.com/a.png)',
  ],
  inline: [
    '<p>Water is H<sub>2</sub>O, <del>cold</del> <mark>warm</mark> and <kbd>Enter</kbd>.</p>',
    '~~cold~~',
  ],
  links: [
    '<p>Read <a href="/tides?day=1">the tables</a> first.</p>',
    '[the tables](https://example.com/tides?day=1)',
  ],
  lists: [
    '<ul><li>one</li><li>two<ol><li>three</li></ol></li><li><input type="checkbox" checked> done</li></ul>',
    '- one',
  ],
  math: [
    '<p>So <math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math> holds.</p>',
    '\\frac{1}{2}',
  ],
  media: ['<video src="/boat.mp4" title="A boat" controls></video>', 'https://example.com/boat.mp4'],
  tables: [
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '| 1 | 2 |',
  ],
};

/** A page with every construct. */
const SAMPLE_PAGE = `<!doctype html><html lang="en"><head><title>Sample</title><meta charset="utf-8">
<meta name="description" content="A page to warm a worker"></head><body><nav><ul><li><a href="/">Home</a></li>
<li><a href="/about">About</a></li></ul></nav><main><article><h1>Sample</h1>${PARAGRAPH.repeat(6)}
${Object.entries(SAMPLES)
  .map(([name, [html]]) => `<h2>About ${name}</h2>${PARAGRAPH}${html}`)
  .join('\n')}
${PARAGRAPH.repeat(3)}</article></main><aside><h3>More</h3><a href="/x">x</a></aside><footer>End</footer></body></html>`;
