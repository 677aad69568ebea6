import { isBlank } from '../../html/blank.ts';
import { holdsAny } from '../../html/element-index.ts';
import {
  attr,
  childParts,
  ELEMENT,
  elementBeside,
  following,
  type HtmlDocument,
  type HtmlNode,
  nearest,
  siblingElement,
} from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { wordSet } from '../../word-set.ts';
import type { ComplexSelector, SimpleSelector } from '../selectors/selector.ts';
import type { Cascade, Style } from './cascade.ts';

/** What says that a hidden part comes to be seen. All of it can be forged, so whoever keeps such a part names it. */
export type Evidence = 'details' | 'until-found' | 'control' | 'tab' | 'rule' | 'alike' | 'page' | 'formula';

/** What controls of Bootstrap do to their target when it is a part of the text: it opens there, and lies over nothing. */
const TOGGLES = wordSet('collapse tab pill');

/** Identifiers that controls and links of the page name. */
const namedIds = lazyBy(({ elements }: HtmlDocument): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const node of elements.having('aria-controls')) addWords(ids, attr(node, 'aria-controls')!);
  for (const node of elements.having('for')) if (node.tag === 'label') addWords(ids, attr(node, 'for')!);
  const addCalled = (script: string): void => {
    for (const [, id] of script.slice(0, MAX_SCRIPT_CHARS).matchAll(QUOTED)) ids.add(id!);
  };
  for (const node of elements.having('onclick')) addCalled(attr(node, 'onclick')!);
  const links = ['a', 'area'].map((tag) => ['href', elements.tagged(tag)] as const);
  const targets = [...links, ...elements.targeting()];
  for (const [name, nodes] of targets)
    for (const node of nodes) {
      const value = attr(node, name) ?? '';
      if (name === 'href' && node.tag === 'a' && SCRIPT.test(value)) addCalled(value);
      if (value.length < 2 || (name === 'href' && value[0] !== '#')) continue;
      const toggle = attr(node, 'data-bs-toggle') ?? attr(node, 'data-toggle');
      if (toggle === null || TOGGLES.has(toggle)) ids.add(value.replace(/^#/, ''));
    }
  return ids;
});

