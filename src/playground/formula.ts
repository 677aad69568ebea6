import { h } from '../site/browser/dom.ts';

/** A longer formula is shown as it is written. In characters. */
const FORMULA_MAX_CHARACTERS = 4000;
/** Formulas of papers nest about ten deep; parser and browser recurse once a level. */
const MOST_NESTED = 40;
/** Commands that define others: each expansion may hold many more tokens, which no cap of Temml counts. */
const DEFINES = /\\(?:[gex]?def|let|futurelet|(?:re|provide)?(?:new)?command)(?![a-z])/i;
/** Caps on what a formula may say of itself: sizes, in em and in points; macros that it expands. */
const CAPS: { maxSize: [number, number]; maxExpand: number } = { maxSize: [20, 200], maxExpand: 500 };

/**
 * A formula as the browser sets it: LaTeX as MathML, by Temml, which is loaded for the first formula. Until then, and for good
 * where Temml does not know it or it might cost too much, its LaTeX is shown. The source stays in `data-tex`.
 */
export function formula(tex: string, isBlock: boolean): HTMLElement {
  const source = tex.trim();
  const holder = h(isBlock ? 'div' : 'span', { class: 'math', 'data-tex': source }, h('code', {}, source));
  if (isBlock) holder.tabIndex = 0;
  const isCheap =
    source.length <= FORMULA_MAX_CHARACTERS && !DEFINES.test(source) && nesting(source) <= MOST_NESTED;
  if (isCheap) void set(holder, source, isBlock);
  return holder;
}

/** How deep a formula nests braces, environments and brackets that grow. */
function nesting(tex: string): number {
  let deepest = 0;
  let depth = 0;
  for (const [token] of tex.matchAll(/\\[a-z]+|\\.|[{}]/gi)) {
    if (/^(?:\{|\\(?:left|begin|begingroup|bgroup))$/.test(token)) deepest = Math.max(deepest, ++depth);
    else if (/^(?:\}|\\(?:right|end|endgroup|egroup))$/.test(token)) depth--;
  }
  return deepest;
}

async function set(holder: HTMLElement, source: string, displayMode: boolean): Promise<void> {
  try {
    const { default: temml } = await import('temml');
    // What is only read as text is never shown.
    if (!holder.isConnected) return;
    const place = h('span');
    temml.render(source, place, { ...CAPS, displayMode, throwOnError: true });
    // `\label` names elements and `\ref` points at names: those of this document are ours.
    for (const element of place.querySelectorAll('[id], [href]')) {
      element.removeAttribute('id');
      element.removeAttribute('href');
    }
    holder.replaceChildren(...place.childNodes);
  } catch {
    // The source stays.
  }
}
