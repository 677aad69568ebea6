import { firstOf } from '../first-of.ts';
import { attr, HEADINGS, type HtmlNode, isHeadingTag, nodesOf } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE } from '../page/roles.ts';
import { labelOf } from '../page/text-of.ts';
import { each, wordSet } from '../word-set.ts';
import { signOf } from './callout-head.ts';

/** GitHub's five kinds. */
const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof CALLOUT_KINDS)[number];
type Kind = CalloutKind;

export function isCalloutKind(name: string): name is CalloutKind {
  return (CALLOUT_KINDS as readonly string[]).includes(name);
}

/** What generators call their kinds. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...each<Kind>('note info information abstract summary tldr example quote cite question help faq', 'note'),
  ...each<Kind>(
    'todo seealso primary secondary versionadded versionchanged noteclassic light neutral',
    'note',
  ),
  ...each<Kind>('tip hint success check done idea positive notetip', 'tip'),
  ...each<Kind>('important key special noteimportant', 'important'),
  ...each<Kind>('warning warn pitfall attention deprecated notewarning', 'warning'),
  ...each<Kind>('caution danger error bug failure fail missing critical destructive negative', 'caution'),
]);

/** Icons that say the kind where no name does (Ghost, Notion, ReadMe, Nextra). */
const ICONS: readonly (readonly [RegExp, Kind])[] = [
  [/[⚠🚧]|^!$/u, 'warning'],
  [/[💡👍✅🎉]/u, 'tip'],
  [/[❗‼📣]/u, 'important'],
  [/[🚫🔥⛔❌🛑🚨]/u, 'caution'],
];

/** Names which mean a callout whatever else the class says; the others need a kind beside them. */
const SURE =
  /(?:^|\s)(?:(?=[\w-]*admonition)[\w-]+|callout|[\w-]+-callout|callout-block|callout_[\w-]+|markdown-alert|custom-block|custom-container|hint-container|starlight-aside|admonitionblock|confluence-information-macro|notecard|book-hint|gdoc-hint|kg-callout-card|blockquote-tag|prompt-(?:tip|info|warning|danger))(?:\s|$)/i;
/** Names of callouts that only generators write; anything that stands out is called a callout by some author. */
const GENERATED =
  /(?:^|\s)(?:(?=[\w-]*admonition)[\w-]+|markdown-alert|hint-container|starlight-aside|confluence-information-macro|notecard|book-hint|gdoc-hint|kg-callout-card|blockquote-tag|nextra-callout|notion-callout|callout_[\w-]+)(?:\s|$)/i;
const CALLOUT_DATA = ['data-callout', 'data-callout-type', 'data-admonition'];
/** Attributes that may name a kind. */
const KIND_DATA = [...CALLOUT_DATA, 'data-type', 'data-variant', 'type'];
/** Names which are a callout with a kind among their words (`alert alert-warning`, `message is-info`). */
const LIKELY = /(?:^|\s)(?:alert|notices?|hint|message|alert-box|box)(?:\s|$)/i;
/** Those of them that are one where a sign stands ahead of their text; an aside is with any. */
const MARKED = /(?:^|\s)(?:alert|notices?|hint)(?:\s|$)/i;
/** Classes of a text's colour, which say no kind: `color-primary`. */
const COLOUR = /(?<=^|\s)colou?r-\w{1,30}(?=\s|$)/g;
/** Classes that are a kind and nothing else, as Sphinx, Google and Just the Docs write them. */
const ALONE =
  /^\s*(?:note|tip|important|warning|caution|danger|attention|seealso|deprecated|versionadded|versionchanged|noteclassic|noteimportant|notetip|notewarning|notice--\w+|alert)\s*$/i;

/** Those of Python-Markdown beside them, which it folds (`pymdownx.details`); a question with its answer folds as any other. */
const FOLDED = /^\s*(?:abstract|example|bug|quote|success|failure)(?:\s+inline(?:\s+end)?)?\s*$/;

/** Sections of a description that are callouts, as Doxygen writes them. */
const SECTION = /^\s*section (?:note|warning|attention|important|remark|deprecated)\s*$/i;

/** Nodes of a callout within which its title begins. */
const MAX_NODES_TO_TITLE = 12;
const TAGS = wordSet('dl div aside section blockquote p details figure article li');