/** A name in quotes, which a call of a script is given: `toggle('a1')`. */
const QUOTED = /['"]#?([a-z][\w:.-]{0,60})['"]/gi;
/** Characters of a script on a control that are read. */
const MAX_SCRIPT_CHARS = 200;

const SCRIPT = /^\s*javascript:/i;

function addWords(words: Set<string>, text: string): void {
  for (const word of text.match(/\S+/g) ?? []) words.add(word);
}

/** Boxes around a panel, one of which holds its tabs; and elements within what stands ahead of a part that may be its control. */
const MAX_TAB_HEIGHT = 3;
const MAX_CONTROL_NODES = 12;

const tabsOf = lazyBy(({ elements }: HtmlDocument) =>
  elements.having('role').filter((node) => attr(node, 'role') === 'tab'),
);

/** Whether a panel is that of a tab: one that it names, or one of those beside it. */
function hasTab(doc: HtmlDocument, panel: HtmlNode): boolean {
  const named = doc.elements.byId().get(attr(panel, 'aria-labelledby') ?? '');
  if (named !== undefined && attr(named, 'role') === 'tab') return true;
  const tabs = tabsOf(doc);
  return nearest(panel.parent, (box) => holdsAny(box, tabs), MAX_TAB_HEIGHT) !== null;
}

/**
 * Whether right ahead of an element stands a control that tells whether what it unfolds is open (WAI-ARIA 1.2, aria-expanded), or a
 * label that can be pressed, or one whose identifier has the same number: `control-1`, `content-1`.
 */
function isUnfolded(doc: HtmlDocument, node: HtmlNode): boolean {
  const ahead = siblingElement(node, 'prev');
  const isLabel = ahead !== null && elementBeside(node, 'prev') === ahead && isShort(doc, ahead);
  if (isLabel && numberOf(ahead) !== '' && numberOf(ahead) === numberOf(node)) return true;
  let at = ahead;
  for (let i = 0; i < MAX_CONTROL_NODES && at !== null; i++, at = following(at, ahead!)) {
    if (at.kind !== ELEMENT) continue;
    if (attr(at, 'aria-expanded') !== null || (isLabel && isPressed(at) && saysAllOf(doc, at, ahead)))
      return true;
  }
  return false;
}

/** Most nodes and characters of a label that opens what stands behind it. */
const MAX_LABEL_NODES = 40;
const MAX_LABEL_CHARS = 200;

/** Whether an element is no more than a label, and none of a form, whose buttons send it. */
function isShort({ nodes }: HtmlDocument, { index, end, parent }: HtmlNode): boolean {
  if (end - index > MAX_LABEL_NODES || nearest(parent, ({ tag }) => tag === 'form') !== null) return false;
  const chars = nodes.slice(index, end).reduce((sum, { text }) => sum + text.trim().length, 0);
  return chars > 0 && chars <= MAX_LABEL_CHARS;
}

/** The number in an identifier; '' where it has none. */
const numberOf = (node: HtmlNode): string => /\d+/.exec(attr(node, 'id') ?? '')?.[0] ?? '';

/** Whether readers can press an element, and it leads nowhere else. Code and tables take the focus to be scrolled. */
function isPressed(node: HtmlNode): boolean {
  const leadsAway = !/^(?:#|\s*javascript:|$)/i.test(attr(node, 'href') ?? '');
  if (leadsAway || node.tag === 'pre' || node.tag === 'table') return false;
  if (node.tag === 'button' || attr(node, 'role') === 'button' || attr(node, 'onclick') !== null) return true;
  return (attr(node, 'tabindex') ?? '-').trim()[0] !== '-';
}

/** Whether all text of a box is that of an element in it. */
function saysAllOf({ nodes }: HtmlDocument, { index, end }: HtmlNode, box: HtmlNode): boolean {
  return [...nodes.slice(box.index, index), ...nodes.slice(end, box.end)].every(({ text }) => isBlank(text));
}

/** The evidence that attributes of the page give for a hidden element; null without any. */
export function evidenceByName(doc: HtmlDocument, node: HtmlNode): Evidence | null {
  const id = attr(node, 'id');
  if (id !== null && id !== '' && namedIds(doc).has(id)) return 'control';
  if (attr(node, 'role') === 'tabpanel' && hasTab(doc, node)) return 'tab';
  if (isUnfolded(doc, node)) return 'control';
  const parts = childParts(node);
  return parts.length === 1 && parts[0]!.tag === 'math' ? 'formula' : null;
}

/**
 * Whether a rule of the page shows an element in another state of it or of what is around it: with a class more, when it is
 * the target, when a box is checked. `groups`: of what hides it. `hides`: whether it is hidden in a style.
 */
export function isShownInState(
  cascade: Cascade,
  node: HtmlNode,
  groups: number,
  hides: (style: Style) => boolean,
): boolean {
  if (!hides(cascade.styleOf(node))) return false;
  return cascade.someConcerning(node, groups, (one) => {
    const { rule, selector } = one;
    if (selector === undefined || !mayMatch(cascade, node, selector)) return false;
    return !cascade.matches(node, one) && !hides(cascade.with(node, rule.declarations()));
  });
}

/** Whether an element has a name that the last compound of a selector asks for, and may come to match the rest of it. */
function mayMatch(cascade: Cascade, node: HtmlNode, selector: ComplexSelector): boolean {
  const { simple } = selector.at(-1)!;
  const meets = (one: SimpleSelector): boolean => cascade.matcher.meets(node, one);
  const names = simple.filter(
    (one) => one.kind === 'attribute' && (one.name === 'class' || one.name === 'id'),
  );
  if (names.length > 0 && !names.some(meets)) return false;
  return simple.every((one) => {
    if (one.kind === 'part') return false;
    return isCondition(one) || meets(one);
  });
}

/** Whether readers or scripts change what a simple selector asks for. */
function isCondition(simple: SimpleSelector): boolean {
  if (simple.kind === 'attribute') return simple.name !== 'id';
  return simple.kind === 'state' || simple.kind === 'any' || simple.kind === 'has';
}
