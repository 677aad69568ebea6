import { judgeMarkdown, textIn } from './judge-markdown.ts';
import { bounded, converted, type ServiceCase } from './service-case.ts';

const BASE = 'https://site.example/dir/page';
const PROSE =
  '<p>Some sentences stand around it, so that there is a page. They say little, but they say it.</p>';

/** What page text may say; in Markdown it must stay text. */
const TEXTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '</details><script>',
  '<!-- comment -->',
  '<?php echo 1 ?>',
  '<![CDATA[x]]>',
  '[x](javascript:alert(1))',
  '![x](data:text/html,x)',
  '[x]: javascript:alert(1)',
  '[^1]: note',
  '<javascript:alert(1)>',
  '<https://evil.example/>',
  '**bold** _em_ `code`',
  '# not a heading',
  '- not a list',
  '1. not a list',
  '> not a quote',
  '```',
  '~~~',
  '---',
  '***',
  '===',
  '| a | b |',
  '|---|---|',
  '    indented',
  '$x$ and $$y$$',
  '~~struck~~',
  'a\\*b\\',
  '&lt;b&gt; &amp;amp;',
  '&#60;script&#62;',
  '[ ] task',
  '`` ` ``',
  '<kbd onclick=alert(1)>',
  '<br/onload=x>',
  '+++',
  ':::note',
  '{{ template }}',
  '[[wiki]]',
];

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Places where text stands. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  paragraph: (text) => `<p>${text}</p>`,
  'paragraph-start': (text) => `<p>First line<br>${text}</p>`,
  heading: (text) => `<h2>${text}</h2>`,
  link: (text) => `<p><a href="/x">${text}</a> follows.</p>`,
  item: (text) => `<ul><li>${text}</li><li>${text}</li></ul>`,
  quote: (text) => `<blockquote><p>${text}</p></blockquote>`,
  cell: (text) => `<table><tr><th>Head<th>Other</tr><tr><td>${text}<td>y</tr></table>`,
  code: (text) => `<pre><code>${text}</code></pre>`,
  term: (text) => `<dl><dt>${text}</dt><dd>${text}</dd></dl>`,
};

const squeezed = (text: string) => text.replace(/\s+/g, '');

const textCases: readonly ServiceCase[] = TEXTS.flatMap((text, index) =>
  Object.entries(PLACES).map(([place, around]) => ({
    id: `markup-text-${index}-${place}`,
    convert: () => ({
      url: BASE,
      html: `<article><h1>Title</h1>${PROSE}${around(escapeHtml(text))}${PROSE}</article>`,
      scope: 'full',
    }),
    judge: converted((content) => {
      const problem = judgeMarkdown(content);
      if (problem !== null) return problem;
      return squeezed(textIn(content)).includes(squeezed(text)) ? null : `text lost or torn: ${content}`;
    }),
  })),
);

const ADDRESSES = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', '\tjavascript:alert(1)'],
  ...[
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
  ],
  ...['data:text/html,<script>alert(1)</script>', 'data:image/svg+xml,<svg/onload=alert(1)>', 'vbscript:x'],
  ...['file:///etc/passwd', 'blob:https://x/y', 'filesystem:x', 'about:blank', 'intent://x', 'view-source:x'],
  ...['x-custom:y', 'ftp://x/y', 'ws://x', 'tel:123', 'sms:1', 'chrome://settings', 'jar:x!/', 'mhtml:x'],
  ...[
    '//evil.example" onclick="alert(1)',
    'https://x/)<script>',
    'https://x/ "title" onload=x',
    'https://x/\\)',
  ],
  ...[
    'https://x/`',
    'https://x/]( javascript:x)',
    'https://[::1',
    'https://x/<b>',
    'mailto:a@b?body=<script>',
  ],
];
const addressCases: readonly ServiceCase[] = ADDRESSES.flatMap((address, index) =>
  [
    `<p><a href="${escapeHtml(address)}">A link to look at</a></p>`,
    `<p><img src="${escapeHtml(address)}" alt="An image"></p>`,
    `<p><a href="${escapeHtml(address)}"><img src="${escapeHtml(address)}" alt="Both"></a></p>`,
    `<base href="${escapeHtml(address)}"><p><a href="relative">A relative link</a></p>`,
    `<iframe src="${escapeHtml(address)}" title="Frame"></iframe><video src="${escapeHtml(address)}"></video>`,
    `<blockquote cite="${escapeHtml(address)}"><p>Cited</p></blockquote><form action="${escapeHtml(address)}"></form>`,
  ].map((html, form) => ({
    id: `markup-address-${index}-${form}`,
    convert: () => ({
      url: BASE,
      html: `<article><h1>Title</h1>${PROSE}${html}${PROSE}</article>`,
      links: form % 2 === 0 ? 'inline' : 'reference',
    }),
    judge: converted(judgeMarkdown),
  })),
);

const HIDDEN = [
  '<p hidden>SECRET</p>',
  '<p style="display:none">SECRET</p>',
  '<p style="visibility: hidden">SECRET</p>',
  '<p style="font-size:0">SECRET</p>',
  '<p aria-hidden="true" style="display: none !important">SECRET</p>',
  '<!-- SECRET -->',
  '<template><p>SECRET</p></template>',
  '<script type="text/plain">SECRET</script>',
  '<style>SECRET</style>',
  '<noscript><img src="https://t.example/SECRET.gif" width=1 height=1></noscript>',
  '<img src="https://t.example/SECRET.gif" width="1" height="1">',
  '<input type="hidden" value="SECRET">',
  '<div style="position:absolute;left:-9999px"><p>SECRET</p></div>',
  '<div style="width:0;height:0;overflow:hidden"><p>SECRET</p></div>',
  '<meta name="x" content="SECRET">',
];
const hiddenCases: readonly ServiceCase[] = HIDDEN.map((html, index) => ({
  id: `markup-hidden-${index}`,
  convert: () => ({ url: BASE, html: `<article><h1>Title</h1>${PROSE}${html}${PROSE}</article>` }),
  judge: converted((content) =>
    content.includes('SECRET') ? 'hidden text came out' : judgeMarkdown(content),
  ),
}));

