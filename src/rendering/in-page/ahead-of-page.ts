/**
 * Runs in every document before its own scripts: shadow roots that a page would close are opened, so that their content
 * can be read.
 */
export function aheadOfPage(): void {
  const { prototype } = (
    globalThis as unknown as { Element: { prototype: { attachShadow(init: { mode: string }): unknown } } }
  ).Element;
  const attach = prototype.attachShadow;
  prototype.attachShadow = function attachShadow(init) {
    return attach.call(this, { ...init, mode: 'open' });
  };
}
