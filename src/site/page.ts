import { html, type Markup, type Part } from './html.ts';

interface SitePage {
  readonly title: string;
  /** One sentence, for search engines and previews of links. */
  readonly description: string;
  /** From the page's address to the root of the service, such as `../`: a service may stand under a path. */
  readonly root: string;
  /** Which entry of the header is the page's. */
  readonly place: 'guides' | 'reference';
  /** Sheets beside those of every page, by name under `assets/site/`. */
  readonly styles: readonly string[];
  /** Lists of links: all pages, and the sections of this one. */
  readonly menu: Markup;
  readonly outline: Part;
  readonly content: Markup;
}

/** Shown when the last element of the body is there (HTML, link type `expect`): a table whose rows still arrive would move. */
const WHOLE = html`<link rel="expect" href="#search" blocking="render">`;

const SHEETS = ['tokens', 'base', 'controls', 'prose', 'docs'];

/** A whole document: header, the lists of links, the content. On a narrow screen the lists fold into one line. */
export function documentOf(page: SitePage): string {
  const { title, description, root } = page;
  const asset = (name: string) => `${root}assets/site/${name}`;
  const { source } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title} · pagemark</title>
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
${WHOLE}
${[...SHEETS, ...page.styles].map((name) => html`<link rel="stylesheet" href="${asset(`${name}.css`)}">\n`)}<script type="module" blocking="render" src="${asset('docs.js')}"></script>
</head>
<body class="docs">
<a class="skip" href="#content">Skip to the content</a>
${headerOf(page)}
<div class="layout">
<details class="fold">
<summary>Contents</summary>
<nav class="menu" aria-label="Contents, folded">${page.menu}</nav>
</details>
<nav class="menu side" aria-label="Contents">${page.menu}</nav>
<main id="content" tabindex="-1">
${page.content}
</main>
${page.outline !== null && html`<nav class="outline side" aria-label="On this page">${page.outline}</nav>`}
</div>
${SEARCH}
</body>
</html>
`;
  return source;
}

function headerOf({ root, place }: SitePage): Markup {
  const entry = (name: SitePage['place'] | 'playground', address: string, text: string) =>
    html`<a href="${root}${address}"${name === place && html` aria-current="true"`}>${text}</a>`;
  return html`<header class="top">
<a class="brand" href="${root === '' ? './' : root}"><img src="${root}assets/site/icon.svg" alt="" width="22" height="22"> <span>pagemark</span></a>
<nav aria-label="Site">
${entry('playground', root === '' ? './' : '', 'Playground')}
${entry('guides', 'docs/guides', 'Guides')}
${entry('reference', 'docs', 'API')}
</nav>
<button type="button" class="find quiet" id="find" data-index="${root}docs/guides/index.json" data-root="${root}" hidden>
${MAGNIFIER}<span>Search</span> <kbd>/</kbd></button>
</header>`;
}

const MAGNIFIER = html`<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/></svg>`;

/** Filled by the script that opens it. */
const SEARCH = html`<dialog class="search" id="search" aria-label="Search the guides">
<input type="search" id="search-words" aria-label="Search the guides" placeholder="Search the guides" autocomplete="off" spellcheck="false">
<p class="muted" id="search-status" role="status"></p>
<ul id="search-results"></ul>
</dialog>`;
