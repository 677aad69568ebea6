/** A page written for the tests: an article with everything around it that such pages carry. */
export const ARTICLE_PAGE = `<!doctype html><html lang="en"><head><title>How tides work – Harbour Notes</title>
<meta property="og:title" content="How tides work"><meta property="og:type" content="article">
<meta name="description" content="Why the sea rises and falls twice a day, and why some harbours see only one tide.">
<script>var tracked = "marker-script";</script><style>.x{color:red}</style></head><body>
<header class="site-header"><a class="logo" href="/"><img src="/logo.png" alt="Harbour Notes"></a>
<nav class="main-nav"><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/boats">Boats</a></li>
<li><a href="/contact">Contact marker-nav</a></li></ul></nav></header>
<div class="cookie-banner" role="dialog"><p>We use cookies to improve your experience. marker-cookie</p><button>Accept all</button></div>
<main><article class="post"><header class="entry-header"><h1 class="entry-title">How tides work</h1></header>
<div class="entry-content">
<p>Twice a day the sea climbs the harbour wall and falls back again, and twice a day the boats lie in the mud or ride high
above the quay. The cause is the pull of the Moon, marker-first, which is a little stronger on the near side of the Earth than
on the far side, so that the water is stretched into two bulges.</p>
<h2>Spring tides and neap tides</h2>
<p>When the Sun and the Moon pull along one line, at new moon and at full moon, the bulges add up and the range is largest.
Sailors call these spring tides, although they have nothing to do with the season of the year, marker-second.</p>
<figure><img src="/tide.jpg" alt="A tide gauge"><figcaption>A tide gauge on the old pier.</figcaption></figure>
<table><thead><tr><th>Harbour</th><th>Range</th></tr></thead><tbody><tr><td>Saint-Malo</td><td>12.0 m</td></tr>
<tr><td>Venice</td><td>0.8 m</td></tr><tr><td>Hamburg</td><td>3.6 m marker-cell</td></tr></tbody></table>
<h2>Predicting the next tide</h2>
<p>A tide table is made by adding up several dozen harmonic terms, each with its own period, whose strength was measured at
that harbour over many years. A computer does in a second what Kelvin's brass machine took four hours to draw.</p>
<pre><code>height = sum(a[i] * cos(w[i] * t - p[i]))  # marker-code</code></pre>
<p style="display:none">marker-hidden is never shown to anyone who reads this page.</p>
<p>Storms change the height by a metre and more, which no table can know in advance, and so every harbour keeps its gauges.</p>
</div></article></main>
<aside class="sidebar widget-area"><h3>Related posts</h3><ul><li><a href="/1">Ten knots to know marker-related</a></li>
<li><a href="/2">How to paint a hull</a></li><li><a href="/3">Anchors compared</a></li></ul></aside>
<footer class="site-footer"><p>© 2024 Harbour Notes. All rights reserved. marker-footer</p>
<a href="/privacy">Privacy policy</a> <a href="/terms">Terms of use</a></footer></body></html>`;
