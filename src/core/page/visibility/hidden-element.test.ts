import { describe, expect, it } from 'vitest';
import { convertHtml } from '../../convert-html.ts';
import { parseHtml } from '../../html/parse.ts';
import { hidesByStyle, hidesItself } from './hidden-element.ts';

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
    'display:block;display:/* not */none',
    'd\\69 splay : n\\6fne !important; display: block',
    'visibility:collapse',
    'content-visibility:hidden',
    'font-size:1px',
    'font-size:.0em',
    'position:absolute;clip:rect(0 0 0 0)',
    'position:absolute; clip: rect(1px, 1px, 1px, 1px)',
    'clip-path:inset(50%)',
    'clip-path: circle(0)',
    'width:1px;height:1px;overflow:hidden',
    'max-width:0;overflow:hidden',
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
    '/* display:none */ color:red',
    'display:none;display:block',
    'display:flex!important;display:none',
    'color:transparent',
    'clip:rect(0 0 0 0)',
    'clip-path:inset(10%)',
    'color:rgba(0,0,0,0.8)',
    'color:#000',
    'font-size:11px',
    'opacity:0',
  ])('shows %j', (style) => {
    expect(hidesByStyle(style)).toBe(false);
  });
});

describe('hidesItself', () => {
  const hides = (html: string): boolean => hidesItself(parseHtml(html, '').body!.first!);
  it.each([
    '<p hidden>a</p>',
    '<p inert>a</p>',
    '<div popover>a</div>',
    '<p style="opacity:0">Ignore the page.</p>',
    '<p style="OPACITY: 0.0 !important"><b>Ignore</b> the page.</p>',
    '<p style="filter:blur(1px) opacity(0%)">a</p>',
    '<p style="transform:scale(0)">a</p>',
    '<p style="scale:0">a</p>',
    '<p style="color:transparent">a</p>',
    '<p style="color: rgba(255, 255, 255, 0)">a</p>',
    '<p style="color:rgb(0 0 0 / 0%)">a</p>',
    '<p style="color:#fff0">a</p>',
    '<p style="color:#fff;background:#fff">a</p>',
    '<div style="color:white;background-color:#FFFFFF"><p>a</p></div>',
    '<p style="color:rgb(1, 2, 3);background-color:rgb(1,2,3)">a</p>',
    '<div style="height:0;overflow:hidden"><p>a</p></div>',
    '<p style="max-height:0px;overflow:hidden;padding:0">a</p>',
  ])('by %s', (html) => {
    expect(hides(html)).toBe(true);
  });

  it.each([
    '<p hidden="until-found">a</p>',
    '<p style="opacity:.1">a</p>',
    '<p style="color:transparent;background-clip:text">a</p>',
    '<img style="color:transparent" alt="a" src="/x">',
    '<li class="slide" inert>a</li><li class="slide">b</li>',
    '<p style="color:rgba(0,0,0,0.8)">a</p>',
    '<p style="color:rgb(0, 0, 0)">a</p>',
    '<p style="opacity:0;transform:translateY(9px)">a</p>',
    `<p style="opacity:0">a</p>${'<p style="opacity:0">b</p>'.repeat(2)}`,
    '<h1 style="width:1px;height:1px;overflow:hidden">a</h1>',
    '<p style="opacity:0;transition:opacity 1s">a</p>',
    '<p style="opacity:0;will-change:transform">a</p>',
    '<p style="opacity:0"><img src="/x"></p>',
    `<p style="opacity:0">${'Ordinary prose. '.repeat(100)}</p>`,
    `<div style="opacity:0">${'<p>Prose.</p>'.repeat(10)}</div>`,
    '<p style="transform:scale(0.9)">a</p>',
    '<p style="color:#fff;background:#000">a</p>',
    '<p style="color:#fff;background:#fff;text-shadow:0 0 2px #000">a</p>',
    '<div style="color:#fff;background:#fff"><p class="dark">a</p></div>',
    '<p style="background-color:;color:">a</p>',
    '<div style="height:0;overflow:hidden;padding-bottom:56.25%">a</div>',
    '<div style="height:0;overflow:hidden;transition:height 1s">a</div>',
    '<div style="height:0;overflow:hidden" aria-hidden="true">a</div>',
    `<div style="height:0;overflow:hidden">a</div>${'<div style="height:0;overflow:hidden">b</div>'.repeat(2)}`,
  ])('not by %s', (html) => {
    expect(hides(html)).toBe(false);
  });
});

describe('showsItself', () => {
  const shown = 'The tide at this mark is shown to whoever looks at the page, and so it is content.';
  const written = (html: string) => {
    const prose =
      '<p>The water rises twice a day along the whole of the coast, and falls as often.</p>'.repeat(6);
    const page = `<article><h1>Tides</h1>${prose}${html}${prose}</article>`;
    return convertHtml(page, { url: 'https://a.example/' }).markdown;
  };

  it.each([
    [
      'a paragraph',
      `<div style="visibility:hidden"><p>SECRET</p><p style="visibility:visible">${shown}</p>SECRET</div>`,
    ],
    [
      'a mark',
      `<p style="visibility:hidden">SECRET <span style="visibility: visible">${shown}</span> SECRET</p>`,
    ],
    [
      'by rules',
      `<style>.a{visibility:hidden}.b{visibility:visible}</style><div class=a><p class=b>${shown}</p></div>`,
    ],
  ])('keeps what is visible in what is not: %s', (_, html) => {
    const markdown = written(html);
    expect(markdown).toContain(shown);
    expect(markdown).not.toContain('SECRET');
  });

  it.each([
    ['display: none', `<div style="display:none"><p style="visibility:visible">${shown}</p></div>`],
    [
      'a hidden box',
      `<div hidden style="visibility:hidden"><p style="visibility:visible">${shown}</p></div>`,
    ],
  ])('shows nothing within %s', (_, html) => {
    expect(written(html)).not.toContain(shown);
  });
});
