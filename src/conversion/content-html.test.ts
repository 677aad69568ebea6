import { expect, test } from 'vitest';
import { convertHtml } from '../core/convert-html.ts';
import { contentHtml } from './content-html.ts';

/** The content of some blocks among prose, as HTML. */
function written(blocks: string): string {
  const prose =
    '<p>The sea rises and falls twice a day along this coast, and the harbour with it.</p>'.repeat(4);
  const page = `<main><h1>Tides</h1>${prose}${blocks}</main>`;
  return contentHtml(convertHtml(page, { url: 'https://example.com/' }).content);
}

test.each([
  [
    '<p>A <b>high</b> <i>tide</i> &lt;b&gt; &amp; <code>a&lt;b</code></p>',
    '<p>A <strong>high</strong> <em>tide</em> &lt;b&gt; &amp; <code>a&lt;b</code></p>',
  ],
  [
    '<p>See <a href="/x?a=1&amp;b=&quot;">the map</a>.</p>',
    '<a href="https://example.com/x?a=1&amp;b=%22">the map</a>',
  ],
  [
    '<ol start="3"><li>low</li><li>high<ul><li>spring</li></ul></li></ol>',
    '<ol start="3"><li>low</li>\n<li>high<ul><li>spring</li></ul>\n</li></ol>',
  ],
  [
    '<pre><code class="language-js">if (a &lt; b) c();</code></pre>',
    '<pre><code class="language-js">if (a &lt; b) c();</code></pre>',
  ],
  [
    '<table><tr><th>Port</th><th>Metres</th></tr><tr><td>Dover</td><td>6.8</td></tr></table>',
    '<tr><th>Port</th><th>Metres</th></tr>\n<tr><td>Dover</td><td>6.8</td></tr>',
  ],
  [
    '<blockquote><p>Time and tide wait for none.</p></blockquote>',
    '<blockquote><p>Time and tide wait for none.</p>\n</blockquote>',
  ],
])('%s', (blocks, html) => expect(written(blocks)).toContain(html));

test('no script, handler or address of another scheme comes through', () => {
  const html = written(
    '<p onclick="x()">A <a href="javascript:x()">link</a><script>x()</script><img src="data:image/png;base64,AA" alt="A"></p>',
  );
  expect(html).not.toMatch(/javascript:|onclick|<script|data:/);
});
