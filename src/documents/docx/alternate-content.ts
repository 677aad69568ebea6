import { decodeXML } from 'entities';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';

/** Vocabularies of drawings and text that Word knows (MS-DOCX, MS-ODRAWXML); the choices that ask for others alone are not shown. */
const KNOWN =
  /^http:\/\/(?:schemas\.microsoft\.com\/office\/(?:word|drawing)\/20\d\d\/|schemas\.openxmlformats\.org\/|purl\.oclc\.org\/ooxml\/)/;

// linear: a tag ends before the next begins.
const TAG = /<(\/?)mc:(AlternateContent|Choice|Fallback)\b([^<>]*?)(\/?)>/g;
const BOX = /<(\/?)w:txbxContent\b[^<>]*>/g;

/** Most elements of alternate content that are open: boxes of text nest twice at most, and each is copied into the one around it. */
const MAX_OPEN = 12;

/** A branch of alternate content that is open, or its whole. */
interface Open {
  readonly name: string;
  readonly attributes: string;
  readonly out: string[];
  readonly branches: { readonly isShown: boolean; readonly name: string; readonly xml: string }[];
}

/**
 * XML of a part with what Word shows in the place of alternate content (ECMA-376, part 3, 10.2): the first choice that it knows, and
 * only without one the fallback, which mammoth reads alone. Boxes of text of a choice are written as mammoth knows them. Of a
 * choice that is drawn otherwise (a chart) the fallback's picture stays. Texts of branches that are not shown and say something else
 * are added to `removed`.
 */
export function withShownChoices(xml: string, removed: RemovedBlock[]): string {
  if (!xml.includes('<mc:AlternateContent')) return xml;
  const known = knownPrefixes(xml);
  const open: Open[] = [{ name: '', attributes: '', out: [], branches: [] }];
  let from = 0;
  for (const { 0: tag, 1: close, 2: name, 3: attributes, 4: empty, index } of xml.matchAll(TAG)) {
    open.at(-1)!.out.push(xml.slice(from, index));
    from = index + tag.length;
    if (close === '') open.push({ name: name!, attributes: attributes!, out: [], branches: [] });
    if (close === '' && empty === '') continue;
    if (open.length === 1 || open.at(-1)!.name !== name) continue;
    const ended = open.pop()!;
    const around = open.at(-1)!;
    if (open.length > MAX_OPEN) continue;
    if (name === 'AlternateContent') around.out.push(shownBranch(ended.branches, removed));
    else
      around.branches.push({
        isShown: name === 'Fallback' || requiredBy(ended.attributes).every((prefix) => known.has(prefix)),
        name: `mc:${name}`,
        xml: ended.out.join(''),
      });
  }
  return open.flatMap(({ out }) => out).join('') + xml.slice(from);
}

function shownBranch(branches: Open['branches'], removed: RemovedBlock[]): string {
  const shown = branches.find(({ isShown }) => isShown);
  if (shown === undefined) return '';
  const isChoice = shown.name === 'mc:Choice';
  const said = textOf(shown.xml);
  const isDrawn = isChoice && said === '' && !/<a:blip\b/.test(shown.xml);
  for (const { name, xml } of branches) {
    const text = textOf(xml);
    if (text !== '' && text !== said) removed.push({ step: 'hidden', element: name, text });
  }
  if (!isDrawn) return isChoice ? withPlainBoxes(shown.xml) : shown.xml;
  const fallback = branches.find(({ name }) => name === 'mc:Fallback')?.xml ?? '';
  return textOf(fallback) === '' ? fallback : '';
}

/** XML with its boxes of text behind it, each in a picture of VML (part 4, 9.2.2.21), where mammoth looks for them. */
function withPlainBoxes(xml: string): string {
  const [rest, boxes]: [string[], string[]] = [[], []];
  let [from, depth] = [0, 0];
  for (const { 0: tag, 1: close, index } of xml.matchAll(BOX)) {
    if (tag.endsWith('/>')) continue;
    if (close === '' && depth++ > 0) continue;
    if (close !== '' && (depth === 0 || --depth > 0)) continue;
    const end = close === '' ? index : index + tag.length;
    (close === '' ? rest : boxes).push(xml.slice(from, end));
    from = end;
  }
  return [...rest, xml.slice(from), ...boxes.map((box) => `<w:pict>${box}</w:pict>`)].join('');
}

function requiredBy(attributes: string): readonly string[] {
  return /\bRequires="([^"]*)"/.exec(attributes)?.[1]?.match(/\S+/g) ?? ['?'];
}

/** Prefixes that stand for vocabularies that Word knows, wherever they are declared. */
function knownPrefixes(xml: string): ReadonlySet<string> {
  const known = new Set<string>();
  const declared = [...xml.matchAll(/\sxmlns:([\w.-]+)="([^"]*)"/g)];
  for (const [, prefix, uri] of declared) if (KNOWN.test(uri!)) known.add(prefix!);
  for (const [, prefix, uri] of declared) if (!KNOWN.test(uri!)) known.delete(prefix!);
  return known;
}

/** Text of Word and of formulas in a piece of XML, without blanks. */
function textOf(xml: string): string {
  const texts = xml.matchAll(/<[wm]:t\b[^<>]*>([^<]*)/g);
  return decodeXML(Array.from(texts, ([, text]) => text).join('')).replace(/\s+/g, '');
}
