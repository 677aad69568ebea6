/** A section as long reference articles have them: prose with links and emphasis, a list, code, a table. */
function section(i) {
  const prose = `Section ${i} is about <em>one thing</em>, which <a href="/things/${i}">others</a> have called <b>another</b>; `;
  return `<h2 id="s${i}">Section ${i}</h2><p>${prose.repeat(6)}</p><p>${'It goes on in plain words, for as long as articles do. '.repeat(12)}</p>
<ul><li>First of ${i}</li><li>Second, with <code>code_${i}()</code></li><li>Third * of _three_</li></ul>
<pre><code class="language-js">const x${i} = ${i};\nconsole.log(x${i});\n</code></pre>
<table><thead><tr><th>Name</th><th>Value</th></tr></thead><tbody><tr><td>a</td><td>${i}</td></tr><tr><td>b</td><td>${i * 2}</td></tr></tbody></table>`;
}

/** An article of at least so many bytes of sections, as `{ html, sections }`. */
export function article(bytes) {
  let body = '';
  let sections = 0;
  while (body.length < bytes) body += section(sections++);
  const html = `<!DOCTYPE html><html><head><title>Long</title></head><body><nav><a href="/">Home</a></nav><article><h1>A long article</h1>${body}</article></body></html>`;
  return { html, sections };
}

/** How many of the sections have their heading in the Markdown or text. */
export function sectionsIn(written) {
  return new Set(written.match(/^(?:#+ )?Section \d+\s*$/gm)?.map((line) => line.replace(/\D/g, ''))).size;
}

/** A page of so many bytes, by whose last sentence an answer is known to be whole. */
export function loadPage(bytes) {
  const parts = ['<!doctype html><title>Load</title><nav><a href="/">Home</a></nav><article><h1>Load</h1>'];
  for (let length = 0, i = 0; length < bytes - 200; i++) {
    const part = `<p>Paragraph ${i} tells of <a href="/river-${i}">rivers</a>, bridges and the <b>people</b> who cross them every day.</p>`;
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('\n')}<p>The last sentence of the page.</p></article>`;
}

/**
 * The JSON bodies of requests that send a page, each with another address and another last paragraph, so that none is kept: bytes
 * made once, in which only the number is written for each request, so that a flood of them costs its sender little.
 */
export function pageBodies(page) {
  const NUMBER = '00000000';
  const html = page.replace('</article>', `<p>Call ${NUMBER}.</p></article>`);
  const body = Buffer.from(JSON.stringify({ url: `https://example.com/page-${NUMBER}`, html }));
  const places = [body.indexOf(NUMBER), body.lastIndexOf(NUMBER)];
  return (number) => {
    const own = Buffer.from(body);
    for (const place of places) own.write(String(number).padStart(NUMBER.length, '0'), place);
    return own;
  };
}
