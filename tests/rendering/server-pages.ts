/** Bodies of pages as servers write them: long and short ones, text, lists, tables, code. */
const CONTENTS: readonly { readonly kind: string; readonly html: string; readonly shows: string }[] = [
  {
    kind: 'article',
    html: `<h1>Rivers</h1>${'<p>The river runs from the hills to the sea, past three towns and a mill that still works.</p>'.repeat(8)}`,
    shows: 'three towns',
  },
  {
    kind: 'note',
    html: '<h1>Note</h1><p>The ferry does not run on Sunday. Use the bridge at the mill, which is open day and night.</p>',
    shows: 'ferry',
  },
  {
    kind: 'hours',
    html: '<h1>Opening hours</h1><p>Monday to Friday, nine to five.</p><p>Saturday, ten to two. Closed on Sunday and on holidays.</p>',
    shows: 'nine to five',
  },
  {
    kind: 'list',
    html: `<h1>Bridges</h1><ul>${['Old', 'New', 'Mill', 'Station', 'Harbour'].map((name) => `<li><a href="/${name}">${name} Bridge</a>, built long ago and painted last year</li>`).join('')}</ul>`,
    shows: 'Harbour Bridge',
  },
  {
    kind: 'table',
    html: `<h1>Levels</h1><table><tr><th>Day</th><th>Level in metres</th></tr>${['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((day, at) => `<tr><td>${day}</td><td>${at + 2}.4</td></tr>`).join('')}</table>`,
    shows: 'Wednesday',
  },
  {
    kind: 'code',
    html: '<h1>Usage</h1><p>Install the package, then call it from your program as shown below.</p><pre><code>import { level } from "river";\nconsole.log(await level("mill"));</code></pre>',
    shows: 'await level',
  },
  {
    kind: 'recipe',
    html: '<h1>Fish soup</h1><h2>Ingredients</h2><ul><li>1 onion</li><li>2 leeks</li><li>500 g of fish</li></ul><h2>Steps</h2><ol><li>Cut the onion and the leeks.</li><li>Boil them for ten minutes.</li><li>Add the fish and wait.</li></ol>',
    shows: 'leeks',
  },
  {
    kind: 'question',
    html: '<h1>How deep is the lock?</h1><p>I could not find it on the map. Does anybody know?</p><h2>Answer</h2><p>Four metres at low water, said the keeper when I asked.</p>',
    shows: 'Four metres',
  },
  {
    kind: 'changelog',
    html: '<h1>Changes</h1><h2>2.1.0</h2><ul><li>Reads levels in feet</li><li>Forgets old levels</li></ul><h2>2.0.0</h2><ul><li>First release that keeps levels</li></ul>',
    shows: 'levels in feet',
  },
  {
    kind: 'quote',
    html: '<h1>Of water</h1><blockquote><p>You never step into the same river twice, they say, and no river is ever asked.</p></blockquote><p>Found on a bench by the mill.</p>',
    shows: 'same river twice',
  },
];

const NAV =
  '<header><nav><a href="/">Home</a> <a href="/about">About</a> <a href="/contact">Contact</a></nav></header>';
const FOOT = '<footer><p>© The Valley</p></footer>';
const NOSCRIPT = '<noscript>You need to enable JavaScript to use all of this site.</noscript>';

/** How the world's servers and frameworks wrap them. */
const SHAPES: Readonly<Record<string, (content: string) => string>> = {
  plain: (content) => `<body>${content}`,
  wordpress: (content) =>
    `<body class="single">${NAV}<div id="page"><main id="primary"><article class="post hentry"><div class="entry-content">${content}</div></article></main></div>${FOOT}<script src="/wp-includes/js/wp-embed.min.js"></script><script>var wpApi = {"root":"/wp-json/"}</script>`,
  next: (content) =>
    `<body><div id="__next">${NAV}<main>${content}</main>${FOOT}</div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"slug":"x"}},"page":"/[slug]"}</script><script src="/_next/static/chunks/main-1f.js" defer></script>`,
  nuxt: (content) =>
    `<body><div id="__nuxt"><div data-v-1a>${NAV}<main>${content}</main></div></div><script>window.__NUXT__={data:{}}</script><script type="module" src="/_nuxt/entry.4f.js"></script>`,
  sveltekit: (content) =>
    `<body><div style="display: contents">${NAV}<main class="svelte-1x">${content}</main><script>{__sveltekit_1x = { base: "" }; import("/_app/immutable/entry/start.js")}</script></div>`,
  angular: (content) =>
    `<body><app-root ng-version="19.0.0" ng-server-context="ssr">${NAV}<app-page>${content}</app-page></app-root><script id="ng-state" type="application/json">{"a":{}}</script><script src="main.js" type="module"></script>`,
  gatsby: (content) =>
    `<body><div id="___gatsby"><div tabindex="-1" id="gatsby-focus-wrapper">${NAV}<main>${content}</main></div></div>${NOSCRIPT}<script src="/app-4f2.js" async></script>`,
  react: (content) =>
    `<body>${NOSCRIPT}<div id="root"><div class="App">${content}</div></div><script src="/static/js/main.2c.js" defer></script>`,
  astro: (content) =>
    `<body>${NAV}<main>${content}</main><astro-island uid="1" client="idle"></astro-island><script type="module" src="/_astro/hoisted.js"></script>`,
  docs: (content) =>
    `<body><div id="__docusaurus">${NAV}<div class="main-wrapper"><div class="skeleton-free"><article><div class="theme-doc-markdown">${content}</div></article></div></div>${FOOT}</div><script src="/assets/js/runtime~main.js" defer></script><script src="/assets/js/main.js" defer></script>`,
};

/** 100 pages whose content is in their markup. */
export const SERVER_PAGES: readonly { readonly id: string; readonly html: string; readonly shows: string }[] =
  Object.entries(SHAPES).flatMap(([shape, wrap]) =>
    CONTENTS.map(({ kind, html, shows }) => ({
      id: `${shape}-${kind}`,
      html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The Valley</title></head>${wrap(html)}</body></html>`,
      shows,
    })),
  );
