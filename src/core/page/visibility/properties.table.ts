import { each } from '../../word-set.ts';

/** Properties that hide together, as bits. */
export const GROUP = {
  display: 1,
  visibility: 2,
  opacity: 4,
  size: 8,
  place: 16,
  clip: 32,
  font: 64,
  colour: 128,
  position: 256,
  indent: 512,
} as const;

/** A property that says whether an element is seen. */
export interface Property {
  /** The usual one of its names, left to right and top to bottom. */
  readonly name: string;
  readonly group: number;
}

const GROUPS = new Map<string, number>([
  ...each('all', 1023),
  ...each('display content-visibility', GROUP.display),
  ...each('visibility', GROUP.visibility),
  ...each('opacity filter mask mask-image animation animation-name animation-fill-mode', GROUP.opacity),
  ...each('width height max-width max-height min-width min-height', GROUP.size),
  ...each('overflow overflow-x overflow-y contain float', GROUP.size),
  ...each('padding padding-left padding-right padding-top padding-bottom', GROUP.size),
  ...each('position', GROUP.position),
  ...each('left right top bottom inset inset-inline inset-block', GROUP.place),
  ...each('margin margin-left margin-top margin-inline margin-block', GROUP.place),
  ...each('transform translate scale rotate zoom', GROUP.place),
  ...each('text-indent letter-spacing', GROUP.indent),
  ...each('clip clip-path', GROUP.clip),
  ...each('font font-size font-size-adjust -webkit-text-security', GROUP.font),
  ...each('color -webkit-text-fill-color text-shadow -webkit-text-stroke', GROUP.colour),
  ...each('background background-color background-image background-clip', GROUP.colour),
]);

/** Other names of properties. */
const ALIASES = new Map<string, string>([
  ['block-size', 'height'],
  ['inline-size', 'width'],
  ['max-block-size', 'max-height'],
  ['max-inline-size', 'max-width'],
  ['min-block-size', 'min-height'],
  ['min-inline-size', 'min-width'],
  ['overflow-block', 'overflow-y'],
  ['overflow-inline', 'overflow-x'],
  ['inset-inline-start', 'left'],
  ['inset-inline-end', 'right'],
  ['inset-block-start', 'top'],
  ['inset-block-end', 'bottom'],
  ['margin-inline-start', 'margin-left'],
  ['margin-block-start', 'margin-top'],
  ['padding-inline-start', 'padding-left'],
  ['padding-inline-end', 'padding-right'],
  ['padding-block-start', 'padding-top'],
  ['padding-block-end', 'padding-bottom'],
  ...'transform clip-path mask mask-image filter background-clip opacity animation animation-name animation-fill-mode'
    .split(' ')
    .map((name) => [`-webkit-${name}`, name] as const),
]);

/** Properties by each of their names; none that hides nothing. */
export const PROPERTIES: ReadonlyMap<string, Property> = new Map(
  [...[...GROUPS.keys()].map((name) => [name, name] as const), ...ALIASES].map(([name, usual]) => [
    name,
    { name: usual, group: GROUPS.get(usual)! },
  ]),
);
