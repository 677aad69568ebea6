import { inOrder } from '../../html/element-index.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../../html/tree.ts';
import { lazyFor } from '../../lazy.ts';
import type { ComplexSelector } from '../selectors/selector.ts';
import { Cascade } from './cascade.ts';
import { type Declaration, declarationsIn } from './css-text.ts';
import { HidingColours } from './hiding-colours.ts';
import { hintsOf } from './hints.ts';
import type { OwnSheets } from './own-sheets.ts';
import { PossibleValues } from './possible-values.ts';
import { GROUP, PROPERTIES } from './properties.table.ts';
import { mayHide } from './properties.ts';
import { type RuleSelector, selectorsOf } from './rule-selectors.ts';
import { colouredBy, type StyleRule } from './style-rule.ts';

/** The styles of a page of which something may be hidden. */
export interface Suspects {
  readonly cascade: Cascade;
  /** Elements that some declaration may hide, alone or with others, in document order, and the groups in which it is. */
  readonly elements: readonly (readonly [node: HtmlNode, groups: number])[];
}

/** What may hide something of a page; null where nothing does. */
export function findSuspects(
  doc: HtmlDocument,
  { reader, areAll, names: pageNames }: OwnSheets,
): Suspects | null {
  const inline = new Map<string, readonly Declaration[]>();
  const own = declaredByAttributes(doc, inline);
  const values = new PossibleValues(reader.variables, inline);
  const colours = new HidingColours(areAll, values, reader.rules, own);
  const names = pageNames();
  /** By the place of each rule in the page. */
  const known: (readonly RuleSelector[] | undefined)[] = [];
  const selectorsFor = (rule: StyleRule): readonly RuleSelector[] =>
    (known[rule.order] ??= selectorsOf(rule, names));
  const groupsOf = (rule: StyleRule | null, declared: readonly Declaration[], bits: number): number =>
    framesIn(declared, reader.keyframes, values) |
    groupsIn(declared, values) |
    (bits !== 0 && colours.hide(bits, rule, declared) ? GROUP.colour : 0);
  const hits: (readonly [groups: number, selectors: readonly RuleSelector[]])[] = [];
  for (const rule of reader.rules) {
    const isAnimated = rule.isAnimated && reader.keyframes.size > 0;
    const isUntold = rule.varied !== 0 || isAnimated || colours.mayHide(rule.colours, true);
    if (rule.hiding === 0 && !isUntold) continue;
    const selectors = selectorsFor(rule);
    if (!selectors.some((one) => one.mayMatch)) continue;
    const groups = rule.hiding | (isUntold ? groupsOf(rule, rule.declarations(), rule.colours) : 0);
    if (groups !== 0) hits.push([groups, selectors]);
  }
  const byNode = new Map<HtmlNode, number>();
  const hidingBy = lazyFor((declared: readonly Declaration[]) => {
    const bits = declared.reduce((all, { name, value }) => all | colouredBy(name, value), 0);
    return groupsOf(null, declared, bits);
  });
  for (const [node, declared] of own) note(byNode, node, hidingBy(declared));
  if (hits.length === 0 && byNode.size === 0) return null;
  const cascade = new Cascade(doc, reader, inline, selectorsFor);
  for (const [groups, all] of hits)
    for (const one of all) {
      const isSole = one.all?.length === 1;
      if (!one.mayMatch || (!isSole && one.selector === undefined)) continue;
      const name = one.names.at(-1)!;
      const nodes = names.nodes(name === '' ? attributeOf(one.selector!) : name);
      doc.budget.spend(nodes.length, 'reading the styles of the page');
      for (const node of nodes)
        if (isSole || ((groups & ~(byNode.get(node) ?? 0)) !== 0 && cascade.matches(node, one)))
          note(byNode, node, groups);
    }
  return { cascade, elements: inOrder([...byNode.keys()]).map((node) => [node, byNode.get(node)!]) };
}

function note(byNode: Map<HtmlNode, number>, node: HtmlNode, groups: number): void {
  if (groups !== 0) byNode.set(node, (byNode.get(node) ?? 0) | groups);
}

/** The attribute that the last part of a selector asks for, after `[`; '' for none. */
function attributeOf(selector: ComplexSelector): string {
  const asked = selector.at(-1)!.simple.find((one) => one.kind === 'attribute');
  return asked?.kind === 'attribute' ? `[${asked.name}` : '';
}

/** Groups whose declarations are read where some of another hide. */
const WITH: readonly (readonly [group: number, others: number])[] = [
  [
    GROUP.size | GROUP.place | GROUP.clip | GROUP.font | GROUP.indent,
    GROUP.size | GROUP.place | GROUP.position | GROUP.display | GROUP.font | GROUP.indent,
  ],
  [GROUP.colour, GROUP.position],
];

/** Groups of which the declarations are read where those of some may hide. */
export function withOthers(groups: number): number {
  return WITH.reduce((all, [group, others]) => ((groups & group) === 0 ? all : all | others), groups);
}

/** What elements declare by attributes of their own. */
function declaredByAttributes(
  { elements }: HtmlDocument,
  inline: Map<string, readonly Declaration[]>,
): (readonly [HtmlNode, readonly Declaration[]])[] {
  const declared: (readonly [HtmlNode, readonly Declaration[]])[] = [];
  for (const node of elements.having('style')) {
    const style = attr(node, 'style')!;
    let own = inline.get(style);
    if (own === undefined) {
      own = declarationsIn(style).filter(({ name }) => PROPERTIES.has(name) || name.startsWith('--'));
      inline.set(style, own);
    }
    if (own.length > 0) declared.push([node, own]);
  }
  const hinted = [
    ...(['hidden', 'popover', 'bgcolor'] as const).map((name) => elements.having(name)),
    ...['dialog', 'font', 'body'].map((tag) => elements.tagged(tag)),
  ].flat();
  for (const node of hinted) {
    const hints = hintsOf(node);
    if (hints.length > 0)
      declared.push([node, hints.map(([name, value]) => ({ name, value, isImportant: false }))]);
  }
  return declared;
}

function groupsIn(declared: readonly Declaration[], values: PossibleValues): number {
  let groups = 0;
  for (const { name, value } of declared) {
    const group = PROPERTIES.get(name)?.group ?? 0;
    if (group === 0 || group === GROUP.colour || (groups & group) !== 0) continue;
    const isSimple = (group & (GROUP.display | GROUP.visibility | GROUP.opacity)) !== 0;
    if (values.of(value)?.some((one) => mayHide(name, one)) ?? isSimple) groups |= group;
  }
  return groups;
}

/** Groups in which the last frame of an animation may hide. */
function framesIn(
  declared: readonly Declaration[],
  keyframes: ReadonlyMap<string, readonly Declaration[]>,
  values: PossibleValues,
): number {
  let groups = 0;
  if (keyframes.size === 0) return groups;
  for (const { name, value } of declared)
    if (name.startsWith('animation'))
      for (const word of value.split(/[\s,]+/)) groups |= groupsIn(keyframes.get(word) ?? [], values);
  return groups === 0 ? 0 : groups | GROUP.opacity;
}
