import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import { attributeOf, elementsIn, findAll, textIn, type XmlElement } from '../office/xml.ts';

/** Elements without text of the document's own, or with such as its readers do not see. */
export const UNSHOWN = new Set(
  'tracked-changes annotation-end sequence-decls forms variable-decls user-field-decls dde-connection-decls soft-page-break table-column table-columns bibliography-source table-of-content-source illustration-index-source alphabetical-index-source'.split(
    ' ',
  ),
);
/** Elements that stand around blocks. */
export const CONTAINERS = new Set(
  'section table-of-content index-body index-title alphabetical-index illustration-index bibliography table-index object-index user-index text-box g page-sequence'.split(
    ' ',
  ),
);
/** Elements that are drawn. */
export const SHAPES = new Set('frame custom-shape rect ellipse line text-box g a'.split(' '));

/** Styles of paragraphs whose lines are verbatim, that are quotes, and that are the title; of text that is code. */
const VERBATIM = /^(?:Preformatted[ _]Text|Source[ _]Code|Preformatted_20_Text)$/i;
const QUOTE = /^(?:Quotations?|Block[ _]?Text|Quote)$/i;
const TITLE = /^Title$/i;
const CODE = /^Source(?: |_|_20_)Text$/i;

/** The tag of a heading or paragraph; `names`: of its style and those that this is based on. */
export function tagOf(node: XmlElement, names: readonly string[]): string {
  const is = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (node.name === 'h')
    return `h${Math.min(6, Math.max(1, Number(attributeOf(node, 'outline-level') ?? 1) || 1))}`;
  return is(TITLE) ? 'h1' : is(VERBATIM) ? 'pre' : is(QUOTE) ? 'blockquote' : 'p';
}

/** Whether text in a style is code. */
export const isCode = (names: readonly string[]): boolean => names.some((name) => CODE.test(name));

/** Headers and footers of the pages of a text (OpenDocument 1.3, part 3, 16.10), which are no text of it; each text once. */
export function runningText(styles: XmlElement | undefined): RemovedBlock[] {
  const told = new Map<string, RemovedBlock>();
  for (const page of findAll(styles, 'master-page'))
    for (const part of elementsIn(page)) {
      const place = /^(header|footer)(?:-left|-first)?$/.exec(part.name)?.[1] as
        | 'header'
        | 'footer'
        | undefined;
      const text = findAll(part, 'p', 'h').map(textIn).join(' ').trim();
      if (place !== undefined && text !== '')
        told.set(text, { step: `running-${place}`, element: part.name, text });
    }
  return [...told.values()];
}
