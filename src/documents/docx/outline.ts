import type { ListCounter } from './numbering.ts';
import { between } from './plain-elements.ts';
import { listOf, outlineOf, type StyleFacts } from './word-styles.ts';

/** Level of the least heading of HTML, from 0. */
const LEAST_HEADING = 5;
/** Styles of paragraphs that are headings by what they say themselves. */
const HEADING = 'pagemark-heading-';

/** The beginning of a paragraph, and of its properties where it has some. */
const PARAGRAPH = /<w:p(?=[ >])[^<>]*>(?:<w:pPr>)?/g;
const CHANGE = '<w:pPrChange';
const STYLE = /<w:pStyle\b[^<>]*>/;
const VALUE = /\bw:val="([^"]*)"/;

/**
 * XML of a part whose paragraphs name a heading where their own properties do, and begin with the mark of their number in a list.
 * Linear.
 */
export function withParagraphMarks(
  xml: string,
  styles: ReadonlyMap<string, StyleFacts>,
  counter: ListCounter,
): string {
  const out: string[] = [];
  let from = 0;
  for (const { 0: tag, index } of xml.matchAll(PARAGRAPH)) {
    if (index < from || tag.endsWith('/>')) continue;
    const start = index + tag.length;
    const end = tag.endsWith('<w:pPr>') ? xml.indexOf('</w:pPr>', start) : start;
    if (end < 0) break;
    const [properties = ''] = xml.slice(start, end).split(CHANGE, 1);
    const isChanged = properties.length < end - start;
    const rest = isChanged ? xml.indexOf('</w:pPr>', xml.indexOf(`</${CHANGE.slice(1)}>`, start)) : end;
    if (rest < 0) break;
    const style = styles.get(VALUE.exec(STYLE.exec(properties)?.[0] ?? '')?.[1] ?? '');
    const outline = outlineOf(properties);
    const isHeading = outline !== undefined && outline <= LEAST_HEADING && outline !== style?.outline;
    const list = listOf(properties) ?? style?.list;
    const mark = list === undefined ? '' : counter.next(list);
    const isUnmarked = list !== undefined && counter.isUnmarked(list);
    if (!isHeading && mark === '' && !isUnmarked) continue;
    const named = `<w:pStyle w:val="${HEADING}${outline}"/>${properties.replace(STYLE, '')}`;
    const run = mark === '' ? '' : `<w:r><w:t xml:space="preserve">${mark}</w:t></w:r>`;
    const close = tag.endsWith('<w:pPr>') ? '</w:pPr>' : '';
    out.push(
      xml.slice(from, start),
      isHeading ? named : isUnmarked ? withoutList(properties) : properties,
      close,
      run,
    );
    from = rest + close.length;
  }
  return out.join('') + xml.slice(from);
}

/** Properties of a paragraph without its list. */
const withoutList = (properties: string): string =>
  properties.replace(`<w:numPr>${between(properties, '<w:numPr>', '</w:numPr>')}</w:numPr>`, '');

/** What mammoth is to make of paragraphs: headings of those whose style, or what it is based on, stands in the outline. */
export function headingStyles(styles: ReadonlyMap<string, StyleFacts>): string[] {
  const own = Array.from(
    { length: LEAST_HEADING + 1 },
    (_, level) => `p.${HEADING}${level} => h${level + 1}:fresh`,
  );
  for (const { name, outline } of styles.values()) {
    if (outline === undefined || outline > LEAST_HEADING || name === '' || /^heading [1-6]$/i.test(name))
      continue;
    if (!/['\\\n]/.test(name)) own.push(`p[style-name='${name}'] => h${outline + 1}:fresh`);
  }
  return own;
}
