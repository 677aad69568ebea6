import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { ATTRIBUTION } from '../traits.ts';
import { handleAttribution } from './blockquote.ts';
import type { Recogniser } from './handler.ts';

/** What classes can make of an element, the more telling first; each looks only at elements with its bit. */
const BY_TRAIT: readonly (readonly [number, Recogniser])[] = [[ATTRIBUTION, handleAttribution]];

/** Lets the recognisers look at an element; null when it is only what its tag says. */
export function recognise(node: HtmlNode, b: Builder): boolean | null {
  const { traits } = b.at;
  if (traits === 0) return null;
  for (const [bit, handle] of BY_TRAIT) {
    if ((traits & bit) === 0) continue;
    const done = handle(node, b);
    if (done !== null) return done;
  }
  return null;
}
