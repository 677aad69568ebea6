import { describe, expect, test } from 'vitest';
import { parseRefresh, refreshOf } from './page-refresh.ts';

describe('parseRefresh', () => {
  test.each([
    ['0; url=/next', 0, '/next'],
    ['0;URL=/next', 0, '/next'],
    [' 5 ; Url = "/next" x', 5, '/next'],
    ["0,url='/next'", 0, '/next'],
    ['.5;url=/next', 0, '/next'],
    ['1.75 url=/next', 1, '/next'],
    ['3;/next', 3, '/next'],
    ['0;"/next"', 0, '/next'],
    ['0;url="/next', 0, '/next'],
    ['0; url=/next; x', 0, '/next; x'],
    ['0;urls=/next', 0, 'urls=/next'],
    ['300', 300, ''],
    ['4;', 4, ''],
    ['0;url=', 0, ''],
  ])('%j', (content, delayS, url) => {
    expect(parseRefresh(content)).toEqual({ delayS, url });
  });

  test.each(['', ';url=/next', 'url=/next', 'x0;url=/next', '-1;url=/next', '5x;url=/next', '0:url=/next'])(
    '%j is none',
    (content) => {
      expect(parseRefresh(content)).toBeUndefined();
    },
  );
});

const URL = 'https://site.example/a/b';
const of = (html: string, more: { contentType?: string; field?: string } = {}) =>
  refreshOf({ contentType: 'text/html', field: undefined, bytes: Buffer.from(html), url: URL, ...more });
const META = '<meta http-equiv="refresh" content="0; url=/next">';

describe('refreshOf', () => {
  test.each([
    ['in the head', `<!doctype html><head>${META}</head>`, '/next'],
    ['upper case, unquoted', '<META HTTP-EQUIV=Refresh CONTENT=0;URL=next>', '/a/next'],
    ['spaced', `<meta content = "3 ; url = /n?a=1&amp;b=2" http-equiv = ' REFRESH '>`, '/n?a=1&b=2'],
    ['in the body, with a hint', `<p>This page has moved. <a href=/next>Click here</a>.</p>${META}`, '/next'],
    [
      'behind a title and a script',
      `<title>${'t'.repeat(900)}</title><script>${'s;'.repeat(900)}</script>${META}`,
      '/next',
    ],
    ['the first of two', `${META}<meta http-equiv=refresh content="0;url=/other">`, '/next'],
    ['on its base', `<base href="/c/"><meta http-equiv=refresh content="0;url=d">`, '/c/d'],
    [
      'to another site',
      '<meta http-equiv=refresh content="10;url=//www.site.example/">',
      'https://www.site.example/',
    ],
    ['to itself', '<meta http-equiv=refresh content="1">', '/a/b'],
  ])('%s', (_, html, target) => {
    expect(of(html)).toBe(new globalThis.URL(target, URL).href);
  });

  test.each([
    ['a field', '', { field: '0; url=/next' }],
    ['a field ahead of the page', '<meta http-equiv=refresh content="0;url=/other">', { field: '2;/next' }],
    ['a field of a plain text', 'moved', { field: '0;url=/next', contentType: 'text/plain' }],
  ])('%s', (_, html, more) => {
    expect(of(html, more)).toBe('https://site.example/next');
  });

  test.each([
    ['a page with text', `${META}<p>${'Rivers and bridges of the country. '.repeat(20)}</p>`],
    ['a page that reloads itself later', '<meta http-equiv=refresh content="30">'],
    ['an address that is none', '<meta http-equiv=refresh content="0;url=javascript:alert(1)">'],
    ['an application', '<meta http-equiv=refresh content="0;url=intent://open">'],
    ['in noscript', `<noscript>${META}</noscript>`],
    ['in noscript of the body', `<body><noscript><p>${META}</noscript>`],
    ['in a template', `<template>${META}</template>`],
    ['in a comment', `<!-- ${META} -->`],
    ['in a script', `<script>var a = '${META}'</script>`],
    ['in a text', `<textarea>${META}</textarea>`],
    ['another meta', '<meta name="refresh" content="0;url=/next">'],
    ['a page about it', `<p>Write &lt;meta http-equiv="refresh" content="0;url=/next"&gt; there.</p>`],
  ])('%s leads nowhere', (_, html) => {
    expect(of(html)).toBeUndefined();
  });

  test('a document leads nowhere', () => {
    expect(of('x'.repeat(400), { field: '0;url=/next', contentType: 'text/plain' })).toBeUndefined();
    expect(
      of('%PDF-1.7 '.repeat(400), { field: '0;url=/next', contentType: 'application/pdf' }),
    ).toBeUndefined();
  });
});