const INVISIBLE = ['\u200b', '\u2060', '\ufeff', '\u202a', '\u202e', '\u2066', '\u2069', '\u00ad', '\u0000'];
const invisibleCases: readonly ServiceCase[] = INVISIBLE.map((mark) => ({
  id: `markup-invisible-${mark.codePointAt(0)!.toString(16)}`,
  convert: () => ({ url: BASE, html: `<article><h1>Title</h1><p>pay${mark}load</p>${PROSE}</article>` }),
  judge: converted((content) =>
    content.includes('payload') ? null : `the mark is still there: ${JSON.stringify(content.slice(0, 60))}`,
  ),
}));

const many = (count: number, text: string | ((index: number) => string)) =>
  Array.from({ length: count }, (_, i) => (typeof text === 'string' ? text : text(i))).join('');
/** Pages that cost much or nest deep; each must end in a bounded way, and none may harm another request. */
const BOMBS: Readonly<Record<string, () => string>> = {
  formatting: () => `<p>${many(1500, (i) => `<font id=${i}>`)}${many(1500, '<p>x')}`,
  'nested-div': () => many(100_000, '<div>') + PROSE,
  'nested-list': () => many(20_000, '<ul><li>') + PROSE,
  'nested-quote': () => many(20_000, '<blockquote>') + PROSE,
  'nested-table': () => many(5000, '<table><tr><td>') + PROSE,
  'nested-inline': () => many(20_000, '<b><i><a href=/x>') + PROSE,
  misnested: () => many(5000, '<a href=/x><b><i></a>x</b>') + PROSE,
  'unclosed-a': () => many(50_000, '<a href=/x>y') + PROSE,
  'angle-run': () => '<'.repeat(500_000) + PROSE,
  'ampersand-run': () => '&'.repeat(500_000) + PROSE,
  'many-nodes': () => many(900_000, '<i>'),
  'many-cells': () => `<table>${many(200, `<tr>${many(500, '<td>x')}`)}</table>`,
  'huge-colspan': () => `<table>${many(50, '<tr><td colspan=1000 rowspan=65534>x')}</table>${PROSE}`,
  'many-attributes': () => `<p ${many(100_000, (i) => `a${i}=${i} `)}>${PROSE}`,
  'same-attribute': () => `<p ${many(100_000, (i) => `a=${i} `)}>${PROSE}`,
  'giant-attribute': () => `<p title="${'x'.repeat(2_000_000)}">${PROSE}`,
  'giant-class': () => `<div class="${many(100_000, (i) => `c${i} `)}">${PROSE}</div>`,
  'giant-word': () => `<article><p>${'x'.repeat(1_000_000)}</p></article>`,
  'star-run': () => `<article><p>${'*'.repeat(200_000)}</p>${PROSE}</article>`,
  'bracket-run': () => `<article><p>${'['.repeat(200_000)}</p>${PROSE}</article>`,
  'backtick-run': () => `<article><p><code>${'`'.repeat(200_000)}</code></p>${PROSE}</article>`,
  'blank-run': () => `<article><p>x${' \n'.repeat(500_000)}y</p>${PROSE}</article>`,
  'json-ld-proto': () =>
    `<script type="application/ld+json">{"__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}},"@type":"Article","headline":{"toString":1},"articleBody":${'['.repeat(5000)}${']'.repeat(5000)}}</script><article>${PROSE}</article>`,
  clobbering: () =>
    `<form id=document><input name=body><img name=getElementById><a id=__proto__><a id=constructor></form><article>${PROSE}</article>`,
  'many-comments': () => many(200_000, '<!---->') + PROSE,
  'comment-endless': () => `<!--${'-'.repeat(500_000)}${PROSE}`,
  'tag-endless': () => `<p>${PROSE}<${'a '.repeat(500_000)}`,
  'title-endless': () => `<title>${'x'.repeat(2_000_000)}`,
  'srcset-flood': () =>
    `<article><img src=a.png srcset="${many(50_000, (i) => `/i${i}.png ${i}w, `)}">${PROSE}</article>`,
  'selector-flood': () =>
    `<style>${many(50_000, (i) => `.c${i}{color:red}`)}</style><article>${PROSE}</article>`,
  'entity-flood': () => `<article><p>${'&NotGreaterFullEqual;'.repeat(50_000)}</p></article>`,
  plaintext: () => `<article>${PROSE}<plaintext>${many(50_000, '<p>x')}`,
  foreign: () => many(10_000, '<svg><foreignObject><math><mtext>') + PROSE,
  template: () => many(20_000, '<template>') + PROSE,
  select: () => `<select>${many(100_000, '<option>x')}</select>${PROSE}`,
};
const bombCases: readonly ServiceCase[] = Object.entries(BOMBS).map(([name, html]) => ({
  id: `markup-bomb-${name}`,
  convert: () => ({ url: BASE, html: html(), timeout_ms: 20_000 }),
  judge: bounded,
}));

export const MARKUP_CASES: readonly ServiceCase[] = [
  ...textCases,
  ...addressCases,
  ...hiddenCases,
  ...invisibleCases,
  ...bombCases,
];
