import type { HtmlNode } from '../../html/tree.ts';

/** What attributes say of the looks of an element, and browsers by themselves (HTML, 15.3). */
export function hintsOf({ tag, attrs }: HtmlNode): readonly (readonly [name: string, value: string])[] {
  const hints: [string, string][] = [];
  for (let k = 0; k < attrs.length; k++) {
    const { name, value } = attrs[k]!;
    const hint = HINTS[name];
    if (hint === undefined || (name === 'color' && tag !== 'font') || (name === 'text' && tag !== 'body'))
      continue;
    if (hint === 'background-image') hints.push([hint, `url(${value})`]);
    else if (hint !== 'display') hints.push([hint, legacyColour(value)]);
    else if (name === 'popover' || value.toLowerCase() !== 'until-found') hints.push([hint, 'none']);
  }
  if (tag === 'dialog' && attrs.every(({ name }) => name !== 'open')) hints.push(['display', 'none']);
  return hints;
}

/** Properties by the attribute that says them. */
const HINTS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  hidden: 'display',
  popover: 'display',
  bgcolor: 'background-color',
  background: 'background-image',
  color: 'color',
  text: 'color',
});

/** A colour of an old attribute, of which digits need no sign ahead (HTML, 2.3.6). */
function legacyColour(value: string): string {
  const colour = value.trim().toLowerCase();
  return /^[\da-f]{6}$/.test(colour) ? `#${colour}` : colour;
}
