import fc from 'fast-check';
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, InsertionMode, Parser } from 'parse5';
import { describe, expect, it } from 'vitest';
import { isFull } from '../../../tests/support/full-form.ts';
import { parseHtml } from './parse.ts';
import { LINE_BOXES } from './text-emitter.ts';
import { MAX_UNKNOWN_ATTRIBUTES } from './tokenizer.ts';
import { type HtmlNode, TEXT } from './tree.ts';

type Row = readonly [depth: number, ...rest: unknown[]];
const NAMESPACE: Record<string, number> = {
  'http://www.w3.org/1999/xhtml': 0,
  'http://www.w3.org/2000/svg': 1,
  'http://www.w3.org/1998/Math/MathML': 2,
};

/** parse5's own tree; scripting is on in the head alone, as `parseHtml` documents it. */
function parse(html: string): DefaultTreeAdapterTypes.Document {
  const parser = new Parser<DefaultTreeAdapterMap>();
  Object.defineProperty(parser.options, 'scriptingEnabled', {
    get: () =>
      parser.insertionMode === InsertionMode.IN_HEAD || parser.insertionMode === InsertionMode.AFTER_HEAD,
  });
  parser.tokenizer.write(html, true);
  return parser.document;
}

/** parse5's own tree as rows, without comments and doctypes, neighbouring text joined. */
function reference(html: string): Row[] {
  const rows: Row[] = [];
  let text: { row: number; parent: unknown } | null = null;
  const visit = (node: DefaultTreeAdapterTypes.Node, depth: number, parent: unknown): void => {
    if (node.nodeName === '#comment' || node.nodeName === '#documentType') return;
    if ('value' in node) {
      const last = rows.length - 1;
      if (text?.row === last && text.parent === parent)
        rows[last] = [depth, `${rows[last]![1]}${node.value}`];
      else rows.push([depth, node.value]);
      text = { row: rows.length - 1, parent };
      return;
    }
    if ('tagName' in node)
      rows.push([
        depth,
        node.tagName,
        NAMESPACE[node.namespaceURI],
        node.attrs.map((a) => [a.name, a.value]),
      ]);
    const { childNodes } = 'content' in node ? node.content : (node as DefaultTreeAdapterTypes.ParentNode);
    for (const child of childNodes) visit(child, depth + 1, node);
  };
  visit(parse(html), 0, null);
  return withoutLineStarts(rows);
}

/** Rows without the white space that begins a line, of which `parseHtml` leaves most out. */
function withoutLineStarts(rows: readonly Row[]): Row[] {
  const open: unknown[] = [];
  const before: unknown[] = [];
  return rows.flatMap((row) => {
    const [depth, name] = row;
    open.length = depth;
    before.length = depth + 1;
    const isText = row.length === 2;
    const begins =
      isText &&
      !open.includes('pre') &&
      LINE_BOXES.has(`${open.at(-1)}`) &&
      (before[depth] === undefined || LINE_BOXES.has(`${before[depth]}`));
    const said = begins ? `${name}`.replace(/^[ \t\n\f\r]+/, '') : name;
    if (said === '' && isText) return [];
    before[depth] = isText ? 'text' : name;
    open[depth] = name;
    return [isText ? [depth, said] : row];
  });
}

function ours(html: string): Row[] {
  return withoutLineStarts(nodesOf(html));
}

function nodesOf(html: string): Row[] {
  const rows: Row[] = [];
  const visit = (node: HtmlNode, depth: number): void => {
    if (node.kind === TEXT) rows.push([depth, node.text]);
    else rows.push([depth, node.tag, node.ns, node.attrs.map((a) => [a.name, a.value])]);
    for (let child = node.first; child; child = child.next) visit(child, depth + 1);
  };
  visit(parseHtml(html, '').root, 1);
  return rows;
}

const PIECES = [
  ...'<>/=!?-"\' \n\r\t\f\0&;abAZéſK',
  ...'</|<!|<?|<!--|-->|--!>|--|\r\n|\n\n|]]>|]]|<![CDATA[|😀|\ud800|\udc00'.split('|'),
  ...'&amp|&amp;|&lt|&not|&notit;|&#0;|&#x80;|&#13;|&#32;|&Tab;|&NewLine;|&acE;|&#xD800;|&#;|&#x;'.split('|'),
  ...'<script>|</script>|<script|</script|script|<style>|</style>|<title>|</title>|<textarea>|</textarea >'.split(
    '|',
  ),
  ...'<pre>|<p>|</p>|<table>|<tr>|<td>|</table>|<select>|<option>|</select>|<svg>|<math>|<mi>|<desc>|</svg>'.split(
    '|',
  ),
  ...'<foreignObject>|<template>|</template>|<a href=x>|<a>|</a>|<b>|</b>|<i>|<div>|</div>|<br/>|<br />'.split(
    '|',
  ),
  ...'<input type=hidden>|<plaintext>|<noscript><img src=a></noscript>|</noscript>|<xmp>|<iframe>|<noframes>|<body class=x>|</body>|</html>|<frameset>'.split(
    '|',
  ),
  ...'<html lang=a>|<head>|</head>|<frame>|<!DOCTYPE html>|<!DocType|<col>|<caption>|<H2>|<li>|<form>'.split(
    '|',
  ),
  ...'<!doctype HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">|<button>|<image>|<ruby>|<rt>|<font color=a>'.split(
    '|',
  ),
  ...'<annotation-xml encoding="text/html">|<META CHARSET=x>|class="a b"|CLASS=c| id=1 id=2|<h\x11>'.split(
    '|',
  ),
];

