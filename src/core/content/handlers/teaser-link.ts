import { attr, type HtmlNode, nearest } from '../../html/tree.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';

/** What a link behind a teaser says. */
const GOES_ON =
  /^(?:continue reading|keep reading|read (?:more|on|the rest|full (?:article|story))|weiterlesen|mehr lesen|lire la suite|leer más|seguir leyendo|leggi tutto|continua a leggere|leia mais|continuar lendo|lees (?:meer|verder)|läs mer|les mer|læs mere|czytaj (?:więcej|dalej)|читать (?:далее|дальше|полностью)|続きを読む|阅读(?:全文|更多)|继续阅读|閱讀(?:全文|更多)|繼續閱讀|더 ?보기)(?![\p{L}\p{N}])/iu;
/** Characters within which it says so. */
const MAX_SAID = 40;
/** Longest that it says, with the title again for screen readers, in characters. */
const MAX_CHARS = 200;
/** Elements from such a link to the teaser, and most nodes of one. */
const MAX_HEIGHT = 5;
const MAX_NODES = 300;

/** Whether a link says that a teaser goes on where the teaser's title leads as well. */
export function goesOn(node: HtmlNode, href: string | null, { doc }: Builder): boolean {
  if (href === null || !GOES_ON.test(labelOf(doc, node, MAX_SAID))) return false;
  const page = pageOf(href);
  const leadsThere = (other: HtmlNode): boolean => {
    if (other === node || pageOf(attr(other, 'href') ?? '') !== page) return false;
    const label = labelOf(doc, other, MAX_CHARS);
    return label !== '' && !GOES_ON.test(label);
  };
  const isTeaser = (box: HtmlNode): boolean =>
    box.end - box.index <= MAX_NODES && doc.elements.within(box, 'a').some(leadsThere);
  return page !== '' && nearest(node.parent, isTeaser, MAX_HEIGHT) !== null;
}

/** An address without the place in its page. */
function pageOf(href: string): string {
  return href.replace(/#.*$/s, '');
}
