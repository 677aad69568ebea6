/**
 * Pages as sites have them, for a thread that is to be warm: one of each kind, in several languages, of 8 to 14 KB, made of a few
 * sentences. What they cost and what they save: decisions/119-ready-means-warm.md.
 */
export function warmPages(): readonly string[] {
  return LAYOUTS.map((layout, i) => page(LANGUAGES[i % LANGUAGES.length]!, layout, SIZE));
}

/** Parts of a page. */
const SIZE = 3;

type Words = readonly [title: string, ...sentences: string[]];

/** A language or script each, whose tables and classes of characters differ. */
const LANGUAGES: readonly (readonly [lang: string, words: Words])[] = [
  [
    'en',
    [
      'Boats of the north',
      'In 1904 the harbour had 12 boats, 3 cranes and a ferry that left at noon, as Mr. Hale wrote in the “Daily Post”.',
      'Nobody who has seen the quay in winter forgets it; prices rose by 4.5% to $1,200 a berth, and most people stayed.',
      'You can read more about the ships, their crews (about 40 people) and the long way around the cape below.',
    ],
  ],
  [
    'de',
    [
      'Boote im Norden',
      'Im Jahr 1904 lagen hier zwölf Boote, drei Kräne und eine Fähre, die um 12 Uhr ablegte, schrieb „Die Post“.',
      'Wer den Kai im Winter gesehen hat, vergisst ihn nicht; die Preise stiegen um 4,5 % auf 1.200 € je Liegeplatz.',
    ],
  ],
  [
    'ja',
    [
      '北の船',
      '一九〇四年、港には十二隻の船と三台のクレーンがあり、渡し船は正午に出発した。',
      '冬の岸壁を見た人は忘れない。料金は四・五％上がり、多くの人が残った。',
    ],
  ],
  [
    'ru',
    [
      'Лодки севера',
      'В 1904 году в гавани стояло 12 лодок, три крана и паром, который уходил в полдень.',
      'Кто видел набережную зимой, её не забудет: цены выросли на 4,5 %, но люди остались.',
    ],
  ],
];

type Layout = (words: Words, size: number) => string;

