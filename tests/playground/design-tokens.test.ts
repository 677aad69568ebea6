import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const SITE = new URL('../../src/site/', import.meta.url);
const css = readFileSync(new URL('tokens.css', SITE), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

/** Colours by name, as three numbers from 0 to 255. */
const coloursOf = (theme: string): Record<string, readonly number[]> =>
  Object.fromEntries(
    [...theme.matchAll(/--([a-z-]+): #([0-9a-f]{6});/g)].map(([, name, hex = '']) => [
      name,
      [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
    ]),
  );

/** WCAG 2.2, relative luminance. */
function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', coloursOf(light)],
  ['dark', coloursOf(dark)],
])('the %s theme', (_, colours) => {
  const grounds = ['paper', 'panel', 'code', 'wash', 'danger-wash'];

  test.each([
    ['ink', 4.5],
    ['muted', 4.5],
    ['accent', 4.5],
    ['accent-deep', 4.5],
    ['danger', 4.5],
    ['field', 3],
  ])('%s stands out on every ground by %f:1', (name, least) => {
    for (const ground of grounds)
      expect(contrast(colours[name]!, colours[ground]!), ground).toBeGreaterThanOrEqual(least);
  });

  test('text on the accent can be read, under the pointer too', () => {
    for (const ground of ['accent', 'accent-deep'])
      expect(contrast(colours['on-accent']!, colours[ground]!)).toBeGreaterThanOrEqual(4.5);
  });
});

test('both themes have the same colours, and no other sheet of the site names one', () => {
  expect(Object.keys(coloursOf(dark)).sort()).toEqual(Object.keys(coloursOf(light)).sort());
  for (const name of readdirSync(SITE).filter((file) => file.endsWith('.css') && file !== 'tokens.css'))
    expect(readFileSync(new URL(name, SITE), 'utf8'), name).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(/i);
});
