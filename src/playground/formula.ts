import { h } from '../site/browser/dom.ts';

/** A longer formula is shown as it is written. In characters. */
const FORMULA_MAX_CHARACTERS = 4000;
/** Caps on what a formula may say of itself: sizes and widths of lines, in em; macros that it expands. */
const CAPS: { maxSize: [number, number]; maxExpand: number } = { maxSize: [20, 2], maxExpand: 500 };

/**
 * A formula as the browser sets it: LaTeX as MathML, by Temml, which is loaded for the first formula. Until then, and for good
 * where Temml does not know it, its LaTeX is shown. The source stays in `data-tex`.
 */
export function formula(tex: string, isBlock: boolean): HTMLElement {
  const source = tex.trim();
  const holder = h(isBlock ? 'div' : 'span', { class: 'math', 'data-tex': source }, h('code', {}, source));
  if (isBlock) holder.tabIndex = 0;
  if (source.length <= FORMULA_MAX_CHARACTERS) void set(holder, source, isBlock);
  return holder;
}

async function set(holder: HTMLElement, source: string, displayMode: boolean): Promise<void> {
  try {
    const { default: temml } = await import('temml');
    // What is only read as text is never shown.
    if (!holder.isConnected) return;
    const place = h('span');
    temml.render(source, place, { ...CAPS, displayMode, throwOnError: true });
    holder.replaceChildren(...place.childNodes);
  } catch {
    // The source stays.
  }
}
