/** A page that shows what is kept and what is left out; it needs no network. */
export const SAMPLE_HTML = `<!doctype html>
<html lang="en">
<head>
<title>How tides work – The Harbour Almanac</title>
<meta name="description" content="Why the sea comes and goes twice a day.">
<meta name="author" content="Ida Morell">
<meta property="og:site_name" content="The Harbour Almanac">
</head>
<body>
<header><nav><a href="/">Home</a> <a href="/charts">Charts</a> <a href="/shop">Shop</a></nav></header>
<aside class="advertisement">Waterproof boots, now 20 % off!</aside>
<main><article>
<h1>How tides work</h1>
<p>Twice a day the sea climbs the harbour wall and leaves again. The moon does most of it: it pulls the near side of the
earth a little harder than the <em>far</em> side, and the difference stretches the ocean into two bulges.</p>
<h2>Spring and neap</h2>
<p>When sun and moon pull along one line, the range is largest; at right angles they work against each other. The pull
falls with the cube of the distance, which is why the small moon beats the <a href="/sun">distant sun</a>.</p>
<table>
<thead><tr><th>Phase</th><th>Name</th><th>Range at the pier</th></tr></thead>
<tbody><tr><td>New and full moon</td><td>Spring tide</td><td>4.1 m</td></tr>
<tr><td>First and last quarter</td><td>Neap tide</td><td>1.8 m</td></tr></tbody>
</table>
<blockquote><p>Time and tide wait for no harbourmaster.</p></blockquote>
<h2>A rule of thumb</h2>
<p>The <strong>rule of twelfths</strong> guesses the height from hour to hour:</p>
<ul><li>first hour: one twelfth of the range</li><li>second hour: two twelfths</li><li>third and fourth: three each</li></ul>
<pre><code class="language-python">range_m = 4.1
parts = [1, 2, 3, 3, 2, 1]
print([round(range_m * part / 12, 2) for part in parts])</code></pre>
<p>It is a sine wave drawn with a carpenter's pencil, and close enough to keep a keel wet in most harbours of the
coast.</p>
</article></main>
<section class="related"><h3>You may also like</h3><ul><li><a href="/knots">Twelve knots</a></li><li><a href="/gulls">Gulls of the pier</a></li></ul></section>
<footer>© The Harbour Almanac · <a href="/privacy">Privacy</a> · <a href="/cookies">Cookies</a></footer>
</body>
</html>`;
