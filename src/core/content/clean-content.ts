import {
  type InvisibleCounts,
  type TextUse,
  withEncodedInvisible,
  withoutInvisible,
} from '../invisible-characters.ts';
import { type ContentNode, walkContent } from '../walk-content.ts';
import type { Root } from './tree.ts';

type Rule = TextUse | 'url';

type NodeType = Exclude<ContentNode['type'], undefined>;
type NodeOf<Type> = Extract<ContentNode, { type: Type }>;
/** Fields of a node that hold any string, as against one of a few. */
type StringField<Node> = {
  [Field in keyof Node]-?: string extends Exclude<Node[Field], null> ? Field : never;
}[keyof Node];

/** Rule of every string of every node; one that is missing does not compile. */
const RULES: {
  readonly [Type in NodeType as StringField<NodeOf<Type>> extends never ? never : Type]: Readonly<
    Record<StringField<NodeOf<Type>>, Rule>
  >;
} = {
  text: { value: 'prose' },
  code: { lang: 'code', meta: 'code', value: 'code' },
  math: { value: 'code' },
  inlineCode: { value: 'code' },
  inlineMath: { value: 'code' },
  link: { url: 'url', title: 'prose' },
  image: { url: 'url', title: 'prose', alt: 'prose', name: 'prose' },
  callout: { name: 'prose' },
  footnoteDefinition: { identifier: 'code' },
  footnoteReference: { identifier: 'code' },
};

/** Fields of a node that hold strings, each with its rule, by type of node; nodes without any are missing. */
export const STRING_FIELDS: ReadonlyMap<ContentNode['type'], readonly (readonly [string, Rule])[]> = new Map(
  Object.entries<Record<string, Rule>>(RULES).map(([type, rules]) => [
    type as ContentNode['type'],
    Object.entries(rules),
  ]),
);

/** Takes what shows nothing out of every string of a tree, in place, and counts it. All that is written comes through here. */
export function cleanContent(root: Root, counts: InvisibleCounts): void {
  walkContent(root, (node) => {
    // Most nodes are texts.
    if (node.type === 'text') node.value = withoutInvisible(node.value, 'prose', counts);
    else cleanFields(node, counts);
  });
}

function cleanFields(node: ContentNode, counts: InvisibleCounts): void {
  const fields = STRING_FIELDS.get(node.type);
  if (fields === undefined) return;
  const strings = node as unknown as Record<string, string | null>;
  for (const [field, rule] of fields) {
    const value = strings[field];
    if (typeof value === 'string' && value !== '')
      strings[field] = rule === 'url' ? withEncodedInvisible(value) : withoutInvisible(value, rule, counts);
  }
}
