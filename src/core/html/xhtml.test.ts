import { describe, expect, test } from 'vitest';
import { computedMs } from '../../../tests/support/machine-speed.ts';
import { convertHtml } from '../convert-html.ts';
import { isXhtml, writeXhtml } from './xhtml.ts';

const TYPE = 'application/xhtml+xml; charset=utf-8';
const NS = 'xmlns="http://www.w3.org/1999/xhtml"';
const PROSE = '<p>The old mill stands by the river, and people come there every spring.</p>'.repeat(4);
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (html: string, contentType = TYPE) =>
  convertHtml(bytes(html), { contentType, url: 'https://a.example/' });
const page = (body: string, head = '<title>Mill</title>') =>
  `<?xml version="1.0" encoding="UTF-8"?><html ${NS}><head>${head}</head><body>${body}</body></html>`;

describe('a page of XML', () => {
  test.each([
    ['an empty script', page(PROSE, '<script src="a.js"/><title>Mill</title>')],
    ['an empty title', page(`<h1>Mill</h1>${PROSE}`, '<title/>')],
    ['an empty frame', page(`<iframe src="/ad"/>${PROSE}`)],
    ['an empty field', page(`<form><textarea name="t" rows="3"/></form>${PROSE}`)],
    ['an empty style', page(PROSE, '<title>Mill</title><style type="text/css"/>')],
    ['an empty noscript', page(`<noscript/>${PROSE}`)],
    ['an empty block', page(`<div class="cookie-banner" style="display:none"/>${PROSE}`)],
    ['CDATA', page(`<p><![CDATA[The old mill stands by the river & people]]></p>${PROSE}`)],
    [
      'a prefix',
      `<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Mill</h:title></h:head><h:body>${PROSE.replace(/<(\/?)p>/g, '<$1h:p>')}</h:body></h:html>`,
    ],
    [
      'a document type',
      `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "xhtml1-strict.dtd" [<!ENTITY a "b">]><html ${NS}><head><title>Mill</title></head><body>${PROSE}<script/></body></html>`,
    ],
  ])('with %s keeps its text', (_, html) => {
    const { markdown, outcome, diagnostics } = read(html);
    expect(outcome).toBe('ok');
    expect(markdown.match(/old mill stands by the river/g)?.length).toBeGreaterThanOrEqual(4);
    expect(diagnostics.xml).toBe('well-formed');
  });

  test('says what stands in CDATA, formulas and other vocabularies', () => {
    const math =
      '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi><m:mo>&lt;</m:mo><m:mn>3</m:mn></m:math>';
    const foreign = '<rdf:RDF xmlns:rdf="urn:r"><title xmlns="urn:t">Work</title></rdf:RDF>';
    const { markdown } = read(page(`<p>a <![CDATA[<b> & c]]> d</p><p>It is ${math}.</p>${PROSE}${foreign}`));
    expect(markdown).toContain('a \\<b> & c d');
    expect(markdown).toContain('$x < 3$');
  });

  test('is the same page as its HTML', () => {
    const body = `<h1>Mill</h1><table><tr><td>a<br/>b</td></tr></table><ul><li>x</li></ul><p xml:lang="en" title='say "a"'>&eacute; &#233;</p>${PROSE}`;
    const asHtml = body.replace('<br/>', '<br>').replace('xml:lang', 'lang');
    expect(read(page(body)).markdown).toBe(
      read(`<!doctype html><title>Mill</title><body>${asHtml}`, 'text/html').markdown,
    );
  });
});

describe('malformed XML', () => {
  test.each([
    ['<p>a<br>b</p>', '"br" is closed by "p"'],
    ['<p>AT&T</p>', 'an "&" begins no reference'],
    ['<p class=a>b</p>', 'the tag "p" is not complete'],
    ['<p a="1" a="2">b</p>', '"a" is given twice'],
    ['<p>b</div>', '"p" is closed by "div"'],
    ['<!-- b', '"<!--" is not closed'],
    ['<a href="?a&b">b</a>', 'an "&" in "href" begins no reference'],
  ])('%s is read as HTML, which is said', (body, fault) => {
    const { markdown, outcome, diagnostics } = read(page(`${PROSE}\n${body}`));
    expect(outcome).toBe('ok');
    expect(markdown).toContain('old mill');
    expect(diagnostics.xml).toBe(`read as HTML, because it is not well-formed: line 2: ${fault}`);
  });

  test.each(['', 'text', '<a/><b/>', '<a>', '</a>', '<', '<a', '<a b', `${'<a>'.repeat(9)}`])(
    '%j has a fault',
    (source) => {
      expect(writeXhtml(source)).toHaveProperty('fault');
    },
  );
});

describe('isXhtml', () => {
  test.each([
    [TYPE, '<p>', true],
    ['Application/XHTML+XML', '<p>', true],
    ['application/xml', page(''), true],
    ['', `\ufeff ${page('')}`, true],
    ['text/html', page(''), false],
    ['text/html; charset=utf-8', page(''), false],
    ['', `<html ${NS}><p>`, false],
    ['application/xml', '<?xml version="1.0"?><html><p>', false],
    ['text/plain', '<p>', false],
  ])('%s %s', (type, source, wanted) => {
    expect(isXhtml(source, type)).toBe(wanted);
  });
});

test.each([
  ['namespaces', (n: number) => Array.from({ length: n }, (_, i) => `<a xmlns:p${i}="u">`).join('')],
  ['attributes', (n: number) => `<a ${Array.from({ length: n }, (_, i) => `p${i}="u"`).join(' ')}>`],
  ['ampersands', (n: number) => `<a>${'&a'.repeat(n)}`],
  ['blanks in a tag', (n: number) => `<a${' '.repeat(n)}b`],
  ['quotes of a document type', (n: number) => `<!DOCTYPE a ${'"'.repeat(n)}`],
  ['comments', (n: number) => '<!--'.repeat(n)],
  ['names', (n: number) => `<${'a'.repeat(n)}`],
])('writeXhtml: takes little time for many %s', (_, make) => {
  const startedAt = computedMs();
  writeXhtml(make(100_000));
  expect(computedMs() - startedAt).toBeLessThan(2000);
});
