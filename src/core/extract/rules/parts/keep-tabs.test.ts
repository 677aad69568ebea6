import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepTabs } from './keep-tabs.ts';

/** Texts that come back to a page of which all that ends in an exclamation mark was kept. */
function back(html: string): string[] {
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/boats'));
  const texts = a.blocks.map(({ first }) => a.doc.nodes[first]!.text);
  const keep = Uint8Array.from(texts, (text) => (text.endsWith('!') ? 1 : 0));
  keepTabs(scoredPage(a, keep), keep);
  return texts.filter((text, i) => keep[i] === 1 && !text.endsWith('!'));
}

const tab = (id: string, text: string): string => `<li><a role="tab" href="#${id}">${text}</a></li>`;
const panel = (id: string, text: string): string => `<div role="tabpanel" id="${id}"><p>${text}</p></div>`;
const labels = `<ul role="tablist">${tab('a', 'Linux')}${tab('b', 'macOS')}${tab('c', 'Other')}</ul>`;

test('labels of tabs stay with their panels', () => {
  expect(back(labels + panel('a', 'apt!') + panel('b', 'brew!') + panel('c', 'no'))).toEqual([
    'Linux',
    'macOS',
  ]);
  const buttons = labels.replace(
    /<a role="tab" href="#(\w)">(\w+)<\/a>/g,
    '<button role="tab" aria-controls="$1">$2</button>',
  );
  expect(back(buttons + panel('a', 'apt!') + panel('b', 'brew!'))).toEqual(['Linux', 'macOS']);
});

test('a label stays away from the only panel that stays, from panels in its list, and when it is a text', () => {
  expect(back(labels + panel('a', 'apt!') + panel('b', 'no'))).toEqual([]);
  expect(back(`<div role="tablist">${labels}${panel('a', 'apt!')}${panel('b', 'brew!')}</div>`)).toEqual([
    'Linux',
    'macOS',
  ]);
  const one = (role: string): string =>
    `<div role="${role}">${tab('a', 'Linux')}${tab('b', 'macOS')}${panel('a', 'apt!')}${panel('b', 'brew!')}</div>`;
  expect(back(one('tablist'))).toEqual([]);
  expect(back(one('group'))).toEqual([]);
  const long = labels.replace('Linux', 'Linux and all other systems with a package manager of some kind');
  expect(back(long + panel('a', 'apt!') + panel('b', 'brew!'))).toEqual(['macOS']);
});

test('code of hidden panels stays with that of the one that is shown, with labels that name no panel', () => {
  const unnamed = '<ul role="tablist"><li role="tab">npm</li><li role="tab">Yarn</li></ul>';
  const panels = (...parts: readonly string[]): string =>
    `<div>${parts.map((part, i) => `<div role="tabpanel"${i > 0 ? ' hidden' : ''}>${part}</div>`).join('')}</div>`;
  expect(back(unnamed + panels('<pre>npm add!</pre>', '<pre>yarn add</pre>'))).toEqual([
    'npm',
    'Yarn',
    'yarn add',
  ]);
  expect(back(unnamed + panels('<pre>npm add</pre>', '<pre>yarn add</pre>'))).toEqual([]);
  expect(back(unnamed + panels('<p>Soon!</p>', '<pre>yarn add</pre>'))).toEqual([]);
  const words = '<p>What customers who bought this boat wrote about it in the end</p>';
  expect(back(unnamed + panels('<pre>npm add!</pre>', `${words}<pre>yarn add</pre>`))).toEqual([]);
  const menu = `<nav>${unnamed}${panels('<pre>npm add!</pre>', '<pre>yarn add</pre>')}</nav>`;
  expect(back(menu)).toEqual([]);
});
