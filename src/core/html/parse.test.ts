import { describe, expect, it } from 'vitest';
import { computedMs } from '../../../tests/support/machine-speed.ts';
import { NODE_BUDGET } from '../budget.ts';
import { HOSTILE_MARKUP } from './hostile-markup.fixture.ts';
import { MAX_DEPTH, parseHtml } from './parse.ts';
import { attr, type HtmlDocument, type HtmlNode } from './tree.ts';

const parse = (html: string, url = 'https://example.test/dir/page') => parseHtml(html, url);
const textOf = (doc: HtmlDocument) => doc.nodes.map((n) => n.text).join('');

/** Throws unless numbers and links of the whole tree agree. */
function checkTree({ nodes, root }: HtmlDocument): void {
  expect(nodes[0]).toBe(root);
  const open: HtmlNode[] = [];
  nodes.forEach((node, i) => {
    while (open.length > 0 && open.at(-1)!.end <= i) open.pop();
    const parent = open.at(-1) ?? null;
    if (node.index !== i || node.parent !== parent || node.end <= i)
      throw new Error(`node ${i} is misnumbered`);
    if (node.prev ? node.prev.next !== node : parent && parent.first !== node)
      throw new Error(`node ${i}: prev`);
    if (node.next ? node.next.prev !== node : parent && parent.last !== node)
      throw new Error(`node ${i}: next`);
    open.push(node);
  });
}

function milliseconds(run: () => void): number {
  const start = computedMs();
  run();
  return computedMs() - start;
}

