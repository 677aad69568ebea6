import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { findSections, type Section } from '../site/find-sections.ts';
import { type GuideGroup, guidePages } from './guide-pages.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const read = (folder: URL, ending: string) =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => [name, readFileSync(new URL(name, folder))]),
  );
const files = read(DOCS, '.md');
const plots = read(new URL('plots/', DOCS), '.svg');
const pages = guidePages(files, plots);

const made = (guide: string, list = '## Start\n\n| Page | For |\n|---|---|\n| [A](a.md) | tests |\n') =>
  guidePages(
    new Map([
      ['README.md', Buffer.from(`# Documentation\n\n${list}`)],
      ['a.md', Buffer.from(guide)],
    ]),
    plots,
  ).get('a.html')!;

interface Names {
  readonly ids: readonly string[];
  readonly addresses: readonly string[];
}
const READ = new Map<string, Names>();

/** Ids, and addresses of links and pictures, of a page. */
function namesOf(html: string): Names {
  const known = READ.get(html);
  if (known !== undefined) return known;
  const ids: string[] = [];
  const addresses: string[] = [];
  const visit = (node: object): void => {
    const { attrs = [], childNodes = [] } = node as {
      attrs?: { name: string; value: string }[];
      childNodes?: object[];
    };
    for (const { name, value } of attrs) {
      if (name === 'id') ids.push(value);
      if (name === 'href' || name === 'src') addresses.push(value);
    }
    for (const child of childNodes) visit(child);
  };
  visit(parse(html));
  READ.set(html, { ids, addresses });
  return { ids, addresses };
}

describe('the guides of the package', () => {
  test('each has a page, and no page has an id twice', () => {
    for (const name of files.keys()) {
      if (name === 'README.md') continue;
      const { ids } = namesOf(pages.get(name.replace('.md', '.html'))!);
      expect(new Set(ids).size, name).toBe(ids.length);
    }
    expect(pages.size).toBe(files.size + 2);
  });

  test('links lead through all in the order of their list, and back', () => {
    const listed = (JSON.parse(pages.get('list.json')!) as GuideGroup[]).flatMap(({ guides }) => guides);
    const neighbour = (name: string, rel: string) =>
      new RegExp(`<a rel="${rel}" href="([a-z-]+)"`).exec(pages.get(`${name}.html`)!)?.[1];
    for (const [i, { name }] of listed.entries()) {
      expect(neighbour(name, 'next')).toBe(listed[i + 1]?.name);
      expect(neighbour(name, 'prev')).toBe(listed[i - 1]?.name);
    }
  });

  test('every link between them leads to a page and an id that are there', () => {
    let seen = 0;
    for (const [file, html] of pages) {
      if (!file.endsWith('.html') || file === 'index.html') continue;
      for (const address of namesOf(html).addresses) {
        const [page = '', id] = address.split('#');
        if (/^https?:|^\.\.\//.test(page) || plots.has(page)) continue;
        const target = pages.get(page === '' ? file : `${page}.html`);
        expect(target, `${file}: ${address}`).toBeDefined();
        if (id !== undefined) expect(namesOf(target!).ids, `${file}: ${address}`).toContain(id);
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(400);
  });

  test('every section of the index is there, with the words of the guide', () => {
    const sections = JSON.parse(pages.get('index.json')!) as Section[];
    for (const { guide, id } of sections)
      if (id !== '') expect(namesOf(pages.get(`${guide}.html`)!).ids, guide).toContain(id);
    expect(sections.find(({ id }) => id === 'rate-limits')?.text).toContain('Both windows of a plan slide');
    const first = (query: string) => findSections(sections, query)[0]?.section.id;
    expect(first('rate limit')).toBe('rate-limits');
    expect(first('private addresses')).toBe('opening-private-addresses');
  });
});

describe('guidePages', () => {
  test('writes what Markdown says, and raw HTML as no HTML', () => {
    const page = made(
      '# A\n\nOne `<b>` *two* **three** [four](https://e.example/?a&b).<script>alert(1)</script>\n\n1. x\n\n   y\n2. z\n\n> q\n',
    );
    expect(page).toContain(
      '<p>One <code>&lt;b&gt;</code> <em>two</em> <strong>three</strong> <a href="https://e.example/?a&amp;b">four</a>.</p>',
    );
    expect(page).toContain('<ol>\n<li><p>x</p>\n<p>y</p>\n</li>\n<li><p>z</p>\n</li>\n</ol>');
    expect(page).toContain('<blockquote><p>q</p>\n</blockquote>');
    expect(page).not.toContain('alert(1)');
  });

  test('gives headings and rows of names an id', () => {
    const page = made(
      '# A\n\n## Why was `this` removed?\n\n## Why was this removed\n\n| R | W |\n|---|---|\n| `busy` | x |\n',
    );
    const { ids } = namesOf(page);
    expect(ids).toEqual(expect.arrayContaining(['why-was-this-removed', 'why-was-this-removed-1', 'busy']));
  });

  test.each([
    ['a guide that is not listed', '# A', '## Start\n', /List docs\/a\.md in docs\/README\.md/],
    [
      'a listed guide that is not there',
      '# A',
      '## S\n\n| P | F |\n|---|---|\n| [A](a.md) | t |\n| [B](b.md) | t |\n',
      /Write docs\/b\.md/,
    ],
    ['a link to no guide', '# A\n\n[x](none.md)', undefined, /Correct the link to .*none\.md/],
    [
      'a picture that is not there',
      '# A\n\n![x](plots/none.svg)',
      undefined,
      /Put "none\.svg" .* into docs\/plots/,
    ],
    ['a construct that no page writes', '# A\n\n~~x~~', undefined, /Teach .* to write "delete"/],
  ])('refuses %s', (_, guide, list, message) => {
    expect(() => made(guide, list)).toThrow(message);
  });
});

test('a table of sentences names the columns of its cells, for phones; one of numbers does not', () => {
  const table = (rule: string) => made(`# A\n\n| Name | Unit | Meaning |\n${rule}\n| A | ms | Of B. |\n`);
  expect(table('|---|---|---|')).toContain(
    '<table class="stack">\n<thead><tr><th scope="col">Name</th><th scope="col">Unit</th><th scope="col">Meaning</th></tr></thead>\n<tbody>\n<tr><td>A</td><td data-column="Unit">ms</td><td>Of B.</td></tr>',
  );
  const pair = made('# A\n\n| Name | Meaning |\n|---|---|\n| A | Of B. |\n');
  expect(pair).toContain('<tr><td>A</td><td data-column="Meaning">Of B.</td></tr>');
  expect(table('|---|--:|---|')).not.toMatch(/class="stack"|data-column/);
});
