import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';

/** Enters an element: true lets the walk go on with its children, false passes them over. */
export type Handler = (node: HtmlNode, b: Builder) => boolean;

/** Looks at an element by its class, role or data: null leaves it to the handler of its tag. */
export type Recogniser = (node: HtmlNode, b: Builder) => boolean | null;
