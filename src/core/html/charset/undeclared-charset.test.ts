import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../../documents/convert-document.ts';
import { convertHtml } from '../../convert-html.ts';
import { decodeHtml } from '../decode.ts';
import { DECLARATION } from './declaration.fixture.ts';
import { encode } from './encode.fixture.ts';

const PAGES = DECLARATION.flatMap(({ language, encodings, text }) =>
  encodings.split(' ').map((encoding) => ({ language, encoding, text })),
);
const EAST_ASIAN = PAGES.filter(({ language }) => /^(?:ja|zh|ko)/.test(language));

/** Text of so many bytes in ordinary markup, most of which is ASCII. */
function pageOf(text: string, bytes: number, start = 0): string {
  const isWide = /[\u3000-\ud7ff]/.test(text);
  const enough = text.repeat(Math.ceil((2 * (start + bytes)) / text.length));
  const [heading, ...paragraphs] = enough.slice(start, start + (isWide ? bytes / 2 : bytes)).split('\n');
  return `<!doctype html><html><head><title>${heading!.slice(0, 60)}</title><link rel=stylesheet href="/css/main.css">
<script>var menu = document.getElementById("menu"); if (menu) menu.className = "open";</script></head>
<body class="home page"><ul id=nav><li><a href="/index.html">Home</a><li><a href="/news?id=12&p=3">News</a></ul>
<div class="content article"><h1>${heading}</h1>${paragraphs.map((p) => `<p class="text">${p}</p>\n`).join('')}</div>
<div class=footer><img src="/logo.gif" alt="logo" width=88>Copyright 2004 example.com. All rights reserved.</div>`;
}

describe('a page without a label', () => {
  test.each(PAGES)('$language in $encoding is decoded from 2,000 bytes on', ({ encoding, text }) => {
    for (const bytes of [2000, 20_000]) {
      const page = pageOf(text, bytes);
      expect(decodeHtml(encode(page, encoding), 'text/html')).toEqual({
        text: page,
        encoding,
        isReadable: true,
      });
    }
  });
});
