import { describe, expect, test } from 'vitest';
import { computedMs } from '../../../tests/support/machine-speed.ts';
import { convertHtml } from '../convert-html.ts';

const LINES = Array.from(
  { length: 6 },
  (_, at) =>
    `Paragraph ${at + 1} tells of the rivers and the bridges of the valley, and of those who keep them.`,
);
const HTML = LINES.map((line) => `<p>${line}</p>`).join('');
const OTHER =
  'Another story, which only the list beside this page wants, is told in these words at some length. '.repeat(
    6,
  );

const shell = (data: string, title = 'Rivers – The Valley'): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>${data}<script type="module" src="/assets/index.js"></script></body></html>`;
const block = (value: unknown, attributes = 'id="__NEXT_DATA__" type="application/json"'): string =>
  `<script ${attributes}>${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`;
const convert = (html: string) => convertHtml(html, { url: 'https://example.com/rivers' });

describe('a shell that carries its content', () => {
  test.each([
    [
      'as HTML in the state of Next',
      block({ props: { pageProps: { post: { title: 'Rivers', body: HTML } } } }),
    ],
    [
      'as text in JSON-LD',
      block(
        { '@type': 'Article', headline: 'Rivers', articleBody: LINES.join('\n\n') },
        'type="application/ld+json"',
      ),
    ],
    [
      'in the flat state of Nuxt',
      block(
        [{ data: 1 }, { post: 2 }, { title: 3, body: 4 }, 'Rivers', HTML],
        'type="application/json" id="__NUXT_DATA__"',
      ),
    ],
    [
      'in a global',
      `<script>window.__INITIAL_STATE__ = ${JSON.stringify({ article: { title: 'Rivers', html: HTML } })};</script>`,
    ],
    [
      'in a global, as a string',
      `<script>window.__PRELOADED_STATE__ = JSON.parse(${JSON.stringify(JSON.stringify({ a: { body: HTML } }))});</script>`,
    ],
    [
      'as blocks',
      block({ post: { title: 'Rivers', blocks: LINES.map((text) => ({ type: 'paragraph', text })) } }),
    ],
    [
      'as blocks of spans',
      block({
        post: {
          title: 'Rivers',
          content: LINES.map((text) => ({
            _type: 'block',
            children: [{ text: text.slice(0, 9) }, { text: text.slice(9) }],
          })),
        },
      }),
    ],
    [
      'beside other texts, by its title',
      block({ related2: { title: 'Lakes', body: OTHER.repeat(3) }, post: { title: 'Rivers', body: HTML } }),
    ],
    [
      'in an attribute',
      `<div data-page="${JSON.stringify({ props: { post: { title: 'Rivers', body: HTML } } })
        .replace(/&/g, '&amp;')
        .replace(/"/g, '&quot;')}"></div>`,
    ],
  ])('%s is that content', (_how, data) => {
    const { outcome, markdown } = convert(shell(data));
    expect(outcome).toBe('ok');
    for (const line of LINES) expect(markdown).toContain(line);
    expect(markdown).not.toContain('enable JavaScript');
    expect(markdown).not.toContain('Another story');
  });

  test.each([
    [
      'several texts that could be it',
      block({
        list: [
          { title: 'Lakes', body: OTHER },
          { title: 'Dams', body: `${OTHER} Dams.` },
          { title: 'Locks', body: `${OTHER} Locks.` },
        ],
      }),
    ],
    ['only teasers', block({ post: { title: 'Rivers', body: 'Rivers run to the sea.' } })],
    ['only terms', block({ post: { title: 'Rivers' }, privacyPolicy: OTHER })],
    [
      'style sheets and code',
      block({
        theme: { main: 'body{color:red}a{color:blue}'.repeat(60) },
        code: 'function(a){return a=>b;}'.repeat(60),
      }),
    ],
    ['no JSON', '<script type="application/json">{"a": </script><script>window.__DATA__ = {a: [}</script>'],
  ])('stays a shell with %s', (_what, data) => {
    expect(convert(shell(data)).outcome).toBe('js_required');
  });

  test('a page with text of its own is not touched', () => {
    const page = `<!doctype html><title>Rivers</title><body><div id="root"><p>${OTHER}</p></div>${block({ post: { title: 'Rivers', body: HTML } })}<script type="module" src="/app.js"></script>`;
    expect(convert(page).markdown).toContain('Another story');
    expect(convert(page).markdown).not.toContain('Paragraph 1');
  });

  test('hostile values do no harm', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const proto = '{"__proto__":{"title":"x"},"constructor":{"prototype":{"a":1}},"toString":"y"}';
    const { outcome } = convert(
      shell(
        `<script type="application/json">${deep}</script><script type="application/json">${proto}</script>`,
      ),
    );
    expect(outcome).toBe('js_required');
    expect(({} as { title?: string }).title).toBeUndefined();
    const script = block({
      post: { title: 'Rivers', body: `${HTML}<script>alert(1)</script><img src=x onerror=alert(1)>` },
    });
    expect(convert(shell(script)).markdown).not.toContain('alert');
  });

  test('many values and brackets take bounded time', () => {
    const startedAt = computedMs();
    convert(
      shell(
        `<script>${'window.__A__ = {"a":'.repeat(40_000)}</script>${block(Array.from({ length: 200_000 }, (_, at) => at))}`,
      ),
    );
    expect(computedMs() - startedAt).toBeLessThan(10_000);
  });
});
