import { describe, expect, it } from 'vitest';
import { hidesByStyle, styleValue } from './styles.ts';

describe('styleValue', () => {
  it('reads a whole declaration, not a part of a longer name', () => {
    expect(styleValue('--footer-display: none; display : Block !important', 'display')).toBe('block');
    expect(styleValue('--footer-display: none', 'display')).toBe('');
  });
});

describe('hidesByStyle', () => {
  it.each([
    'display:none',
    'color:red;DISPLAY: NONE'.toLowerCase(),
    'visibility: hidden',
    'height:0;width:0;overflow:hidden',
    'width:0;overflow:hidden',
    'position:absolute;height:0;overflow:hidden',
    'position:fixed;width:1px;height:0px;overflow:hidden',
    'font-size:0',
    'position:absolute;left:-9999px',
    'position: fixed; top: -10000em',
    'text-indent:-9999px',
  ])('hides by %j', (style) => {
    expect(hidesByStyle(style)).toBe(true);
  });

  it.each([
    '--x-display: none',
    'overflow:hidden',
    'visibility:visible',
    'font-size:0.9em',
    'height:0',
    'height:0;overflow:hidden',
    'position:relative;height:0;overflow:hidden;padding-bottom:56.25%',
    'left:-9999px',
    'position:absolute;left:-320px',
    'text-indent:-1.5em',
    'margin-left:-9999px',
  ])('shows %j', (style) => {
    expect(hidesByStyle(style)).toBe(false);
  });
});
