import { html, type Markup, type Part } from '../site/html.ts';
import { documentOf } from '../site/page.ts';
import { type GuideEntry, type GuideGroup, guideList } from './guide-list.ts';
import { GUIDES_BASE, readGuide } from './read-guide.ts';
import { sectionsOf } from './search-index.ts';
import { type GuideParts, writeHtml } from './write-html.ts';

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
