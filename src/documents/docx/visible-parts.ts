import { decodeXML } from 'entities';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';

/** Text of a part by its name in the archive. */
type Texts = Map<string, string>;

/** What styles say of their text, by id (ECMA-376, part 1, 17.7). */
interface Styles {
  readonly hiding: ReadonlySet<string>;
  readonly shading: ReadonlySet<string>;
}

/**
 * Parts of a Word document without what its readers do not see, which is added to `removed`, and without references that lead
 * nowhere, of which mammoth makes an error: a picture or link of that kind is left out, its text stays.
 */
export function visibleParts(parts: Texts, removed: RemovedBlock[]): Texts {
  const styles = readStyles(parts.get('word/styles.xml') ?? '');
  const out: Texts = new Map(parts);
  for (const [name, xml] of parts) {
    const file = /^word\/([^/]+\.xml)$/.exec(name)?.[1];
    if (file === undefined || !/<w:(?:r|hyperlink|drawing|pict)\b/.test(xml)) continue;
    const known = relationshipIds(parts.get(`word/_rels/${file}.rels`) ?? '');
    const whole = xml.replace(/\sr:(?:embed|link|id)="([^"]*)"/g, (reference, id: string) =>
      known.has(id) ? reference : '',
    );
    out.set(name, withoutHiddenRuns(whole, styles, removed));
  }
  return out;
}

function relationshipIds(xml: string): ReadonlySet<string> {
  return new Set([...xml.matchAll(/\sId="([^"]*)"/g)].map(([, id]) => id!));
}

function readStyles(xml: string): Styles {
  const based = new Map<string, string>();
  const hiding = new Set<string>();
  const shading = new Set<string>();
  for (const style of xml.split('</w:style>')) {
    const id = /\bw:styleId="([^"]*)"/.exec(style)?.[1];
    if (id === undefined) continue;
    const base = /<w:basedOn\b[^<>]*\bw:val="([^"]*)"/.exec(style)?.[1];
    if (base !== undefined) based.set(id, base);
    const vanish = /<w:vanish\b([^<>]*)>/.exec(style);
    if (vanish !== null && isOn(vanish[1]!)) hiding.add(id);
    if (/<w:shd\b/.test(style) && !NO_FILL.test(style)) shading.add(id);
  }
  for (const [id] of based) {
    // Word follows a chain of styles no further.
    for (let [at, steps] = [based.get(id), 0]; at !== undefined && steps < 11; at = based.get(at), steps++) {
      if (hiding.has(at)) hiding.add(id);
      if (shading.has(at)) shading.add(id);
    }
  }
  return { hiding, shading };
}

/** An open element; `facts` are names and values of a run's or a paragraph's properties. */
interface Open {
  readonly name: string;
  readonly start: number;
  readonly facts: Map<string, string>;
  /** Of the paragraph that it stands in. */
  readonly paragraph: ReadonlyMap<string, string> | undefined;
  /** In a table or a drawn box: what lies behind its letters is said elsewhere. */
  readonly isBoxed: boolean;
  /** In a run that is hidden, and goes with it. */
  readonly isGone: boolean;
}

/** Shading that is none. */
const NO_FILL = /<w:shd\b[^<>]*\bw:fill="(?:auto|f{6})"/i;
// linear: a tag ends before the next begins.
const TAG = /<(\/?)(w:[A-Za-z]+)([^<>]*?)(\/?)>/g;
/** Elements of which it matters what stands in them. */
const BOXES = new Set(['w:tbl', 'w:txbxContent']);
const NESTING = new Set(['w:r', 'w:p', 'w:rPr', 'w:pPr', ...BOXES]);

function withoutHiddenRuns(xml: string, styles: Styles, removed: RemovedBlock[]): string {
  const hasBackground = xml.includes('<w:background');
  const open: Open[] = [];
  const kept: string[] = [];
  let from = 0;
  for (const { 0: tag, 1: close, 2: name, 3: attributes, 4: empty, index } of xml.matchAll(TAG)) {
    if (close !== '') {
      if (!NESTING.has(name!)) continue;
      while (open.length > 0 && open.at(-1)!.name !== name) open.pop();
      const run = open.pop();
      if (name !== 'w:r' || run === undefined || run.isGone || !isHidden(run, styles, hasBackground))
        continue;
      const inner = xml.slice(run.start, index);
      kept.push(xml.slice(from, run.start), fieldMarks(inner));
      from = index + tag.length;
      const text = decodeXML(inner.replace(/<w:instrText\b[^<>]*>[^<]*|<[^<>]*>/g, '')).trim();
      if (text !== '') removed.push({ step: 'hidden', element: 'w:r', text });
      continue;
    }
    const [around, owner] = [open.at(-1), open.at(-2)];
    if (owner !== undefined && !NO_FILL.test(tag) && around!.name === `${owner.name}Pr`)
      owner.facts.set(name!, isOn(attributes!) ? (/\bw:val="([^"]*)"/.exec(attributes!)?.[1] ?? '') : 'off');
    if (empty !== '' || !NESTING.has(name!)) continue;
    const facts = new Map<string, string>();
    open.push({
      name: name!,
      start: index,
      facts,
      paragraph: name === 'w:p' ? facts : around?.paragraph,
      isBoxed: BOXES.has(name!) || around?.isBoxed === true,
      isGone: around !== undefined && (around.isGone || isHidden(around, styles, hasBackground)),
    });
  }
  return kept.join('') + xml.slice(from);
}

/** Marks of a field that goes on outside of a hidden run; mammoth needs each to begin and end. */
function fieldMarks(run: string): string {
  const marks = [...run.matchAll(/<w:fldChar\b[^<>]*\bw:fldCharType="(\w+)"/g)];
  return marks.map(([, type]) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`).join('');
}

/** A property that is switched by its presence (ECMA-376, part 1, 17.17.4). */
function isOn(attributes: string): boolean {
  return !/\bw:val="(?:0|false|off)"/.test(attributes);
}

/** Half points of letters that are too small to be seen. */
const UNSEEN_SIZE = 2;

/** Whether an element is a run that is hidden: it says so, or its style; its letters have no size, or are white on white. */
function isHidden(
  { name, facts, paragraph, isBoxed }: Open,
  { hiding, shading }: Styles,
  hasBackground: boolean,
): boolean {
  if (name !== 'w:r' || facts.get('w:vanish') === 'off') return false;
  const named = [facts.get('w:rStyle'), paragraph?.get('w:pStyle')].filter((id) => id !== undefined);
  if (facts.has('w:vanish') || named.some((id) => hiding.has(id))) return true;
  if (Number(facts.get('w:sz') ?? UNSEEN_SIZE + 1) <= UNSEEN_SIZE) return true;
  if (!/^f{6}$/i.test(facts.get('w:color') ?? '') || hasBackground || isBoxed) return false;
  const hasBehind = ['w:shd', 'w:highlight'].some((name) => facts.has(name) || paragraph?.has(name));
  return !hasBehind && !named.some((id) => shading.has(id));
}