/** The kind of callout that an element is; null for boxes that are none. */
export function calloutKind(a: Annotation, node: HtmlNode): Kind | null {
  if (!TAGS.has(node.tag) && !node.tag.includes('-')) return null;
  const cls = a.roles.names(node);
  if (node.tag === 'dl') return SECTION.test(cls) ? wordKind(cls) : null;
  const isDetails = node.tag === 'details';
  const sure = SURE.test(cls) && !isPartOnly(cls);
  const alone = !sure && isAlone(a, node, cls);
  if (!sure && !alone && (isDetails || !LIKELY.test(cls))) return null;
  const named =
    firstOf(KIND_DATA, (name) => KINDS.get(attr(node, name)?.toLowerCase() ?? '')) ??
    wordKind(cls.replace(COLOUR, ''));
  if (named !== null) return alone && holdsHeading(a, node, 2) ? null : named;
  const mayHaveSign = !sure && !isDetails && (node.tag === 'aside' || MARKED.test(cls));
  const sign = mayHaveSign ? signOf(a, node) : null;
  if (!sure || isDetails) return sign && iconIn(labelOf(a.doc, sign, 8));
  const heading = nodesOf(a.doc, node, MAX_NODES_TO_TITLE).find(
    ({ tag }) => isHeadingTag(tag) && tag !== 'h1',
  );
  const headed = heading === undefined ? undefined : KINDS.get(labelOf(a.doc, heading, 40).toLowerCase());
  if (headed !== undefined || holdsHeading(a, node, 3)) return headed ?? null;
  return iconKind(a, node) ?? (isGenerated(a, node) ? 'note' : null);
}

/** Whether a box that names no kind is a callout all the same: a generator wrote it, or it has a title of its own. */
function isGenerated(a: Annotation, node: HtmlNode): boolean {
  const cls = a.roles.names(node);
  if (GENERATED.test(cls) || CALLOUT_DATA.some((name) => attr(node, name) !== null)) return true;
  if (!/(?:^|\s)callout(?:\s|$)/.test(cls)) return false;
  const first = nodesOf(a.doc, node, MAX_NODES_TO_TITLE);
  return node.tag === 'figure' || first.some((inner) => a.roles.has(inner, ROLE.calloutTitle));
}

/** Whether a box has a heading down to a level, and so is a part of the page: Foundation calls all its panels callouts. */
function holdsHeading({ doc }: Annotation, node: HtmlNode, deepest: number): boolean {
  return doc.elements.hasWithin(node, ...HEADINGS.slice(0, deepest));
}

/** What stands behind the word for a callout in the names of its parts. */
const PART = /title|heading|header|content|body|text|icon|inner|label|emoji|container|fold/i;

/** A class like `callout-title` or `admonition-content` names a part of a callout, not one. */
function isPartOnly(cls: string): boolean {
  const behind = cls.split(/[^\w-]+/).flatMap((name) => name.split(/admonition|callout/i).slice(1));
  const isWhole = /(?:^|\s)(?:admonition|callout|theme-admonition|kg-callout-card)(?:\s|$)/.test(cls);
  return !isWhole && behind.some((rest) => PART.test(rest));
}

function isAlone(a: Annotation, node: HtmlNode, cls: string): boolean {
  // An article of a list may be an important one, a paragraph of any page a note.
  if (node.tag === 'article' || (node.tag === 'p' && /^\s*note\s*$/i.test(cls) && !isNamed(a, node)))
    return false;
  const mayBeBare = /^(?:aside|p|blockquote|details)$/.test(node.tag);
  if (node.tag === 'details' && FOLDED.test(cls)) return true;
  return ALONE.test(cls) || (mayBeBare && /^\s*(?:info|error)\s*$/.test(cls));
}

function isNamed(a: Annotation, node: HtmlNode): boolean {
  return KINDS.has(/^\p{L}+/u.exec(labelOf(a.doc, node, 20))?.[0].toLowerCase() ?? '');
}

/** The kind among the words of a class: `alert--warning`, `is-info`, `theme-admonition-note`. */
function wordKind(cls: string): Kind | null {
  const tokens = cls.toLowerCase().split(/\s+/);
  const words = tokens.map((token) => token.split(/[-_]+/).reverse());
  // "hint" and "information" are also what some generators call every callout: the last to be believed.
  const candidates = [...tokens, ...words.map((list) => list[0] ?? ''), ...words.flat()];
  const telling = candidates.find((word) => KINDS.has(word) && word !== 'hint' && word !== 'information');
  return KINDS.get(telling ?? candidates.find((word) => KINDS.has(word)) ?? '') ?? null;
}

function iconKind(a: Annotation, node: HtmlNode): Kind | null {
  const texts = nodesOf(a.doc, node, MAX_NODES_TO_TITLE).map(({ text }) => text.slice(0, 8));
  return iconIn(((attr(node, 'theme') ?? '') + texts.join('')).slice(0, 60));
}

function iconIn(text: string): Kind | null {
  return firstOf(ICONS, ([pattern, kind]) => (pattern.test(text) ? kind : null));
}
