import { partsOfValue } from './css-text.ts';
import { functionsOf, numberOf } from './lengths.ts';
import { NAMED_COLOURS } from './named-colours.table.ts';

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export interface Colour {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

/** Colours that differ less in each of red, green and blue look the same: a tenth of what a channel says is not read. */
const SAME = 16;
/** Less is not seen. */
export const FAINT = 0.05;

export function lookAlike({ rgb: a }: Colour, { rgb: b }: Colour): boolean {
  return a.every((channel, i) => Math.abs(channel - b[i]!) < SAME);
}

export const WHITE: Colour = { rgb: [255, 255, 255], alpha: 1 };
export const BLACK: Colour = { rgb: [0, 0, 0], alpha: 1 };

/** A colour of CSS (Color 4); null for what is none, and for one that is not read. */
export function colourOf(value: string): Colour | null {
  if (value === 'transparent') return { rgb: [0, 0, 0], alpha: 0 };
  const hex = NAMED_COLOURS.get(value) ?? /^#([\da-f]{3,8})$/.exec(value)?.[1];
  if (hex !== undefined) return hexColour(hex);
  const [first, more] = functionsOf(value);
  if (first === undefined || more !== undefined) return null;
  const parts = first.args
    .flatMap((part) => partsOfValue(part, '/'))
    .flatMap((part) => partsOfValue(part, ' '));
  return COLOUR_FUNCTIONS[first.name]?.(parts) ?? null;
}

function hexColour(hex: string): Colour | null {
  if (hex.length === 5 || hex.length === 7) return null;
  const step = hex.length > 4 ? 2 : 1;
  const at = (i: number): number => {
    const digits = hex.slice(i * step, (i + 1) * step);
    return Number.parseInt(step === 1 ? digits + digits : digits, 16);
  };
  return { rgb: [at(0), at(1), at(2)], alpha: hex.length === 4 || hex.length === 8 ? at(3) / 255 : 1 };
}

type ColourFunction = (parts: readonly string[]) => Colour | null;

const rgb: ColourFunction = (parts) => {
  const [r, g, b] = parts.map((part) => channelOf(part, 255));
  return withAlpha([r, g, b], parts[3]);
};

const hsl: ColourFunction = (parts) => {
  const [h, s, l] = [numberOf(parts[0] ?? ''), channelOf(parts[1], 100), channelOf(parts[2], 100)];
  if (h === null || s === null || l === null) return null;
  const chroma = (s / 100) * Math.min(l / 100, 1 - l / 100);
  const at = (n: number): number => {
    const k = (((n + h / 30) % 12) + 12) % 12;
    return 255 * (l / 100 - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return withAlpha([at(0), at(8), at(4)], parts[3]);
};

/** Of what is said by lightness and chroma: greys, the ends of which are white and black. */
const byLightness =
  (most: number): ColourFunction =>
  (parts) => {
    const lightness = channelOf(parts[0], most);
    const alpha = alphaOf(parts[3]);
    if (lightness === null || alpha === null) return null;
    const grey = Math.round((lightness / most) * 255);
    const isGrey = parts.slice(1, 3).every((part) => Math.abs(numberOf(part, 0.4) ?? 1) < 0.004);
    return isGrey || alpha < FAINT ? { rgb: [grey, grey, grey], alpha } : null;
  };

const COLOUR_FUNCTIONS: Readonly<Record<string, ColourFunction>> = {
  rgb,
  rgba: rgb,
  hsl,
  hsla: hsl,
  hwb: ([, white, black, alpha]) => {
    const [w, b] = [channelOf(white, 1), channelOf(black, 1)];
    const grey = w === null || b === null || w + b < 1 ? null : (255 * w) / (w + b);
    return withAlpha([grey, grey, grey], alpha);
  },
  color: ([space, ...parts]) => {
    const [r, g, b] = parts.map((part) => (channelOf(part, 1) ?? Number.NaN) * 255);
    return space === 'srgb' ? withAlpha([r, g, b], parts[3]) : null;
  },
  'light-dark': ([light = '']) => colourOf(light),
  oklch: byLightness(1),
  oklab: byLightness(1),
  lch: byLightness(100),
  lab: byLightness(100),
};

function channelOf(part: string | undefined, percentOf: number): number | null {
  return part === undefined ? null : part === 'none' ? 0 : numberOf(part, percentOf);
}

function alphaOf(part: string | undefined): number | null {
  return part === undefined ? 1 : channelOf(part, 1);
}

function withAlpha(
  channels: readonly (number | null | undefined)[],
  written: string | undefined,
): Colour | null {
  const [r, g, b] = channels;
  const alpha = alphaOf(written);
  if (r == null || g == null || b == null || alpha === null) return null;
  return { rgb: [r, g, b], alpha };
}
