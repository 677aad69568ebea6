import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertHtml } from '../convert-html.ts';
import { content } from '../markdown/generate-content.fixture.ts';
import { outline } from '../markdown/outline-content.fixture.ts';
import { parseMarkdown } from '../markdown/parse-markdown.fixture.ts';
import { runs } from '../markdown/property-runs.fixture.ts';
import { writeMarkdown } from '../markdown/write.ts';
import { walkContent } from '../walk-content.ts';
import { normalizeContent } from './normalize.ts';
import type { Root } from './tree.ts';
import { withMedia } from './with-media.ts';

const URL = 'https://example.com/';
const convert = (html: string, options: object) => convertHtml(html, { url: URL, scope: 'full', ...options });

describe('withMedia', () => {
  test.each([
    ['between words', '<p>a <img src=i.png alt=x> b</p>', 'a b', 'a x b'],
    ['alone', '<p>a</p><p><img src=i.png alt=x></p><p>b</p>', 'a\n\nb', 'a\n\nx\n\nb'],
    ['in a link', '<p>a <a href=/b><img src=i.png alt=x></a> c</p>', 'a c', 'a [x](https://example.com/b) c'],
    ['in an item', '<ul><li><img src=i.png alt=x><li>b</ul>', '- b', '- x\n- b'],
    ['in emphasis', '<p>a<b> <img src=i.png alt=x> </b>c</p>', 'a c', 'a x c'],
    ['in a figure', '<figure><img src=i.png alt=x><figcaption>c</figcaption></figure>', 'c', 'x\n\nc'],
    ['in a heading', '<h2><img src=i.png alt=x></h2><p>b</p>', 'b', '## x\n\nb'],
    [
      'in a table',
      '<table><tr><th>a<th>b<tr><td>1<td><img src=i.png alt=x></table>',
      '| a | b |\n| --- | --- |\n| 1 |  |',
      '| a | b |\n| --- | --- |\n| 1 | x |',
    ],
  ])('leaves no trace of an image %s', (_, html, none, alt) => {
    expect(convert(html, { images: 'none' }).markdown).toBe(none);
    expect(convert(html, { images: 'alt' }).markdown).toBe(alt);
    expect(convert(html, { images: 'none' }).text).not.toContain('x');
  });

  test('opens links up, their words, images and code stay', () => {
    const html =
      '<p><a href=/x>a <code>b</code></a><a href=/y><img src=i.png alt=c></a> <a href=https://z/>https://z/</a>';
    expect(convert(html, { links: 'none' }).markdown).toBe(
      'a `b` ![c](https://example.com/i.png) https://z/',
    );
  });

  test('keeps the tree that lists of links and images are made from', () => {
    const page = convert('<p><a href=/x>a</a> <img src=i.png>', { links: 'none', images: 'none' });
    expect(page.markdown).toBe('a');
    const found: string[] = [];
    walkContent(page.content, ({ type }) => found.push(type ?? '') === 0);
    expect(found).toContain('link');
    expect(found).toContain('image');
  });

  test.each([
    { links: 'none' as const },
    { images: 'none' as const },
    { images: 'alt' as const, links: 'none' as const },
  ])(
    'of any tree is a normalised tree, and %j holds',
    (options) => {
      const property = fc.property(content, (raw) => {
        const root = normalizeContent(raw);
        const before = outline(root);
        const shown = withMedia(root, options);
        expect(outline(root)).toBe(before);
        expect(outline(withMedia(shown, { images: 'none' }))).toBe(
          outline(normalizeContent(withMedia(shown, { images: 'none' }))),
        );
        expect(outline(parseMarkdown(writeMarkdown(shown, { linkTitles: true }).text))).toBe(outline(shown));
        expect(hasLabel(shown)).toBe(options.links === undefined && hasLabel(shown));
        expect(has(shown, 'image')).toBe(options.images === undefined && has(shown, 'image'));
      });
      fc.assert(property, runs(30));
    },
    3_600_000,
  );
});

/** Whether a link says something else than its address. */
function hasLabel(root: Root): boolean {
  return walkContent(root, (node) => {
    if (node.type !== 'link') return false;
    const [only] = node.children;
    return only?.type !== 'text' || !/^(?:mailto:|http:\/\/)?$/.test(node.url.replace(only.value, ''));
  });
}

function has(root: Root, type: string): boolean {
  return walkContent(root, (node) => node.type === type);
}
