import { convertTask } from './convert-task.ts';

const ROUNDS = 6;

const PARAGRAPH =
  '<p>A worker that has converted a few pages has compiled code for <a href="/next">links</a>, <em>emphasis</em>, ' +
  '<strong>weight</strong>, <code>code</code> and plain sentences of a usual length, so that the first page of a ' +
  'user is as fast as the next one.</p>';

const SAMPLE = `<!doctype html><html lang="en"><head><title>Sample</title><meta charset="utf-8">
<meta name="description" content="A page to warm a worker"></head><body><nav><ul><li><a href="/">Home</a></li>
<li><a href="/about">About</a></li></ul></nav><main><article><h1>Sample</h1>${PARAGRAPH.repeat(6)}<h2>Lists</h2>
<ul><li>one</li><li>two<ol><li>three</li></ol></li></ul><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>
<tr><td>1</td><td>2</td></tr></tbody></table><pre><code class="language-js">const a = 1;
</code></pre><blockquote>${PARAGRAPH}</blockquote><figure><img src="/a.png" alt="A"><figcaption>B</figcaption>
</figure>${PARAGRAPH.repeat(6)}</article></main><aside><h3>More</h3><a href="/x">x</a></aside><footer>End</footer>
</body></html>`;

/** Converts built-in pages until the engine is compiled: the first pages of an isolate cost three to five times more. */
export async function warmUp(): Promise<void> {
  for (let i = 0; i < ROUNDS; i++) {
    await convertTask({
      bytes: new TextEncoder().encode(SAMPLE),
      contentType: 'text/html; charset=utf-8',
      url: 'https://example.com/sample',
      status: 200,
      format: i % 3 === 2 ? 'text' : 'markdown',
      options: {},
      wantMetadata: true,
      wantDiagnostics: false,
    });
  }
}
