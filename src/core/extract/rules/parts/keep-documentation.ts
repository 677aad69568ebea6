import { siblingElement } from '../../../html/sibling-element.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import { uint8s } from '../../../zeroed.ts';
import { blockRange, keptIn, keptWords } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import { wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/**
 * Boxes around what an author of documentation wrote: those of MkDocs Material, VitePress, Docusaurus, Starlight, PyData and
 * odoc, and of the entries of Doxygen, Javadoc, TypeDoc and Scaladoc.
 */
const BOXES =
  'md-content__inner|vp-doc|theme-doc-markdown|sl-markdown-content|bd-article|odoc-(?:content|preamble)|' +
  'memitem|textblock|tsd-member|summary-table|class-description|(?:method|field|constructor)-details|fullcomment(?:top)?';
const WRITTEN = new RegExp(`(?:^|\\s)(?:${BOXES})(?=\\s|$)`);
/**
 * With names that others use as well: a section of gi-docgen and rustdoc (`content`), an entry of Haddock (`top`), a section of
 * AsciiDoc (`sectionbody`), what Sphinx and MkDocs call the main part and its sections (the rest), and titles of Doxygen, Javadoc
 * and Haddock. Every class of every page is asked once.
 */
const NAMES = new RegExp(
  `(?:^|\\s)(?:${BOXES}|content|top|section|sectionbody|document|bd-content|body|headertitle|title|caption)(?=\\s|$)`,
);
const SECTION = /(?:^|\s)content(?=\s|$)/;
const MAIN_ID = /^main(?:-content)?$/;
const BODY = /(?:^|\s)body(?=\s|$)/;
const SPHINX_WRAPPER = /(?:^|\s)(?:body|document)wrapper(?=\s|$)/;
const PERMALINK = /(?:^|\s)headerlink(?=\s|$)/;
const DOXYGEN_TITLE = /(?:^|\s)headertitle(?=\s|$)/;
/** Children of a section of Sphinx ahead of its heading, and the heading: targets of links. */
const MAX_AHEAD = 8;
/** What of the boxes must stay for the rest to come back: a third. */
const PARTS = 3;
/** What generators put in among it: tables of contents, links to other pages, questions to the reader. */
const BESIDE =
  /(?:^|[\s_-])(?:toc|toctree|contents|related|sidebar|breadcrumbs?|feedback|edit|pagination|prev|next|button|footer|tags|sources|source-file|language-(?:selection|selector|switcher))(?=$|[\s_-])/i;

/**
 * Documentation stays whole where a third of it stays: its generator puts all that the author wrote into boxes of its own, and long
 * pages of an API lost signatures, examples and remarks from the middle. Changes `keep`.
 */
export function keepDocumentation(page: ScoredPage, keep: Uint8Array): void {
  const { a, barred } = page;
  const named = new ClassTest(a, NAMES).elements();
  keepPageTitle(page, named, keep);
  const boxes = outermost(named.filter(isWritten));
  if (boxes.length === 0) return;
  const kept = keptWords(a, keep);
  let words = 0;
  let stays = 0;
  for (const { index } of boxes) {
    words += wordsIn(a, index);
    stays += keptIn(a, kept, index);
  }
  if (stays * PARTS < words) return;
  const own = uint8s(keep.length);
  for (const { index } of boxes) own.fill(1, ...blockRange(a, index));
  for (const { index } of partsBeside(page, boxes)) own.fill(0, ...blockRange(a, index));
  for (let i = 0; i < keep.length; i++) if (own[i] === 1 && barred[a.blocks[i]!.first] === 0) keep[i] = 1;
}

/** What a page is titled that has no heading of the first level stays above what stays. What it is part of, right below, does not. */
function keepPageTitle({ a, barred }: ScoredPage, named: readonly HtmlNode[], keep: Uint8Array): void {
  const title = named.find(isPageTitle);
  if (title === undefined) return;
  const [from, to] = blockRange(a, title.index);
  if (from < to && barred[a.blocks[from]!.first] === 0 && keep.includes(1, to)) keep[from] = 1;
}

function isPageTitle(node: HtmlNode): boolean {
  const name = attr(node, 'class') ?? '';
  if (DOXYGEN_TITLE.test(name)) return true;
  if (name === 'title') return node.tag === 'h2' && isJavadocHeader(node.parent!);
  return name === 'caption' && attr(node.parent!, 'id') === 'module-header';
}

function isJavadocHeader(header: HtmlNode): boolean {
  const content = siblingElement(header, 'next');
  return (
    attr(header, 'class') === 'header' && content !== null && attr(content, 'class') === 'contentContainer'
  );
}

function isWritten(node: HtmlNode): boolean {
  const name = attr(node, 'class') ?? '';
  if (WRITTEN.test(name)) return true;
  if (SECTION.test(name)) return node.tag === 'section' && MAIN_ID.test(attr(node, 'id') ?? '');
  if (name === 'top') return attr(node.parent!, 'id') === 'interface';
  if (name === 'section') return isSphinxSection(node);
  if (name === 'sectionbody') return isAsciidocSection(node.parent!);
  if (attr(node, 'role') !== 'main') return false;
  return !BODY.test(name) || SPHINX_WRAPPER.test(attr(node.parent!, 'class') ?? '');
}

/** A section of AsciiDoc, or the first one of a manual page, which stands in its header. */
function isAsciidocSection(section: HtmlNode): boolean {
  return /^sect[1-5]$/.test(attr(section, 'class') ?? '') || attr(section, 'id') === 'header';
}

/** A section whose heading ends in a link to itself, as docutils writes them in any theme. */
function isSphinxSection(node: HtmlNode): boolean {
  let child = node.first;
  for (let step = 0; step < MAX_AHEAD && child !== null; step++, child = child.next)
    if (/^h[1-6]$/.test(child.tag))
      return child.last !== null && PERMALINK.test(attr(child.last, 'class') ?? '');
  return false;
}

/** The outermost elements inside the boxes that hold none of what was written. */
function partsBeside({ a }: ScoredPage, boxes: readonly HtmlNode[]): readonly HtmlNode[] {
  let at = 0;
  const inBox = ({ index }: HtmlNode): boolean => {
    while (at < boxes.length && boxes[at]!.end <= index) at++;
    return at < boxes.length && boxes[at]!.index < index;
  };
  return outermost(new ClassTest(a, BESIDE).elements().filter(inBox));
}

/** Elements, given in document order, that stand in none of the others. */
function outermost(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  let end = 0;
  return nodes.filter((node) => {
    if (node.index < end) return false;
    end = node.end;
    return true;
  });
}
