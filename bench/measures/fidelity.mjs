import { readdirSync, readFileSync } from 'node:fs';
import { transformSync } from 'rolldown/utils';
import { ConverterProcess } from '../converter-process.mjs';
import { markdownTree } from '../markdown-tree.mjs';

const CASES = new URL('../../tests/constructs/', import.meta.url);
const URL_OF_PAGE = 'https://example.com/docs/page';
const BEFORE = 'The construct comes after this sentence';
const AFTER = 'The construct has ended before this sentence';
const PROSE =
  '<p>Around it stands an article in plain prose, long enough that whoever looks for the content of a page finds it here, and not in the links above or below.</p>';

/** A module of the tests, which are TypeScript, as JavaScript. It must import nothing but types. */
async function importTypeScript(name) {
  const source = readFileSync(new URL(name, CASES), 'utf8');
  const { code } = transformSync(name, source);
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}
const { readCases } = await importTypeScript('read-cases.ts');
const { sketch } = await importTypeScript('sketch.ts');

/** Cases of HTML that any generator may write; the others are the ways of one generator. */
const isGeneric = ({ name }) => /^(?:plain|CommonMark|GFM|HTML):/i.test(name);

/** The cases that need no option, as `{ group, name, html, markdown }`. */
function constructCases() {
  return readdirSync(CASES)
    .filter((name) => name.endsWith('.cases'))
    .flatMap((name) =>
      readCases(readFileSync(new URL(name, CASES), 'utf8'))
        .filter(({ options }) => Object.keys(options).length === 0)
        .map((one) => ({ group: name.replace('.cases', ''), ...one })),
    );
}

const titleOf = ({ group, name }) => `${group}: ${name}`;

const inArticle = (html) =>
  `<!DOCTYPE html><html><head><title>Constructs</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>Constructs</h1>${PROSE.repeat(2)}<p>${BEFORE}.</p>\n${html}\n<p>${AFTER}.</p>${PROSE.repeat(2)}</article></main></body></html>`;

const textOf = (node) => node.value ?? (node.children ?? []).map(textOf).join('');

/** Makes addresses absolute: whether a converter does so is not what is judged here. */
function resolved(node) {
  if (node.url && URL.canParse(node.url, URL_OF_PAGE)) node.url = new URL(node.url, URL_OF_PAGE).href;
  for (const child of node.children ?? []) resolved(child);
  return node;
}

/** Lines of the sketch: the blocks in order, then the notes, wherever those stand. */
function lines(blocks, notes) {
  return sketch(resolved({ type: 'root', children: [...blocks, ...notes] })).split('\n');
}
const isNote = ({ type }) => type === 'footnoteDefinition';

/** What stands between the two sentences, or null when one of them is lost. */
function answerLines(markdown) {
  const { children } = markdownTree(markdown);
  const from = children.findIndex((node) => textOf(node).includes(BEFORE));
  const to = children.findIndex((node) => textOf(node).includes(AFTER));
  if (from < 0 || to <= from) return null;
  const between = children.slice(from + 1, to).filter((node) => !isNote(node));
  return lines(between, children.filter(isNote));
}

function goldLines(markdown) {
  const { children } = markdownTree(markdown);
  return lines(
    children.filter((node) => !isNote(node)),
    children.filter(isNote),
  );
}

/** Whole conversions of every construct inside an article, judged on the parsed tree: equal, or not; `groups` count the equal ones. */
export async function measureFidelity({ adapterOf, converters }) {
  const cases = constructCases();
  const rows = {};
  for (const { id } of converters) {
    const process = new ConverterProcess(adapterOf(id));
    const groups = {};
    const unequal = [];
    for (const one of cases) {
      const { markdown } = await process.convert({ html: inArticle(one.html), url: URL_OF_PAGE });
      groups[one.group] ??= 0;
      const isEqual = answerLines(markdown)?.join('\n') === goldLines(one.markdown).join('\n');
      if (isEqual) groups[one.group]++;
      else unequal.push(titleOf(one));
    }
    process.close();
    const missed = new Set(unequal);
    const generic = cases.filter(isGeneric);
    rows[id] = {
      equal: cases.length - unequal.length,
      cases: cases.length,
      genericEqual: generic.filter((one) => !missed.has(titleOf(one))).length,
      genericCases: generic.length,
      groups,
      // Those of the others are 600 titles each, which anybody can have from a run.
      ...(id === 'pagemark' ? { unequal } : {}),
    };
  }
  return rows;
}
