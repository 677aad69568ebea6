import { describe, expect, it } from 'vitest';
import { parseHtml } from './parse.ts';

function textOf(html: string): string {
  return parseHtml(html, 'https://example.com/')
    .nodes.filter((node) => node.parent?.tag !== 'script')
    .map((node) => node.text)
    .join('|')
    .replace(/\|+/g, '|');
}

const SCRIPT = '<script>$RC("B:0","S:0")</script>';

describe('placeStreamedSegments', () => {
  it('puts a segment in place of its template', () => {
    const html = `<p>a</p><template id="B:0"></template><p>c</p><div hidden id="S:0"><p>b</p></div>${SCRIPT}`;
    expect(textOf(html)).toBe('|a|b|c|');
  });

  it('puts segments into segments', () => {
    const html = `<template id="B:0"></template>z<div hidden id="S:0">a<template id="P:1"></template>c</div><div hidden id="S:1">b</div>${SCRIPT}`;
    expect(textOf(html)).toBe('|a|b|c|z|');
  });

  it('takes away what was shown until it came', () => {
    const html = `a<!--$?--><template id="B:0"></template><p>wait</p>…<!--/$--><p>d</p><div hidden id="S:0">b<!--$-->c<!--/$--></div>${SCRIPT}`;
    expect(textOf(html)).toBe('|a|bc|d|');
    expect(textOf(html.replace('S:0"', 'S:1"'))).toBe('|a|wait|…|d|bc|');
  });

  it('takes away awaited and arrived parts in what was shown', () => {
    const nested = `<p>a</p><p><!--$?--><template id="B:0"></template><!--$?--><template id="B:1"></template><b>wait</b><!--/$--><!--/$--><i>d</i></p><div hidden id="S:0"><b>b</b></div><div hidden id="S:1"><b>c</b></div>${SCRIPT}`;
    expect(textOf(nested)).toBe('|a|b|d|c|');
    const arrived = `a<!--$?--><template id="B:0"></template><!--$--><p>x</p><!--/$--><p>wait</p><!--/$-->d<div hidden id="S:0">b</div>${SCRIPT}`;
    expect(textOf(arrived)).toBe('|a|b|d|');
  });

  it('does so where the scripts of a saved page are gone', () => {
    expect(textOf('a<template id="B:0"></template>c<div hidden id="S:0">b</div>')).toBe('|a|b|c|');
  });

  it('leaves a segment that holds its own template', () => {
    const html = `a<div hidden id="S:0"><template id="B:0"></template>b</div>${SCRIPT}`;
    expect(textOf(html)).toBe('|a|b|');
  });

  it('leaves segments without a template alone', () => {
    expect(textOf(`a<div hidden id="S:7">b</div>${SCRIPT}`)).toBe('|a|b|');
  });
});
