import { plainText } from '../core/content/plain-text.ts';
import type { Block, Link, Root } from '../core/content/tree.ts';
import { noInvisible } from '../core/invisible-characters.ts';
import { readMarkdown } from '../documents/markdown/read-markdown.ts';
import type { Section } from '../site/find-sections.ts';
import { html, type Markup, type Part } from '../site/html.ts';
import { documentOf } from '../site/page.ts';
import { type GuideParts, slugOf, writeHtml } from './write-html.ts';

/**
 * The pages of the guides by file name: `index.html`, `NAME.html` for each, `list.json` (`GuideGroup[]`), and `index.json`
 * for the search. `files` are the guides' Markdown and `plots` their pictures, by file name; `README.md` lists them all.
 * Throws, with what to do, where list, files, pictures and links do not agree.
 */
export function guidePages(
  files: ReadonlyMap<string, Uint8Array>,
  plots: ReadonlyMap<string, Uint8Array>,
): ReadonlyMap<string, string> {
  const trees = new Map(
    [...files].map(([file, bytes]) => {
      const name = file.replace(/\.md$/, '');
      return [name, readGuide(name, bytes)] as const;
    }),
  );
  const groups = guideList(trees.get('README')!);
  const guides = groups.flatMap((group) => group.guides);
  const listed = new Set(guides.map(({ name }) => name));
  for (const name of trees.keys())
    if (name !== 'README' && !listed.has(name))
      throw new Error(`List docs/${name}.md in docs/README.md: no page names it`);
  const pages = new Map<string, string>();
  for (const [i, guide] of guides.entries()) {
    const tree = trees.get(guide.name);
    if (tree === undefined) throw new Error(`Write docs/${guide.name}.md, or take it out of docs/README.md`);
    const neighbours = [guides[i - 1], guides[i + 1]] as const;
    const written = writeHtml(tree, { addressOf: addresses(guide.name, listed), pictureOf: pictures(plots) });
    pages.set(
      `${guide.name}.html`,
      documentOf({
        title: guide.title,
        description: sentence(guide.about),
        root: '../../',
        place: 'guides',
        styles: [],
        menu: menuOf(groups, '', guide.name),
        outline: outlineOf(written.headings),
        content: html`<article class="guide prose">\n${written.content}</article>\n${turner(neighbours)}`,
      }),
    );
  }
  pages.set('index.html', indexPage(groups));
  pages.set('list.json', JSON.stringify(groups));
  pages.set(
    'index.json',
    JSON.stringify(guides.flatMap((guide) => sectionsOf(guide, trees.get(guide.name)!))),
  );
  return pages;
}

/** A picture lies beside the pages, and has the size of its drawing, so that nothing moves when it comes. */
function pictures(plots: ReadonlyMap<string, Uint8Array>): GuideParts['pictureOf'] {
  return (url) => {
    const file = url.slice(url.lastIndexOf('/') + 1);
    const drawing = new TextDecoder().decode(plots.get(file)?.subarray(0, 200));
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? [];
    if (width === undefined || height === undefined)
      throw new Error(`Put "${file}" with its viewBox into docs/plots: a guide shows it`);
    return { address: file, width: Number(width), height: Number(height) };
  };
}

/** Links between guides lead to their pages; other files of the project are not served. */
function addresses(here: string, listed: ReadonlySet<string>): GuideParts['addressOf'] {
  return (url) => {
    const root = new URL('..', GUIDES_BASE).href;
    if (!url.startsWith(root)) return url;
    const { pathname, hash } = new URL(url);
    const file = pathname.slice(pathname.lastIndexOf('/') + 1);
    if (!url.startsWith(GUIDES_BASE)) return null;
    const name = file.replace(/\.md$/, '');
    if (name === 'README') return '../guides';
    if (!listed.has(name))
      throw new Error(`Correct the link to "${url}" in docs/${here}.md: there is no such guide`);
    return name === here ? hash : name + hash;
  };
}

/** The list of guides; `prefix` leads from the page to their folder, `here` is the guide that is shown. */
function menuOf(groups: readonly GuideGroup[], prefix: string, here: string | null): Markup {
  const item = ({ name, title }: GuideEntry) =>
    html`<li><a href="${prefix}${name}"${name === here && html` aria-current="page"`}>${title}</a></li>\n`;
  return html`${groups.map(({ title, guides }) => html`<p class="group">${title}</p>\n<ul>${guides.map(item)}</ul>\n`)}`;
}

