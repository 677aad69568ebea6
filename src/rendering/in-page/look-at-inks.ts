import type { PageCanvas, PageElement, PageStyle, PageWindow } from './dom.ts';
import type { Surroundings } from './look-around.ts';

/** Red, green and blue of 255, and opacity. */
type Colour = readonly number[];

/** Runs in the page: colours and opacities of its elements. A difference of less than 16 of 255 is none, an opacity below 0.05 neither. */
export function lookAtInks({ once, styleOf, value, around }: Surroundings) {
  const { document, getComputedStyle } = globalThis as unknown as PageWindow;
  const newPaper = () =>
    (document.createElement('canvas') as unknown as PageCanvas).getContext('2d', {
      willReadFrequently: true,
    });
  let paper: ReturnType<typeof newPaper> | undefined;
  /** A colour by being painted, as its spelling is not the usual one. */
  const painted = (colour: string): Colour => {
    paper ??= newPaper();
    if (paper === null) return [0, 0, 0, 1];
    paper.clearRect(0, 0, 1, 1);
    paper.fillStyle = colour;
    paper.fillRect(0, 0, 1, 1);
    return Array.from(paper.getImageData(0, 0, 1, 1).data, (part, at) => (at === 3 ? part / 255 : part));
  };
  const colourOf = once((colour: string): Colour => {
    const [r = 0, g = 0, b = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return colour.startsWith('rgb') ? [r, g, b, alpha] : painted(colour);
  });
  const inkOf = (element: PageElement): Colour => colourOf(value(element, '-webkit-text-fill-color'));
  const isClear = (colour: Colour): boolean => colour[3]! < 0.05;
  const isTransparent = (element: PageElement): boolean => isClear(inkOf(element));
  const isMasked = (element: PageElement): boolean => {
    if (value(element, 'mask-image') !== 'none' && /^0px(?: 0px)?$/.test(value(element, 'mask-size')))
      return true;
    const stops = value(element, 'mask-image').match(/rgba?\([^()]*\)/g) ?? [];
    return stops.length > 0 && stops.every((stop) => isClear(colourOf(stop)));
  };
  const opacityOf: (element: PageElement) => number = once((element) => {
    const up = around(element);
    const filtered = Number(/opacity\(([\d.]+)\)/.exec(value(element, 'filter'))?.[1] ?? 1);
    const own = isMasked(element) ? 0 : Number(value(element, 'opacity')) * filtered;
    return own * (up === null ? 1 : opacityOf(up));
  });
  /** What the boxes around letters put behind these: a colour, or `any` for what is not known; null for nothing. */
  const groundOf: (element: PageElement) => Colour | 'any' | null = once((element) => {
    if (value(element, 'background-image') !== 'none') return 'any';
    const ground = colourOf(value(element, 'background-color'));
    const up = around(element);
    if (isClear(ground)) return up === null ? null : groundOf(up);
    return ground[3]! < 0.95 ? 'any' : ground;
  });
  const isCutOut: (element: PageElement) => boolean = once((element) => {
    const up = around(element);
    return value(element, 'background-clip') === 'text' || (up !== null && isCutOut(up));
  });
  const areAlike = (a: Colour, b: Colour): boolean => [0, 1, 2].every((at) => Math.abs(a[at]! - b[at]!) < 16);
  /** Whether letters differ from a ground; null where the ground lets through what is behind it. */
  const differs = (ink: Colour, style: PageStyle): boolean | null => {
    if (style.getPropertyValue('background-image') !== 'none') return true;
    const ground = colourOf(style.getPropertyValue('background-color'));
    if (isClear(ground)) return null;
    return ground[3]! < 0.95 || !areAlike(ink, ground);
  };
  const WHITE = [255, 255, 255];
  /** Whether letters seem to have no colour, or that of the boxes around them. */
  const isPale = once((element): boolean => {
    const ink = inkOf(element);
    const ground = isClear(ink) ? null : (groundOf(element) ?? WHITE);
    if (ground === 'any' || (ground !== null && !areAlike(ink, ground)) || isCutOut(element)) return false;
    return (
      value(element, 'text-shadow') === 'none' &&
      !(Number.parseFloat(value(element, '-webkit-text-stroke-width')) > 0)
    );
  });
  /** Whether letters differ from what is painted behind them: elements, foremost first. */
  const standsOut = (element: PageElement, behind: readonly PageElement[]): boolean => {
    const ink = inkOf(element);
    for (const box of behind) {
      if (/^(?:img|picture|video|iframe|canvas|svg|object|embed)$/i.test(box.tagName)) return true;
      const drawn = ['::after', '::before']
        .map((part) => getComputedStyle(box, part))
        .filter((style) => !/^(?:none|normal)?$/.test(style.getPropertyValue('content')));
      for (const style of [...drawn, styleOf(box)]) {
        const isSeen = differs(ink, style);
        if (isSeen !== null) return isSeen;
      }
    }
    return !areAlike(ink, WHITE);
  };
  return { isTransparent, opacityOf, isPale, standsOut };
}