describe('parseHtml', () => {
  it('numbers the nodes in document order, with the end of each subtree', () => {
    const doc = parse('<!doctype html><p>a<b>c</b><!-- x -->d</p><table><tr><td>1</table>');
    checkTree(doc);
    expect(doc.nodes.slice(0, 6).map((n) => n.tag || n.text)).toEqual([
      'html',
      'head',
      'body',
      'p',
      'a',
      'b',
    ]);
    expect(doc.nodes[3]!.end - doc.nodes[3]!.index).toBe(5);
    expect(doc.head?.tag).toBe('head');
    expect(doc.body?.tag).toBe('body');
  });

  it('gives an empty document for nothing, NUL and a lone byte order mark', () => {
    for (const html of ['', '\0', '\ufeff']) {
      const doc = parse(html);
      checkTree(doc);
      expect(doc.truncated).toBe(false);
      expect(doc.body).not.toBeNull();
    }
  });

  it('parses noscript as elements in body and as raw text in head', () => {
    const doc = parse(
      '<head><noscript><img src=p><b></noscript><title>t</title></head><noscript><img src=a></noscript>',
    );
    expect(doc.nodes.filter((n) => n.tag === 'img').map((n) => attr(n, 'src'))).toEqual(['a']);
    expect(doc.nodes.find((n) => n.tag === 'title')?.parent).toBe(doc.head);
  });

  it('keeps the content of a template as its children', () => {
    const doc = parse('<template><tr><td>a</template>b');
    checkTree(doc);
    expect(doc.nodes.find((n) => n.tag === 'td')?.parent?.parent?.tag).toBe('template');
  });

  it('adds the attributes of later html and body tags, in linear time', () => {
    const doc = parse(`<body a=1>${Array.from({ length: 20_000 }, (_, i) => `<body a=2 b${i}>`).join('')}`);
    expect(attr(doc.body!, 'a')).toBe('1');
    expect(doc.body!.attrs.length).toBe(20_001);
  });

  describe('baseUrl', () => {
    it.each([
      ['no base', '<p>', 'https://example.test/dir/page'],
      ['a relative base', '<base href="/x/">', 'https://example.test/x/'],
      [
        'a base without href before one',
        '<base target=_top><base href="y/"><base href="z/">',
        'https://example.test/dir/y/',
      ],
      ['a base in a template', '<template><base href="/x/"></template>', 'https://example.test/dir/page'],
      ['a scheme that is not http', '<base href="javascript:alert(1)">', 'https://example.test/dir/page'],
      ['a data URL', '<base href="data:text/html,x">', 'https://example.test/dir/page'],
      ['a base that is no URL', '<base href="http://[">', 'https://example.test/dir/page'],
    ])('with %s', (_, html, expected) => {
      expect(parse(html).baseUrl).toBe(expected);
    });

    it('is the base itself when the page has no URL', () => {
      expect(parse('<base href="https://a.test/b">', '').baseUrl).toBe('https://a.test/b');
      expect(parse('<base href="/b">', '').baseUrl).toBe('');
    });
  });

  describe('limits', () => {
    it('stops a formatting bomb at the node budget, as fast as a plain page of as many nodes', () => {
      const n = 3000;
      const bomb = `<p>${Array.from({ length: n }, (_, i) => `<font id=${i}>`).join('')}${'<p>x'.repeat(n)}`;
      parse('<p>warm');
      const doc = parse(bomb);
      expect(doc.truncated).toBe(true);
      expect(doc.nodes.length).toBeLessThanOrEqual(NODE_BUDGET);
      const plain = '<font id=1>x</font>'.repeat(doc.nodes.length / 2);
      const best = { bomb: Number.POSITIVE_INFINITY, plain: Number.POSITIVE_INFINITY };
      for (let round = 0; round < 10 && (round === 0 || best.bomb >= 3 * best.plain); round++) {
        best.bomb = Math.min(
          best.bomb,
          milliseconds(() => parse(bomb)),
        );
        best.plain = Math.min(
          best.plain,
          milliseconds(() => parse(plain)),
        );
      }
      expect(best.bomb).toBeLessThan(3 * best.plain);
    });

    it('cuts off after exactly the budget', () => {
      expect(parse('<br>'.repeat(NODE_BUDGET - 3)).truncated).toBe(false);
      expect(parse('<br>'.repeat(NODE_BUDGET - 2)).truncated).toBe(true);
    });

    it('flattens what nests deeper than the limit and loses no text', () => {
      const n = 100_000;
      const doc = parse(
        `${Array.from({ length: n }, (_, i) => `<div>${i} `).join('')}end${'</div>'.repeat(n)}`,
      );
      checkTree(doc);
      const depths = new Map<HtmlNode, number>();
      let deepest = 0;
      for (const node of doc.nodes) {
        const depth = node.parent ? depths.get(node.parent)! + 1 : 0;
        depths.set(node, depth);
        deepest = Math.max(deepest, depth);
      }
      expect(deepest).toBe(MAX_DEPTH + 1);
      expect(textOf(doc)).toBe(`${Array.from({ length: n }, (_, i) => `${i} `).join('')}end`);
    });

    it.each(HOSTILE_MARKUP)('numbers what comes of %s', (_, page) => checkTree(parse(page(500))));
  });

  describe('declarative shadow roots', () => {
    const show = (html: string) => textOf(parse(html)).trim();

    it('shows the shadow tree with its slots filled', () => {
      const html = `<my-card><template shadowrootmode="open"><h1><slot name="t">none</slot></h1><p>[<slot></slot>]</p>
        <i><slot name="u">fallback</slot></i></template><span slot="t">Title</span>body<span slot="z">lost</span></my-card>`;
      const doc = parse(html);
      checkTree(doc);
      expect(textOf(doc).replace(/\s+/g, ' ').trim()).toBe('Title[body] fallback');
    });

    it('fills a slot with slotted content that itself holds a shadow root', () => {
      const html = `<x-a><template shadowrootmode=open>A(<x-b><template shadowrootmode=closed>B(<slot></slot>)</template><slot></slot></x-b>)</template>c</x-a>`;
      expect(show(html)).toBe('A(B(c))');
    });

    it('leaves a template alone in an element that cannot be a host, or when its mode is unknown', () => {
      for (const html of [
        '<ul><template shadowrootmode=open>a</template></ul>',
        '<div><template shadowrootmode=x>a</template></div>',
      ])
        expect(parse(html).nodes.some((n) => n.tag === 'template')).toBe(true);
    });

    it('uses only the first shadow root of a host', () => {
      const doc = parse(
        '<div><template shadowrootmode=open>a<slot></slot></template><template shadowrootmode=open>b</template></div>',
      );
      checkTree(doc);
      expect(doc.nodes.filter((n) => n.tag === 'template').length).toBe(1);
    });
  });
});