describe('PageTokenizer', () => {
  it('gives the tree that parse5 gives, for any mixture of markup', () => {
    const pages = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(pages, (html) => {
        expect(ours(html)).toEqual(reference(html));
      }),
      { numRuns: isFull ? 4000 : 500 },
    );
  });

  it('gives the tree that parse5 gives, for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (html) => {
        expect(ours(html)).toEqual(reference(html));
      }),
      { numRuns: isFull ? 1000 : 100 },
    );
  });

  it.each([
    ['a script that holds its own end tag in a comment', '<script><!--<script></script>--></script>x'],
    ['a script whose comment is not closed', '<script><!-- </script>x'],
    ['a script whose comment opens and closes with the same dashes', '<script><!--></script>x'],
    ['raw text with a longer end tag', '<style>a</styles></style >b'],
    ['a tag cut off by the end', '<p>a<div class="b'],
    ['an attribute that starts with an equals sign', '<a =b==c d= >e'],
    ['references that a tag cuts off', '&am<b>p;&lt'],
    ['a newline after pre, as a reference too', '<pre>\n\na</pre><pre>&#10;b</pre><textarea>\nc</textarea>'],
    ['text between table rows', '<table> <tr> a <!-- --> b <td>c'],
    ['NUL everywhere', '<a\0b c\0="d\0">e\0f<svg>g\0</svg><script>h\0</script><table>\0i'],
    ['CDATA in and out of foreign content', '<![CDATA[a]]><svg><![CDATA[b<c]]]]>d<![CDATA[e'],
  ])('agrees with parse5 on %s', (_, html) => {
    expect(ours(html)).toEqual(reference(html));
  });

  it.each([
    [
      'between blocks',
      '<ul>\n <li>a</li>\n <li>b</li>\r\n</ul>\n<p>c</p>',
      '<ul><li>a</li><li>b</li></ul><p>c</p>',
    ],
    [
      'between rows and cells',
      '<table>\n<tr>\n <td>a</td>\n <td>b</td></tr></table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    ],
    ['at the head of a block', '<div>\n<b>a</b></div>', '<div><b>a</b></div>'],
    ['ahead of a comment', '<div>\n<!-- a --> b</div>', '<div> b</div>'],
  ])('leaves out white space that begins a line, %s', (_, indented, dense) => {
    expect(nodesOf(indented)).toEqual(nodesOf(dense));
  });

  it.each([
    ['between words', '<p><b>a</b>\n <i>b</i></p>'],
    ['between buttons', '<div><button>a</button>\n <button>b</button></div>'],
    ['behind a text', '<p>a</p>b\n <p>c</p>'],
    ['in pre, however deep', '<pre><div>\n <b>a</b></div>\n <div>b</div></pre>'],
    ['in a box whose style keeps it', '<div style="white-space: pre-wrap"><div>\n <b>a</b></div></div>'],
    ['of one line, which may be code', '<div><div>a</div><div>  <b>b</b></div></div>'],
    ['that is all of an element', '<div>\n </div>'],
    ['in a formatting element that is open', '<p><b>a</p>\n <p>b</p>'],
    ['in foreign content', '<svg><section>\n <g></g></section></svg>'],
  ])('keeps white space %s', (_, html) => {
    expect(nodesOf(html).some(([, text, ns]) => ns === undefined && / $/.test(`${text}`))).toBe(true);
  });

  it.each([
    ['an iframe that looks closed', '<iframe src=a />'],
    ['raw text', '<style>a{}'],
    ['a comment', '<!-- a'],
    ['a tag', '<img src="a'],
    ['a block', '<div><p>a'],
    ['a table', '<table><tr><td>a<b>'],
    ['a template', '<template><td>a'],
    ['formatting', '<p><b>a</p>'],
    ['another noscript', '<noscript><i>a'],
    ['foreign content', '<svg><title>a'],
    ['a list for choice', '<select><option>a'],
    ['nothing', ''],
  ])('ends a noscript at its end tag, as a browser does, with %s open in it', (_, open) => {
    const { body } = parseHtml(`<body><noscript>${open}</noscript><p>rest</p>`, '');
    const [noscript, rest] = [body!.first!, body!.last!];
    expect([noscript.tag, rest.tag, rest.first?.kind, rest.first?.text]).toEqual([
      'noscript',
      'p',
      TEXT,
      'rest',
    ]);
    expect(noscript.next).toBe(rest);
  });

  it('leaves a noscript without an end tag and one that its table throws out to the tree builder', () => {
    for (const html of ['<noscript><div>a', '<table><noscript><tr><td>a</noscript>b</table>c'])
      expect(ours(html)).toEqual(reference(html));
  });

  it('keeps the first of equal attributes, of few and of many', () => {
    const many = Array.from({ length: 100 }, (_, i) => `a${i}=${i}`).join(' ');
    const html = `<p id=1 ID=2 ${many} ${many.replaceAll('=', '=x')}>`;
    expect(ours(html)).toEqual(reference(html));
  });

  it('keeps attributes with a known name after any number of others, but not those others', () => {
    const others = Array.from({ length: 100_000 }, (_, i) => `a${i}=${i}`).join(' ');
    const { nodes } = parseHtml(`<p ID=1 ${others} title='a&amp;b' id=2 a5=x>`, 'https://example.com/');
    const { attrs } = nodes.find(({ tag }) => tag === 'p')!;
    expect(attrs).toHaveLength(MAX_UNKNOWN_ATTRIBUTES + 1);
    expect(attrs[0]).toEqual({ name: 'id', value: '1' });
    expect(attrs.at(-2)).toEqual({
      name: `a${MAX_UNKNOWN_ATTRIBUTES - 2}`,
      value: `${MAX_UNKNOWN_ATTRIBUTES - 2}`,
    });
    expect(attrs.at(-1)).toEqual({ name: 'title', value: 'a&b' });
  });
});