/** Kinds of pages: prose, thread, cards, reference, recipe. */
const LAYOUTS: readonly Layout[] = [
  ([title, ...text], size) =>
    `<main><article class="post entry-content"><header><h1>${title}</h1><p class="byline">By <a rel="author" href="/a">Ann Hale</a>, <time datetime="2024-05-06T10:00:00Z">6 May 2024</time></p></header>
${times(size * 3, (i) => `<p>${text.join(' ')} <a href="/p/${i}?q=1#s">${title}</a>, <em>${i}</em> and <strong>${title}</strong>.</p>${i % 4 === 0 ? `<h2 id="h${i}">${title} ${i}</h2><figure><img src="/i${i}.jpg" srcset="/i${i}.jpg 1x, /j${i}.jpg 2x" alt="${title}" width="800" height="600" loading="lazy"><figcaption>${text[0]}</figcaption></figure>` : ''}${i % 5 === 3 ? `<blockquote><p>${text[1]}</p></blockquote><div class="ad-slot" id="ad-${i}"><span>Advertisement</span></div>` : ''}`)}
<div class="share-buttons"><a href="/s">Share</a><a href="/t">Tweet</a></div></article><section class="related"><h3>Related</h3><ul>${times(8, (i) => `<li><a href="/r/${i}"><img src="/t${i}.jpg" alt="">${title} ${i}</a></li>`)}</ul></section></main>`,
  ([title, ...text], size) =>
    `<div id="content"><h1>${title}?</h1>${times(size * 2, (i) => `<div class="comment post" id="c${i}"><div class="user"><a href="/u/${i}">user${i}</a> <span class="date">${i} hours ago</span> <span class="score">${i}</span></div><div class="body"><p>${text.join(' ')}</p>${i % 3 === 0 ? `<pre><code>const a = ${i};\nif (a &lt; 2) b();\n</code></pre>` : `<p>${text[0]}<br>${text[1]}</p>`}</div><a href="#reply">Reply</a></div>`)}</div>`,
  ([title, ...text], size) =>
    `<div class="wrap"><div class="breadcrumb"><a href="/">Home</a> › <a href="/x">${title}</a></div><h1>${title}</h1><div class="grid products">${times(size * 4, (i) => `<div class="card"><a href="/item/${i}"><img src="/c${i}.webp" alt="${title} ${i}"></a><h3><a href="/item/${i}">${title} ${i}</a></h3><span class="price">$${i}.99</span><p>${text[i % text.length]}</p><button>Add to cart</button></div>`)}</div><div class="pagination">${times(6, (i) => `<a href="?page=${i}">${i}</a>`)}</div></div>`,
  ([title, ...text], size) =>
    `<main class="docs"><aside class="sidebar toc"><ul>${times(20, (i) => `<li><a href="#s${i}">${title} ${i}</a></li>`)}</ul></aside><div role="main">${times(size, (i) => `<h2 id="s${i}">${title} <a class="headerlink" href="#s${i}">¶</a></h2><p>${text.join(' ')} <code>call(${i})</code></p><div class="highlight"><pre><code class="language-js"><span class="kw">const</span> x = <span class="n">${i}</span>;\n</code></pre></div><table><thead><tr><th>${title}</th><th>B</th></tr></thead><tbody>${times(5, (row) => `<tr><td>${text[0]}</td><td>${row}</td></tr>`)}</tbody></table><ul><li>${text[0]}<ul><li>${text[1]}</li></ul></li><li>${title}</li></ul><div class="admonition note"><p class="admonition-title">Note</p><p>${text[0]}</p></div>`)}</div></main>`,
  ([title, ...text], size) =>
    `<article><h1>${title}</h1><p>${text.join(' ')}</p><div class="recipe"><h2>Ingredients</h2><ul class="ingredients">${times(size * 2, (i) => `<li><label><input type="checkbox"> ${i} g ${title}</label></li>`)}</ul><h2>Steps</h2><ol>${times(size * 2, () => `<li>${text.join(' ')}</li>`)}</ol></div><dl><dt>${title}</dt><dd>${text[0]}</dd></dl><div style="display:none">${text[0]}</div><section id="comments"><h3>3 Comments</h3>${times(3, (i) => `<div class="comment"><b>user${i}</b><p>${text[0]}</p></div>`)}</section></article>`,
];

function page([lang, words]: (typeof LANGUAGES)[number], layout: Layout, size: number): string {
  const [title, text = ''] = words;
  const item = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    author: { name: 'Ann Hale' },
    datePublished: '2024-05-06',
  });
  return `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${title} – Example</title><meta name="description" content="${text}"><meta property="og:title" content="${title}"><meta property="og:image" content="https://example.com/a.jpg"><link rel="canonical" href="https://example.com/a"><style>.hidden,.modal{display:none}${times(size * 8, (i) => `.c${i} .d > a:hover{color:#${i}${i}${i};margin:0 ${i}px}@media (max-width:${i}px){.e${i}{display:block}}`)}</style><script type="application/ld+json">${item}</script><script>${times(size * 20, (i) => `window.a${i}=function(){return ${i}};`)}</script></head><body class="page"><header class="site-header"><nav><ul>${times(24, (i) => `<li class="menu-item"><a href="/n/${i}">${title} ${i}</a></li>`)}</ul></nav><form><input name="q"><button>Search</button></form></header><div class="cookie-banner hidden"><p>${text}</p><button>Accept</button></div>${layout(words, size)}<aside class="sidebar widget"><h3>Newsletter</h3><p>${text}</p></aside><footer><p>© 2024 Example. All rights reserved.</p><a href="/privacy">Privacy</a></footer></body></html>`;
}

function times(count: number, part: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => part(i)).join('');
}
