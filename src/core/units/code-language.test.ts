import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { annotate } from '../page/annotate.ts';
import { isLanguageLabel, languageOf } from './code-language.ts';

function language(html: string): string | null {
  const { doc, roles } = annotate(parseHtml(html, ''));
  const { nodes } = doc;
  const pre = nodes.find((node) => node.tag === 'pre')!;
  return languageOf(pre, nodes.find((node) => node.tag === 'code') ?? null, roles);
}

describe('languageOf', () => {
  it.each([
    ['<pre><code class="language-C++"></code></pre>', 'c++'],
    ['<pre class="brush: jscript; gutter: false"></pre>', 'jscript'],
    ['<pre class="lang:php decode:true"></pre>', 'php'],
    ['<div class="highlight highlight-text-html-basic"><pre></pre></div>', 'html'],
    ['<div data-language="rust"><pre></pre></div>', 'rust'],
    ['<div class="highlight-sql notranslate"><div class="highlight"><pre></pre></div></div>', 'sql'],
    ['<pre class="src src-sh"></pre>', 'sh'],
    ['<pre><code class="hljs language-none"></code></pre>', null],
    ['<div class="language-switcher"><p></p></div><pre></pre>', null],
    ['<article class="go"><pre></pre></article>', null],
    ['<pre class="wrap"></pre>', null],
    ['<pre><code class="language-{{x}}"></code></pre>', null],
  ])('of %s', (html, expected) => {
    expect(language(html)).toBe(expected);
  });
});

describe('isLanguageLabel', () => {
  it('knows a language from a file name', () => {
    expect(isLanguageLabel('C#', 'csharp')).toBe(true);
    expect(isLanguageLabel('main.c', 'c')).toBe(false);
  });
});
