import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropControls } from './drop-controls.ts';

const LAMPS =
  '<h1>Lamps</h1><p>Lamps of oak and brass, made by hand in the harbour town since 1920, with shades of paper.</p>';

/** Texts that stay beside a title and a sentence of a page, all of which was kept. */
function staying(html: string): string[] {
  const a = annotate(parseHtml(LAMPS + html, 'https://example.org/'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropControls(scoredPage(a, keep), keep);
  return a.blocks
    .slice(2)
    .filter((_, i) => keep[i + 2] === 1)
    .map((block) => a.doc.nodes[block.first]!.text);
}

test('what scripts draw in place of a select goes', () => {
  expect(staying('<div role="combobox"><p>All colours</p></div>')).toEqual([]);
  expect(staying('<button aria-haspopup="listbox">Newest first</button>')).toEqual([]);
  expect(staying('<div class="css-1 lamp__value-container"><div>Where?</div></div>')).toEqual([]);
  expect(staying('<span class="select2-container select2"><p>Brass</p></span>')).toEqual([]);
});

test('what a recipe plug-in lets a cook set goes, and what is cooked stays', () => {
  const tool = (name: string, inside: string) => staying(`<div class="${name}">${inside}</div>`);
  expect(tool('wprm-unit-conversion-container', '<button>US</button> - <button>Metric</button>')).toEqual([]);
  expect(tool('tasty-recipes-cook-mode', '<label><input type="checkbox">Cook Mode</label>')).toEqual([]);
  expect(tool('wprm-recipe-servings-container', '<p>4 servings</p><button>+</button>')).toContain(
    '4 servings',
  );
  expect(tool('wprm-recipe-adjustable-servings-container', '<p>Servings 4</p>')).toHaveLength(1);
  expect(tool('scale-container', '<h3>Of</h3><button>2x</button><ul><li>Flour</li></ul>')).toContain('Flour');
});

test('boxes of filters go with their headings', () => {
  const facets = '<h3>Material</h3><ul><li>Brass (3)</li><li>Oak (4)</li></ul>';
  expect(staying(`<div class="shop-filters">${facets}</div>`)).toEqual([]);
  expect(staying(`<aside id="facets">${facets}</aside>`)).toEqual([]);
  expect(staying('<div class="sort-by"><p>Sort by</p></div>')).toEqual([]);
  expect(staying('<div class="tsd-navigation settings"><h3>Settings</h3><span>Theme</span></div>')).toEqual(
    [],
  );
});

test('what is filtered stays, and what is written about filters', () => {
  expect(staying('<div class="filter brass"><p>Mill lamp</p></div>')).toHaveLength(1);
  expect(staying('<h2 id="air-filters">Air filters</h2>')).toHaveLength(1);
  expect(staying('<table><tr><td class="filters">Two</td><td>Three</td></tr></table>')).toHaveLength(2);
  const prose =
    '<p>Filters keep the dust of the harbour out of the lamp and need to be changed every year.</p>';
  expect(staying(`<section class="filters">${prose}</section>`)).toHaveLength(1);
  expect(staying('<div role="listbox"><h1>Mill</h1></div>')).toHaveLength(1);
  expect(staying('<div role="listbox"><img src="mill.jpg"><p>Mill lamp</p></div>')).toHaveLength(1);
});

test('what is half of the page stays', () => {
  const many = '<li>Brass lamps of the old mill</li>'.repeat(6);
  expect(staying(`<ul class="filters">${many}</ul>`)).toHaveLength(6);
});