/** Sections and their parts; a guide of one section needs none. */
function outlineOf(headings: readonly { depth: number; id: string; text: string }[]): Part {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return null;
  return html`<p class="group">On this page</p>
<ul>${shown.map(({ depth, id, text }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>\n`)}</ul>`;
}

function turner([before, after]: readonly [GuideEntry | undefined, GuideEntry | undefined]): Markup {
  const link = (guide: GuideEntry | undefined, rel: 'prev' | 'next', word: string) =>
    guide !== undefined &&
    html`<a rel="${rel}" href="${guide.name}"><span class="muted">${word}</span> ${guide.title}</a>\n`;
  return html`<nav class="turner" aria-label="Next and previous guide">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>`;
}

function indexPage(groups: readonly GuideGroup[]): string {
  const card = ({ name, title, about }: GuideEntry) =>
    html`<li><a href="guides/${name}">${title}</a><p class="muted">${sentence(about)}</p></li>\n`;
  return documentOf({
    title: 'Guides',
    description: 'Guides of pagemark: first steps, the API, running a service, how extraction works.',
    root: '../',
    place: 'guides',
    styles: [],
    menu: menuOf(groups, 'guides/', null),
    outline: null,
    content: html`<h1>Guides</h1>
<p class="lead">From the first converted page to a service of many machines.</p>
${groups.map(({ title, guides }) => html`<section class="shelf"><h2>${title}</h2>\n<ul>${guides.map(card)}</ul></section>\n`)}`,
  });
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

interface GuideEntry {
  /** Name in its address and of its file without the ending. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

/** A group of guides under a heading. */
export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly GuideEntry[];
}

/** The groups of `docs/README.md`: a heading and a table whose rows begin with the link of a guide. */
function guideList({ children }: Root): readonly GuideGroup[] {
  return children.flatMap((block, i) => {
    const before = children[i - 1];
    if (block.type !== 'table' || before?.type !== 'heading') return [];
    return [{ title: plainText(before.children), guides: rowsOf(block) }];
  });
}

function rowsOf({ children: [, ...rows] }: Extract<Block, { type: 'table' }>): readonly GuideEntry[] {
  return rows.map(({ children: [first, second] }) => {
    const link = first!.children.find((node): node is Link => node.type === 'link');
    if (link === undefined) throw new Error('Begin every row of docs/README.md with the link of a guide');
    return {
      name: link.url.slice(GUIDES_BASE.length).replace(/\.md$/, ''),
      title: plainText(link.children),
      about: plainText(second!.children),
    };
  });
}

/** Where a guide stands for the reader of Markdown, which makes addresses absolute. No such host exists (RFC 6761, 6.4). */
const GUIDES_BASE = 'https://guides.invalid/docs/';

/** The content tree of a guide; `name` is that of its file without the ending. Throws when a part of it would be lost. */
function readGuide(name: string, bytes: Uint8Array): Root {
  const document = { bytes, contentType: 'text/markdown; charset=utf-8', url: `${GUIDES_BASE}${name}.md` };
  const { content, removed = [] } = readMarkdown(document, {}, noInvisible());
  const lost = removed.map(({ element, text }) => `${element} "${text}"`);
  if (lost.length > 0) throw new Error(`Write docs/${name}.md without ${lost.join(', ')}: it is left out`);
  return content;
}

/** A guide cut at its headings, as plain text for the search of the pages. */
function sectionsOf({ name, title }: GuideEntry, { children }: Root): readonly Section[] {
  const sections: { guide: string; title: string; heading: string; id: string; text: string }[] = [];
  for (const block of children) {
    if (block.type === 'heading') {
      const heading = plainText(block.children);
      const id = block.depth === 1 ? '' : slugOf(heading);
      sections.push({ guide: name, title, heading: id === '' ? title : heading, id, text: '' });
    } else {
      const section = sections.at(-1);
      if (section === undefined) throw new Error(`Begin docs/${name}.md with its heading`);
      section.text = `${section.text} ${textOf(block)}`.trim();
    }
  }
  return sections;
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return plainText(block.children);
    case 'code':
      return block.value;
    case 'table':
      return block.children.flatMap((row) => row.children.map((cell) => plainText(cell.children))).join(' ');
    case 'list':
      return block.children.flatMap((item) => item.children.map(textOf)).join(' ');
    case 'blockquote':
    case 'callout':
      return block.children.map(textOf).join(' ');
    default:
      return '';
  }
}
